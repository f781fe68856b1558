#pragma once

#include "adapters/tensor_difference.h"
#include "adapters/updates/factors.h"
#include "core/dtype.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>

namespace loupe {

/// The part of a difference that an adapter keeps.
struct StoredFactors {
    Factors factors; ///< as they are stored; the scale is 1
    double left = 0; ///< squared norm of the remainder; infinite if the dtype cannot hold the factors
    bool isExact = true; ///< if false, other factors of that rank may keep slightly more
};

/// The dtype of factors for a weight of dtype `base`. 8 bits are too few for factors.
DType factorDType(DType base);

/// The factors for the largest singular values of an expert's matrix, rounded to `dtype`. Keeps at most `rank` values
/// and drops those that are negligible compared with the first one. Precondition: the matrix is finite and not zero.
/// Fails with Stopped, or as reading does.
Result<StoredFactors> storedFactors(
    const TensorDifference& difference, std::uint64_t expert, std::uint64_t rank, DType dtype, const Work& work);

} // namespace loupe
