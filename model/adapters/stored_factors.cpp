#include "adapters/stored_factors.h"

#include "adapters/updates/cut_factors.h"
#include "adapters/updates/truncated_svd.h"
#include "saving/casting/cast.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

namespace {

constexpr double negligible = 1e-12; // of the largest singular value

/// Rounds numbers as they will be written: ComputedTensors hold F32.
void roundTo(DType dtype, std::vector<double>& numbers)
{
    std::vector<float> narrow(numbers.begin(), numbers.end());
    if (dtype != DType::F32) {
        std::vector<std::byte> stored(narrow.size() * (bitsPerElement(dtype) / 8));
        castElements(DType::F32, dtype, std::as_bytes(std::span(narrow)).data(), narrow.size(), stored.data());
        castElements(dtype, DType::F32, stored.data(), narrow.size(), std::as_writable_bytes(std::span(narrow)).data());
    }
    numbers.assign(narrow.begin(), narrow.end());
}

} // namespace

DType factorDType(DType base)
{
    return bitsPerElement(base) > 32 ? DType::F32 : bitsPerElement(base) < 16 ? DType::BF16 : base;
}

Result<StoredFactors> storedFactors(
    const TensorDifference& difference, std::uint64_t expert, std::uint64_t rank, DType dtype, const Work& work)
{
    auto svd = truncatedSvd(difference.matrix(expert), rank, work);
    if (!svd)
        return fail(std::move(svd.error()));
    std::size_t kept = 0;
    while (kept < svd->values.size() && kept < rank && svd->values[kept] > negligible * svd->values.front())
        ++kept;
    Factors factors = balancedFactors(svd->u, svd->values, svd->v, kept);
    roundTo(dtype, factors.up.values);
    roundTo(dtype, factors.down.values);
    const auto left = difference.squareLeft(expert, factors, work);
    if (!left)
        return fail(left.error());
    return StoredFactors{std::move(factors), *left, svd->isExact};
}

} // namespace loupe
