#pragma once

#include "core/byte_range.h"
#include "core/result.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// One file of a recipe, but for the bytes of its tensors.
struct PlannedFile {
    std::string start; ///< all bytes before the first tensor
    std::vector<std::uint32_t> items; ///< of the recipe, as they follow each other in the file
    std::vector<ByteRange> ranges; ///< of each of `items`, from the first byte of the file
    std::uint64_t size = 0;
};

/// What a recipe comes to: nothing that can be known before writing goes wrong after this.
struct Plan {
    std::vector<PlannedFile> files; ///< more than one where the recipe asks for shards and they are needed
    std::uint64_t tensorBytes = 0;
    std::uint64_t fileBytes = 0;
};

/// Checks the recipe and lays out its files. Fails with Unsupported if the format cannot hold a tensor, or a dtype
/// cannot be cast to another: the message names the tensor and, if there is one, the dtype that keeps all its values;
/// with InvalidArgument where two tensors would have one name; as Elements::open() does where a tensor's bytes are not
/// all there; with TooLarge, OutOfMemory or Stopped.
Result<Plan> makePlan(const Recipe& recipe, const Work& work = {});

} // namespace loupe
