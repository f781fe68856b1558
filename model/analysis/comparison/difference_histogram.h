#pragma once

#include "analysis/slices/element_reader.h"
#include "analysis/statistics/histogram.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// How the differences b - a of a pair of tensors with as many elements are distributed, taken in the order they lie
/// in. A difference is that of the exact values, rounded to a double. For complex numbers it is that of one of their
/// parts, so that it has a sign; a real number's imaginary part is 0.
struct DifferenceHistogram {
    Histogram histogram; ///< of the finite differences
    std::uint64_t nonfinite = 0; ///< pairs without one: NaN or infinite on a side, or too far apart for a double
};

/// Looks at every pair once. The result does not depend on the number of threads. Private memory stays below 64 MB
/// whatever the size, for up to 100 000 edges. Progress in bytes of both sides. Fails with InvalidArgument if one
/// has more elements or the edges are none, Unsupported where values of a dtype cannot be read, Changed where a file
/// was changed meanwhile, Stopped, Io or OutOfMemory. `part`: Real or Imaginary.
Result<DifferenceHistogram> countDifferences(const Elements& a, const Elements& b, const std::vector<double>& edges,
    ComplexPart part = ComplexPart::Real, const Work& work = {});

} // namespace loupe
