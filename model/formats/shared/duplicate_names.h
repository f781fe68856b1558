#pragma once

#include "core/finding.h"
#include "core/tensor.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// Two tensors with the same name: indices into the list that was searched, earlier < later.
struct DuplicateName {
    std::uint32_t earlier = 0; ///< the first tensor of that name
    std::uint32_t later = 0;
};

/// Every tensor with the same name as an earlier one, sorted by `later`. Takes linear time for any names: the hash has
/// a new seed in each process, so that no file can force collisions.
std::vector<DuplicateName> duplicateNames(std::span<const Tensor> tensors);

/// Adds a warning about each tensor with the same name as an earlier one. `problem` follows the tensor's name in the
/// message, such as "has a duplicate name".
void reportDuplicateNames(std::span<const Tensor> tensors, std::string_view problem, Findings& findings);

} // namespace loupe
