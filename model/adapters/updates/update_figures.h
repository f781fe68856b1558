#pragma once

#include "adapters/adapter.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// The norm and singular values of an update.
struct UpdateFigures {
    bool isFinite = true; ///< if false, the factors have NaN or infinite values, and the other figures are unknown
    double norm = 0; ///< Frobenius norm of the scaled update; 0 means that it was never trained
    /// Singular values of the scaled update, in descending order; as many as its rank allows. For stacked experts,
    /// which are truncated to the same rank, the k-th entry is the root of the sum of squares of all k-th values. Empty
    /// if the rank exceeds mostFactorizedRank, and for LoHa and LoKr, whose values do not follow from their parts.
    std::vector<double> singularValues;

    /// The share of the squared norm in the largest `rank` singular values; 1 for an update of zeros.
    double energy(std::size_t rank) const;
    /// The smallest number of singular values, but at least 1, with this share of the squared norm.
    std::size_t rankFor(double energy) const;
    /// The number of singular values to keep: at most `rank`, and as few as have the share `energy`, but at least 1.
    std::size_t keptRank(std::optional<std::uint64_t> rank, std::optional<double> energy) const;
};

/// Factorizing this many columns takes seconds and cannot be stopped.
inline constexpr std::uint64_t mostFactorizedRank = 1024;

/// Fails as readUpdate() does, or with Stopped. Precondition: as for readUpdate().
Result<UpdateFigures> updateFigures(const Adapter& adapter, const AdapterModule& module, const Work& work);

/// Computes the figures of all modules on several threads; zeros for modules without an update. Progress is in modules.
/// Also fails with Stopped.
Result<std::vector<UpdateFigures>> updateFigures(const Adapter& adapter, const Work& work);

/// Whether all updates have finite parts and a finite scale. Reads as much as updateFigures(), but computes nothing.
/// Fails and makes progress as that does.
Result<bool> areUpdatesFinite(const Adapter& adapter, const Work& work);

/// The Frobenius norm of rows of a floating-point tensor. Fails with Stopped, or as Elements do.
Result<double> normOfRows(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    std::uint64_t firstRow, std::uint64_t rows, const Work& work);

} // namespace loupe
