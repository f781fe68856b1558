#pragma once

#include "core/checkpoint.h"
#include "core/finding.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>
#include <span>

namespace loupe::quantized {

/// Findings about odd scales of quantized weights, of their inputs and of caches among `tensors`: NaN, infinite, zero,
/// negative or at an end of their range. Reads only small scales, and not all of them if there are many; a note says
/// so. Fails with Stopped or OutOfMemory.
Result<Findings> scaleFindings(
    const Checkpoint& logical, std::span<const std::uint32_t> tensors, const Work& work = {});

/// The result of scaleFindings(), or, if it failed, a note that says so.
Findings findingsOrNote(const Result<Findings>& found);

/// The checkpoint from logicalOf() with the scaleFindings() of all its tensors added; the same object if there are
/// none.
Result<std::shared_ptr<const Checkpoint>> withScaleFindings(
    std::shared_ptr<const Checkpoint> logical, const Work& work = {});

} // namespace loupe::quantized
