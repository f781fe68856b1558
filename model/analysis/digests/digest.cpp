#include "analysis/digests/digest.h"

#include "analysis/digests/hasher.h"
#include "analysis/digests/undecoded_weight.h"
#include "analysis/digests/whole_reading.h"
#include "analysis/parallel/chunks.h"
#include "analysis/parallel/parallel.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::array<std::string_view, allDigestAlgorithms.size()> algorithmNames{
    "xxh3-64", "xxh3-128", "sha1", "sha256", "sha3-256", "sha512"};

/// Does not check whether the file has changed.
Result<> addRange(const Source& source, ByteRange range, Hasher& hasher, Buffer& scratch, const Work& work)
{
    constexpr std::uint64_t chunk = std::uint64_t{1} << 20;
    if (range.end > source.size()) {
        return fail(ErrorCode::PastTheEnd,
            "bytes up to " + formatCount(range.end) + " are wanted of a file of " + formatCount(source.size())
                + " bytes",
            source.path().string(), range.begin);
    }
    const auto expected = source.isRemote() ? source.expect({range}) : nullptr;
    while (!range.empty()) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const ByteRange next{range.begin, range.begin + std::min(chunk, range.size())};
        auto done = source.visit(next, scratch, [&](std::span<const std::byte> bytes) { hasher.add(bytes); });
        if (!done)
            return done;
        work.advance(next.size());
        range.begin = next.end;
    }
    return {};
}

/// Digests `prefix`, then the range.
Result<std::string> digestUnchangedRange(const Source& source, ByteRange range, DigestAlgorithm algorithm,
    Buffer& scratch, const Work& work, std::string_view prefix = {})
{
    auto hasher = Hasher::create(algorithm);
    if (!hasher)
        return fail(std::move(hasher.error()));
    (*hasher)->add(std::as_bytes(std::span(prefix)));
    auto done = addRange(source, range, **hasher, scratch, work).and_then([&] { return source.checkUnchanged(); });
    if (!done)
        return fail(std::move(done.error()));
    return (*hasher)->hexDigest();
}

/// Digests the codes of an undecoded weight, then name, dtype, shape and bytes of each other part, because equal codes
/// alone do not mean equal weights. Progress is in bytes of codes.
Result<std::string> digestUndecoded(
    const Checkpoint& checkpoint, std::uint32_t tensor, DigestAlgorithm algorithm, Buffer& scratch, const Work& work)
{
    auto hasher = Hasher::create(algorithm);
    if (!hasher)
        return fail(std::move(hasher.error()));
    const auto add = [&](const CheckpointFile& file, ByteRange range, const Work& how) {
        return addRange(*file.source, range, **hasher, scratch, how).and_then([&] {
            return file.source->checkUnchanged();
        });
    };
    const Tensor& codes = checkpoint.tensors[tensor];
    auto done = add(checkpoint.files[codes.file], codes.bytes, work);
    const Checkpoint& stored = *checkpoint.quantized->stored;
    for (const UndecodedPart& part : undecodedParts(checkpoint, tensor)) {
        if (!done)
            break;
        const Tensor& described = stored.tensors[part.tensor];
        std::string head(part.name);
        head.append(1, ' ').append(stored.dtypeName(part.tensor)).append(1, ' ').append(formatShape(described.shape));
        (*hasher)->add(std::as_bytes(std::span(head)));
        // each is stored plainly in its file
        done = add(stored.files[described.file], described.bytes, {.stop = work.stop});
    }
    if (!done)
        return fail(std::move(done.error()));
    return (*hasher)->hexDigest();
}

/// If some elements are null: adds a byte per element after the values, 1 if the element is not null. The values'
/// placeholders for nulls are always the same.
Result<> addNulls(const Elements& elements, Hasher& hasher, const Work& work)
{
    constexpr std::uint64_t atOnce = std::uint64_t{1} << 16;
    const auto visit = [&](const auto& see) -> Result<> {
        std::vector<std::byte> present;
        for (std::uint64_t first = 0; first < elements.count(); first += present.size()) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            present.resize(std::min(atOnce, elements.count() - first));
            if (auto read = elements.readPresent(first, present); !read)
                return read;
            see(std::span<const std::byte>(present));
        }
        return {};
    };
    bool hasNulls = false;
    auto done = visit([&](std::span<const std::byte> present) {
        hasNulls = hasNulls || std::ranges::find(present, std::byte{0}) != present.end();
    });
    if (done && hasNulls)
        done = visit([&](std::span<const std::byte> present) { hasher.add(present); });
    return done;
}

/// Digests what the storage decodes, so that equal values have equal digests however they are stored.
Result<std::string> digestValues(
    const Checkpoint& checkpoint, std::uint32_t tensor, DigestAlgorithm algorithm, Buffer& scratch, const Work& work)
{
    // Does not share ownership; the caller keeps the checkpoint alive.
    const auto elements = Elements::open({std::shared_ptr<const Checkpoint>(), &checkpoint}, tensor);
    if (!elements)
        return fail(elements.error());
    auto hasher = Hasher::create(algorithm);
    if (!hasher)
        return fail(std::move(hasher.error()));
    const ChunkSpans spans(*elements);
    for (std::uint64_t span = 0; span < spans.count(); ++span) {
        auto done = spans.visit(span, scratch, work,
            [&](std::uint64_t, std::uint64_t, std::span<const std::byte> bytes) { (*hasher)->add(bytes); });
        if (!done)
            return fail(std::move(done.error()));
    }
    if (auto done = elements->hasNulls() ? addNulls(*elements, **hasher, work) : Result<>(); !done)
        return fail(std::move(done.error()));
    if (auto unchanged = elements->source().checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    return (*hasher)->hexDigest();
}

Result<std::string> digestOne(
    const Checkpoint& checkpoint, std::uint32_t tensor, DigestAlgorithm algorithm, Buffer& scratch, const Work& work)
{
    const Tensor& wanted = checkpoint.tensors[tensor];
    const CheckpointFile& file = checkpoint.files[wanted.file];
    if (!file.source) {
        return fail(ErrorCode::NotFound, "tensor " + quote(wanted.name) + " is in a file that could not be opened",
            file.path.string());
    }
    if (auto checked = checkWhole(checkpoint, tensor, work); !checked)
        return fail(std::move(checked.error()));
    if (undecodedGroup(checkpoint, tensor))
        return digestUndecoded(checkpoint, tensor, algorithm, scratch, work);
    if (wanted.storage)
        return digestValues(checkpoint, tensor, algorithm, scratch, work);
    return digestUnchangedRange(*file.source, wanted.bytes, algorithm, scratch, work);
}

} // namespace

std::string_view digestAlgorithmName(DigestAlgorithm algorithm)
{
    return algorithmNames[static_cast<std::size_t>(algorithm)];
}

std::optional<DigestAlgorithm> digestAlgorithmFromName(std::string_view name)
{
    const auto found = std::find(algorithmNames.begin(), algorithmNames.end(), name);
    if (found == algorithmNames.end())
        return std::nullopt;
    return allDigestAlgorithms[static_cast<std::size_t>(found - algorithmNames.begin())];
}

Result<std::string> digestFile(const Source& source, DigestAlgorithm algorithm, const Work& work)
{
    work.expect(source.size());
    const auto expected = source.expect({{0, source.size()}}, {.purpose = Reading::Purpose::Scan});
    Buffer scratch;
    return digestUnchangedRange(source, {0, source.size()}, algorithm, scratch, work);
}

Result<std::string> digestGitBlob(const Source& source, const Work& work)
{
    work.expect(source.size());
    const auto expected = source.expect({{0, source.size()}}, {.purpose = Reading::Purpose::Scan});
    Buffer scratch;
    const std::string prefix = "blob " + std::to_string(source.size()) + '\0';
    return digestUnchangedRange(source, {0, source.size()}, DigestAlgorithm::Sha1, scratch, work, prefix);
}

Result<std::string> digestTensor(
    const Checkpoint& checkpoint, std::uint32_t tensor, DigestAlgorithm algorithm, const Work& work)
{
    work.expect(valueBytes(checkpoint.tensors[tensor]));
    Buffer scratch;
    return digestOne(checkpoint, tensor, algorithm, scratch, work);
}

Result<std::vector<Result<std::string>>> digestTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, DigestAlgorithm algorithm, const Work& work)
{
    for (const std::uint32_t tensor : tensors)
        work.expect(valueBytes(checkpoint.tensors[tensor]));
    // Several threads read at different offsets.
    const auto expected = expectTensors(checkpoint, tensors, {.purpose = Reading::Purpose::Scan, .isInOrder = false});
    std::vector<Result<std::string>> digests(tensors.size());
    std::vector<Buffer> scratch(threadLimit());
    auto done = runPieces(tensors.size(), work, [&](std::uint64_t i, std::size_t worker) -> Result<> {
        digests[i] = digestOne(checkpoint, tensors[i], algorithm, scratch[worker], work);
        if (!digests[i] && digests[i].error().code == ErrorCode::Stopped)
            return fail(digests[i].error());
        return {};
    });
    if (!done)
        return fail(std::move(done.error()));
    return digests;
}

} // namespace loupe
