#pragma once

#include "core/result.h"
#include "saving/recipe/recipe.h"

#include <cstdint>

namespace loupe {

enum class PartsOf : std::uint8_t {
    CopiedWeights, ///< of all quantized weights that are copied
    UndecodedWeights, ///< of those alone whose values cannot be read
};

/// In place of quantized weights the tensors that they are stored in, under names that follow the weights' new ones, in
/// the order of their file. A weight that is cast stays: its values are written, and its scales are not.
/// Fails with InvalidArgument if a weight's new name leaves its parts without one.
Result<Recipe> withStoredParts(Recipe recipe, PartsOf which = PartsOf::CopiedWeights);

/// What removeExtras() has taken out.
struct RemovedExtras {
    std::uint64_t tensors = 0; ///< scales of activations and caches
    enum class Description : std::uint8_t { None, Whole, Cut };
    Description description = Description::None; ///< ComfyUI's metadata key; cut to the weights that stay quantized
};

/// Takes out of a recipe what belongs to quantized weights and is of no use to dequantized ones: scales of activations
/// and caches, ComfyUI's description of the weights. What belongs to weights that cannot be decoded stays. Before
/// withStoredParts().
RemovedExtras removeExtras(Recipe& recipe);

} // namespace loupe
