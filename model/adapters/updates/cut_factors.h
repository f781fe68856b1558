#pragma once

#include "adapters/updates/factors.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Factors of the largest singular values, each with the root of the values, so that both are of one size. Their scale
/// is 1.
struct CutFactors {
    Factors factors;
    double energy = 1; ///< kept of the squared norm
};

/// u · diag(values) · vᵀ with the first `rank` values. Precondition: this many are there.
Factors balancedFactors(const Matrix& u, const std::vector<double>& values, const Matrix& v, std::size_t rank);

/// Why factors of that rank are not cut.
Error tooLargeToCut(std::uint64_t rank);

/// Keeps at most `rank` singular values of the module's update, or as few as have the share `energy`; at least one. All
/// of stacked experts keep as many, and the share is that of all together. Precondition: all numbers are finite. Fails
/// with Unsupported beyond mostFactorizedRank, or with Stopped.
Result<CutFactors> cutFactors(const Factors& factors, const AdapterModule& module, std::optional<std::uint64_t> rank,
    std::optional<double> energy, const Work& work);

} // namespace loupe
