#pragma once

#include "analysis/statistics/health.h"
#include "insight/model_checks.h"

#include <cstdint>
#include <optional>
#include <span>

namespace loupe {

/// What a scan has found of a tensor's values, as far as models are checked with it.
struct WeightValues {
    std::optional<double> size; ///< root mean square of the finite elements; nothing if it is not known
    std::optional<double> constant; ///< the value of all elements, where they are the same
    std::optional<std::uint32_t> duplicateOf; ///< Health::duplicateOf
};
WeightValues weightValues(const Health& health);

/// A matrix, or the weight of a norm, whose root mean square is this many times that of its role in the layers around
/// it, or a part of it, is out of line, if the difference of the logarithms is also beyond this many times the usual
/// deviation of that role.
inline constexpr double outOfLineFactor = 4;
inline constexpr double outOfLineDeviations = 10; ///< of the scaled median absolute deviation
/// From this factor on it is a warning, else a note.
inline constexpr double farOutOfLineFactor = 16;

/// Adds what the values of tensors say about the model. `values`: by number of the tensor; those that are missing at
/// the end are not known. Says nothing of a single tensor that a scan remarks itself, such as NaN or a matrix of zeros.
void checkValues(
    const Checkpoint& checkpoint, const ModelReport& report, std::span<const WeightValues> values, Findings& findings);

} // namespace loupe
