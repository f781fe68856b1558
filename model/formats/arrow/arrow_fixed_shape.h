#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe::arrow {

/// How the elements of one tensor of a column of arrow.fixed_shape_tensor lie.
struct ArrowFixedShape {
    std::vector<std::uint64_t> shape; ///< as its users see it, permuted
    std::vector<std::uint64_t> strides; ///< in elements
};

/// From the extension's metadata, {"shape": [100, 200], "permutation": [1, 0]}. Nothing where they make no sense.
std::optional<ArrowFixedShape> readArrowFixedShape(std::string_view json);

} // namespace loupe::arrow
