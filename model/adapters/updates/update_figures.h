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

/// The size of an update.
struct UpdateFigures {
    bool isFinite = true; ///< else the factors have NaN or infinite values, and nothing is known
    double norm = 0; ///< Frobenius norm of the scaled update; 0: it was never trained
    /// Those of the scaled update, in falling order; as many as its rank allows. Of stacked experts, which are cut to
    /// one rank: the root of the sum of squares of the k-th values of all. Empty if the rank is beyond
    /// mostFactorizedRank, and for LoHa and LoKr, whose parts do not tell them.
    std::vector<double> singularValues;

    /// The share of the squared norm that the largest `rank` singular values have; 1 for an update of zeros.
    double energy(std::size_t rank) const;
    /// How many singular values have at least this share, one at least.
    std::size_t rankFor(double energy) const;
    /// How many are kept of at most `rank`, or of as few as have the share `energy`; one at least.
    std::size_t keptRank(std::optional<std::uint64_t> rank, std::optional<double> energy) const;
};

/// Factorizations of this many columns take seconds, and are not stopped between.
inline constexpr std::uint64_t mostFactorizedRank = 1024;

/// Precondition: as of readUpdate(). Fails as that does, or with Stopped.
Result<UpdateFigures> updateFigures(const Adapter& adapter, const AdapterModule& module, const Work& work);

/// The figures of all modules, found on several threads; zeros for modules without an update. Progress in modules.
/// Fails with Stopped too.
Result<std::vector<UpdateFigures>> updateFigures(const Adapter& adapter, const Work& work);

/// The Frobenius norm of rows of a tensor of floats. Fails as Elements do, or with Stopped.
Result<double> normOfRows(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    std::uint64_t firstRow, std::uint64_t rows, const Work& work);

} // namespace loupe
