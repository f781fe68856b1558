#pragma once

#include "analysis/parallel/chunks.h"
#include "core/elements.h"

#include <memory>
#include <span>

namespace loupe {

/// Decodes all values of a tensor and calls `use` with their bytes, in order. The storage checks the checksums that it
/// has. Fails as Elements::open() and decoding do.
template <typename Use>
Result<> visitValues(const Checkpoint& checkpoint, std::uint32_t tensor, Buffer& scratch, const Work& work, Use&& use)
{
    // Does not share ownership; the caller keeps the checkpoint alive.
    const auto elements = Elements::open({std::shared_ptr<const Checkpoint>(), &checkpoint}, tensor);
    if (!elements)
        return fail(elements.error());
    const ChunkSpans spans(*elements);
    for (std::uint64_t span = 0; span < spans.count(); ++span) {
        auto done = spans.visit(
            span, scratch, work, [&](std::uint64_t, std::uint64_t, std::span<const std::byte> bytes) { use(bytes); });
        if (!done)
            return done;
    }
    return {};
}

} // namespace loupe
