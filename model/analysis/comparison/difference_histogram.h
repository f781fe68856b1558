#pragma once

#include "analysis/slices/element_reader.h"
#include "analysis/statistics/histogram.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// The distribution of the differences b - a of a pair of tensors with equal element counts, in storage order. Each
/// difference is exact, then rounded to a double. For complex numbers it is the difference of one part, so that it has
/// a sign; a real number has the imaginary part 0.
struct DifferenceHistogram {
    Histogram histogram; ///< of the finite differences
    /// Pairs without a finite difference: NaN or infinite on one side, or too far apart for a double.
    std::uint64_t nonfinite = 0;
};

/// Reads every pair once. The result does not depend on the number of threads. Private memory stays below 64 MB for
/// tensors of any size and up to 100,000 edges. Progress is in bytes of both sides. Fails with InvalidArgument if
/// element counts differ or the edges are invalid, Unsupported if the values of a dtype cannot be read, Changed if a
/// file changed in the meantime, Stopped, Io or OutOfMemory. `part` is Real or Imaginary.
Result<DifferenceHistogram> countDifferences(const Elements& a, const Elements& b, const std::vector<double>& edges,
    ComplexPart part = ComplexPart::Real, const Work& work = {});

} // namespace loupe
