#pragma once

#include "core/result.h"
#include "saving/recipe/recipe.h"

#include <cstdint>

namespace loupe {

enum class PartsOf : std::uint8_t {
    CopiedWeights, ///< of all quantized weights that are copied
    UndecodedWeights, ///< only of those whose values cannot be read
};

/// Replaces quantized weights with the tensors that they are stored in, in file order, with names derived from the new
/// names of the weights. Weights that are cast are left alone: their values are written, and their scales are not.
/// Fails with InvalidArgument if no names for the parts can be derived from a weight's new name.
Result<Recipe> withStoredParts(Recipe recipe, PartsOf which = PartsOf::CopiedWeights);

/// The tensors and metadata that removeExtras() removed.
struct RemovedExtras {
    std::uint64_t tensors = 0; ///< scales of activations and caches
    enum class Description : std::uint8_t { None, Whole, Cut };
    Description description = Description::None; ///< ComfyUI's metadata key; Cut: reduced to the weights that stay
                                                 ///< quantized
};

/// Removes tensors and metadata that are useless once weights are dequantized: scales of activations and caches, and
/// ComfyUI's description of the weights. Keeps those of weights that cannot be decoded. Call it before
/// withStoredParts().
RemovedExtras removeExtras(Recipe& recipe);

} // namespace loupe
