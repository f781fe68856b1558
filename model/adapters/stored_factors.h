#pragma once

#include "adapters/tensor_difference.h"
#include "adapters/updates/factors.h"
#include "core/dtype.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>

namespace loupe {

/// What an adapter keeps of a difference.
struct StoredFactors {
    Factors factors; ///< as they are stored; the scale is 1
    double left = 0; ///< squared norm of what is not in them; infinite if their dtype cannot hold them
    bool isExact = true; ///< else other factors of that rank may keep a little more
};

/// The dtype in which factors for a weight of dtype `base` are written: 8 bits are too few for them.
DType factorDType(DType base);

/// Factors of the largest singular values of an expert's matrix, rounded to `dtype`: at most `rank`, and none that is
/// negligible compared with the first one. Precondition: the matrix is finite and not zero. Fails with Stopped, or as
/// reading does.
Result<StoredFactors> storedFactors(
    const TensorDifference& difference, std::uint64_t expert, std::uint64_t rank, DType dtype, const Work& work);

} // namespace loupe
