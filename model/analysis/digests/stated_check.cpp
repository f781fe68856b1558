#include "analysis/digests/stated_check.h"

#include "analysis/digests/hasher.h"
#include "analysis/digests/tensor_values.h"
#include "analysis/parallel/parallel.h"
#include "core/text/quote.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace loupe {

namespace {

Result<std::unique_ptr<Hasher>> hasherOf(StatedDigest::Algorithm algorithm)
{
    switch (algorithm) {
    case StatedDigest::Algorithm::Crc32:
        return Hasher::createCrc32();
    case StatedDigest::Algorithm::Crc32c:
        return Hasher::createCrc32c();
    case StatedDigest::Algorithm::Sha256:
        break;
    }
    return Hasher::create(DigestAlgorithm::Sha256);
}

/// Caches digests of bytes that several tensors are parts of, so that each is computed once.
class SharedBytes {
public:
    template <typename Compute>
    Result<std::string> get(const std::shared_ptr<const StatedBytes>& bytes, Compute&& compute)
    {
        Known* known = nullptr;
        {
            const std::lock_guard lock(m_mutex);
            auto& place = m_known[bytes];
            if (!place)
                place = std::make_unique<Known>();
            known = place.get();
        }
        const std::lock_guard lock(known->mutex);
        if (!known->digest)
            known->digest = compute();
        return *known->digest;
    }

private:
    struct Known {
        std::mutex mutex; ///< held while the digest is computed, which does not wait for other locks
        std::optional<Result<std::string>> digest;
    };

    std::mutex m_mutex;
    std::unordered_map<std::shared_ptr<const StatedBytes>, std::unique_ptr<Known>> m_known;
};

/// Reports progress in bytes of a tensor, whatever is actually read for it.
class TensorProgress {
public:
    TensorProgress(const Tensor& tensor, const Work& work)
        : m_left(valueBytes(tensor))
        , m_work(work)
    {
    }
    ~TensorProgress() { m_work.advance(m_left); }
    TensorProgress(const TensorProgress&) = delete;
    TensorProgress& operator=(const TensorProgress&) = delete;

    void advance(std::uint64_t bytes)
    {
        const std::uint64_t now = std::min(bytes, m_left);
        m_work.advance(now);
        m_left -= now;
    }

private:
    std::uint64_t m_left;
    const Work& m_work;
};

/// Checks digests of the bytes before the values and the values, which are read once for all digests.
Result<> addOfValues(const Checkpoint& checkpoint, std::uint32_t tensor, StatedDigests stated, TensorProgress& progress,
    Buffer& scratch, const Work& silent, CheckedDigests& checked)
{
    std::vector<std::unique_ptr<Hasher>> hashers;
    for (const StatedDigest& digest : stated.digests) {
        auto hasher = hasherOf(digest.algorithm);
        if (!hasher)
            return fail(std::move(hasher.error()));
        (*hasher)->add(std::as_bytes(std::span(stated.before)));
        hashers.push_back(std::move(*hasher));
    }
    if (stated.ofValues && !hashers.empty()) {
        auto visited = visitValues(checkpoint, tensor, scratch, silent, [&](std::span<const std::byte> bytes) {
            for (const auto& hasher : hashers)
                hasher->add(bytes);
            progress.advance(bytes.size());
        });
        if (!visited)
            return visited;
    }
    for (std::size_t i = 0; i < hashers.size(); ++i) {
        auto found = hashers[i]->hexDigest();
        if (!found)
            return fail(std::move(found.error()));
        checked.push_back({std::move(stated.digests[i]), std::move(*found)});
    }
    return {};
}

Result<std::string> digestOfBytes(
    const StatedDigest& stated, const Source& source, TensorProgress& progress, const Work& silent)
{
    auto hasher = hasherOf(stated.algorithm);
    if (!hasher)
        return fail(std::move(hasher.error()));
    auto visited = stated.bytes->visit(source, silent, [&](std::span<const std::byte> bytes) {
        (*hasher)->add(bytes);
        progress.advance(bytes.size());
    });
    if (!visited)
        return fail(std::move(visited.error()));
    return (*hasher)->hexDigest();
}

/// Adds only the pieces that differ, or the first one if none does: a tensor with a thousand ranks has that many.
Result<> addOfPieces(StatedDigests stated, const Source& source, SharedBytes& shared, TensorProgress& progress,
    const Work& silent, CheckedDigests& checked)
{
    for (StatedDigest& digest : stated.digests) {
        const auto compute = [&] { return digestOfBytes(digest, source, progress, silent); };
        auto found = digest.whole.empty() ? compute() : shared.get(digest.bytes, compute);
        if (!found)
            return fail(std::move(found.error()));
        CheckedDigest one{std::move(digest), std::move(*found)};
        one.stated.bytes = nullptr; // since it keeps a file open
        if (checked.empty() || !one.isSame()) {
            if (!checked.empty() && checked.front().isSame())
                checked.clear();
            checked.push_back(std::move(one));
        }
    }
    return {};
}

Result<CheckedDigests> checkOne(
    const Checkpoint& checkpoint, std::uint32_t tensor, SharedBytes& shared, Buffer& scratch, const Work& work)
{
    const Tensor& wanted = checkpoint.tensors[tensor];
    TensorProgress progress(wanted, work);
    const CheckpointFile& file = checkpoint.files[wanted.file];
    if (!file.source) {
        return fail(ErrorCode::NotFound, "tensor " + quote(wanted.name) + " is in a file that could not be opened",
            file.path.string());
    }
    if (!file.digests)
        return CheckedDigests{};
    auto stated = file.digests->of(*file.source, tensor - file.firstTensor);
    if (!stated)
        return fail(std::move(stated.error()));
    if (stated->digests.empty())
        return CheckedDigests{};
    const Work silent{.stop = work.stop};
    CheckedDigests checked;
    const bool isOfValues = !stated->digests.front().bytes;
    auto done = isOfValues ? addOfValues(checkpoint, tensor, std::move(*stated), progress, scratch, silent, checked)
                           : addOfPieces(std::move(*stated), *file.source, shared, progress, silent, checked);
    if (!done)
        return fail(std::move(done.error()));
    if (auto unchanged = file.source->checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    return checked;
}

} // namespace

bool statesDigests(const Checkpoint& checkpoint)
{
    return std::ranges::any_of(checkpoint.files, [](const CheckpointFile& file) { return file.digests != nullptr; });
}

Result<CheckedDigests> checkStatedDigests(const Checkpoint& checkpoint, std::uint32_t tensor, const Work& work)
{
    work.expect(valueBytes(checkpoint.tensors[tensor]));
    Buffer scratch;
    SharedBytes shared;
    return checkOne(checkpoint, tensor, shared, scratch, work);
}

Result<std::vector<Result<CheckedDigests>>> checkStatedDigests(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Work& work)
{
    for (const std::uint32_t tensor : tensors)
        work.expect(valueBytes(checkpoint.tensors[tensor]));
    // Several threads read at different offsets.
    const auto expected = expectTensors(checkpoint, tensors, {.purpose = Reading::Purpose::Scan, .isInOrder = false});
    std::vector<Result<CheckedDigests>> checked(tensors.size());
    std::vector<Buffer> scratch(threadLimit());
    SharedBytes shared;
    auto done = runPieces(tensors.size(), work, [&](std::uint64_t i, std::size_t worker) -> Result<> {
        checked[i] = checkOne(checkpoint, tensors[i], shared, scratch[worker], work);
        if (!checked[i] && checked[i].error().code == ErrorCode::Stopped)
            return fail(checked[i].error());
        return {};
    });
    if (!done)
        return fail(std::move(done.error()));
    return checked;
}

} // namespace loupe
