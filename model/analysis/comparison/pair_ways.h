#pragma once

#include "analysis/kernels/difference_sums.h"
#include "analysis/slices/widened.h"

#include <utility>

namespace loupe {

/// How the elements of two dtypes are passed to a kernel: as stored in the file, to the kernel of Pairs;
template <typename Pairs>
struct StoredPairs {
};
/// widened to numbers of type T, to the kernel of Pairs;
template <typename T, typename Pairs>
struct WidenedPairs {
};
/// or in extended precision: 64-bit integers, and complex numbers.
struct ExtendedPairs { };

/// Calls `use(way)` with the fastest lossless way. Precondition: the values of both dtypes can be read.
template <typename Use>
auto withPairWay(DType a, DType b, Use&& use)
{
    if (!fitsDouble(a) || !fitsDouble(b))
        return use(ExtendedPairs());
    if (a == b && a == DType::F32)
        return use(StoredPairs<F32Pairs>());
    if (a == b && a == DType::BF16)
        return use(StoredPairs<BF16Pairs>());
    if (a == b && a == DType::F16)
        return use(StoredPairs<F16Pairs>());
    if (a == b && a == DType::F64)
        return use(StoredPairs<F64Pairs>());
    if (fitsFloat(a) && fitsFloat(b))
        return use(WidenedPairs<float, F32Pairs>());
    return use(WidenedPairs<double, F64Pairs>());
}

} // namespace loupe
