#pragma once

#include "analysis/statistics/health.h"
#include "insight/model_checks.h"

#include <cstdint>
#include <optional>
#include <span>

namespace loupe {

/// The results of scanning a tensor's values that model checks use.
struct WeightValues {
    std::optional<double> size; ///< root mean square of the finite elements; nothing if unknown
    std::optional<double> constant; ///< the value of all elements if they are equal
    std::optional<std::uint32_t> duplicateOf; ///< Health::duplicateOf
};
WeightValues weightValues(const Health& health);

/// A matrix or a norm's weight is out of line if its root mean square is larger or smaller by this factor than that of
/// its role in the surrounding layers, and the difference of the logarithms also exceeds outOfLineDeviations.
inline constexpr double outOfLineFactor = 4;
inline constexpr double outOfLineDeviations = 10; ///< of the scaled median absolute deviation
/// At or above this factor, the finding is a warning, otherwise a note.
inline constexpr double farOutOfLineFactor = 16;

/// Adds findings about the model from the values of its tensors. `values` is indexed by tensor; entries missing at the
/// end are unknown. Does not repeat a scan's findings about single tensors, such as NaN or a matrix of zeros.
void checkValues(
    const Checkpoint& checkpoint, const ModelReport& report, std::span<const WeightValues> values, Findings& findings);

} // namespace loupe
