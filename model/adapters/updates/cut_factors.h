#pragma once

#include "adapters/updates/factors.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Factors for the largest singular values. Each has the square roots of the values, so that both have the same
/// magnitude. Their scale is 1.
struct CutFactors {
    Factors factors;
    double energy = 1; ///< share of the squared norm that is kept
};

/// u · diag(values) · vᵀ with the first `rank` values. Precondition: there are at least that many.
Factors balancedFactors(const Matrix& u, const std::vector<double>& values, const Matrix& v, std::size_t rank);

/// The error for factors whose rank is too large to truncate.
Error tooLargeToCut(std::uint64_t rank);

/// Truncates the module's update to at most `rank` singular values, or to the fewest that have the share `energy`, but
/// at least one. Stacked experts all keep the same number, and the share is that of all of them together. Precondition:
/// all numbers are finite. Fails with Unsupported if the rank exceeds mostFactorizedRank, or with Stopped.
Result<CutFactors> cutFactors(const Factors& factors, const AdapterModule& module, std::optional<std::uint64_t> rank,
    std::optional<double> energy, const Work& work);

} // namespace loupe
