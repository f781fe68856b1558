#pragma once

#include "core/incomplete_tensors.h"
#include "core/work.h"
#include "saving/recipe.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A tensor that a recipe does without, because it is not whole.
struct LeftOutTensor {
    std::string name; ///< that it was to have
    std::optional<IncompleteTensor> incomplete; ///< how much of it is missing, where that is why
    Error why;
};

/// Takes what is not whole out of the recipe and says so in Recipe::leftOut: tensors of which bytes are missing, whose
/// bytes do not fit their shape, or whose values cannot be unpacked. Reads all values that do not lie plainly, since
/// nothing else tells; progress in their bytes, its total is salvageWork(). Fails with Stopped, with OutOfMemory, or
/// with Changed where a source was changed meanwhile: the recipe is then as it was.
Result<std::vector<LeftOutTensor>> keepWhole(Recipe& recipe, const Work& work = {});

std::uint64_t salvageWork(const Recipe& recipe);

} // namespace loupe
