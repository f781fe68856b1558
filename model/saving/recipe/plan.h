#pragma once

#include "core/byte_range.h"
#include "core/result.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// The layout of one file of a recipe, without its tensor data.
struct PlannedFile {
    std::string start; ///< all bytes before the first tensor
    std::vector<std::uint32_t> items; ///< indexes into the recipe's items, in file order
    std::vector<ByteRange> ranges; ///< one for each of `items`, relative to the start of the file
    std::uint64_t size = 0;
};

/// A planned recipe. It has passed every check that is possible before writing.
struct Plan {
    std::vector<PlannedFile> files; ///< more than one only if the recipe asks for shards and needs them
    std::uint64_t tensorBytes = 0;
    std::uint64_t fileBytes = 0;
};

/// Checks the recipe and lays out its files. Fails with Unsupported if the format cannot hold a tensor, or if a cast is
/// not possible; the message names the tensor and, if there is one, the dtype that preserves all its values. Fails with
/// InvalidArgument if two tensors would have the same name; as Elements::open() does if bytes of a tensor are missing;
/// or with TooLarge, OutOfMemory or Stopped.
Result<Plan> makePlan(const Recipe& recipe, const Work& work = {});

} // namespace loupe
