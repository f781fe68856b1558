#include "analysis/stated_check.h"

#include "analysis/chunks.h"
#include "analysis/hasher.h"
#include "analysis/parallel.h"
#include "core/quote.h"

#include <algorithm>
#include <memory>

namespace loupe {

namespace {

Result<std::unique_ptr<Hasher>> hasherOf(StatedDigest::Algorithm algorithm)
{
    return algorithm == StatedDigest::Algorithm::Crc32 ? Hasher::createCrc32()
                                                       : Hasher::create(DigestAlgorithm::Sha256);
}

/// Calls `add` with all bytes of the tensor's values, in order.
template <typename Add>
Result<> visitValues(const Checkpoint& checkpoint, std::uint32_t tensor, Buffer& scratch, const Work& work, Add&& add)
{
    // Without a share in the checkpoint: the caller keeps it.
    const auto elements = Elements::open({std::shared_ptr<const Checkpoint>(), &checkpoint}, tensor);
    if (!elements)
        return fail(elements.error());
    const ChunkSpans spans(*elements);
    for (std::uint64_t span = 0; span < spans.count(); ++span) {
        auto done = spans.visit(
            span, scratch, work, [&](std::uint64_t, std::uint64_t, std::span<const std::byte> bytes) { add(bytes); });
        if (!done)
            return done;
    }
    return {};
}

Result<CheckedDigests> checkOne(const Checkpoint& checkpoint, std::uint32_t tensor, Buffer& scratch, const Work& work)
{
    const Tensor& wanted = checkpoint.tensors[tensor];
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
    std::vector<std::unique_ptr<Hasher>> hashers;
    for (const StatedDigest& digest : stated->digests) {
        auto hasher = hasherOf(digest.algorithm);
        if (!hasher)
            return fail(std::move(hasher.error()));
        hashers.push_back(std::move(*hasher));
    }
    const auto add = [&](std::span<const std::byte> bytes) {
        for (const auto& hasher : hashers)
            hasher->add(bytes);
    };
    add(std::as_bytes(std::span(stated->before)));
    if (stated->ofValues && !hashers.empty()) {
        if (auto visited = visitValues(checkpoint, tensor, scratch, work, add); !visited)
            return fail(std::move(visited.error()));
    }
    if (auto unchanged = file.source->checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    CheckedDigests checked;
    for (std::size_t i = 0; i < hashers.size(); ++i) {
        auto found = hashers[i]->hexDigest();
        if (!found)
            return fail(std::move(found.error()));
        checked.push_back({std::move(stated->digests[i]), std::move(*found)});
    }
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
    return checkOne(checkpoint, tensor, scratch, work);
}

Result<std::vector<Result<CheckedDigests>>> checkStatedDigests(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, const Work& work)
{
    for (const std::uint32_t tensor : tensors)
        work.expect(valueBytes(checkpoint.tensors[tensor]));
    std::vector<Result<CheckedDigests>> checked(tensors.size());
    std::vector<Buffer> scratch(threadLimit());
    auto done = runPieces(tensors.size(), work, [&](std::uint64_t i, std::size_t worker) -> Result<> {
        checked[i] = checkOne(checkpoint, tensors[i], scratch[worker], work);
        if (!checked[i] && checked[i].error().code == ErrorCode::Stopped)
            return fail(checked[i].error());
        return {};
    });
    if (!done)
        return fail(std::move(done.error()));
    return checked;
}

} // namespace loupe
