#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe::arrow {

/// The layout of one tensor in a column of arrow.fixed_shape_tensor.
struct ArrowFixedShape {
    std::vector<std::uint64_t> shape; ///< logical shape, permuted
    std::vector<std::uint64_t> strides; ///< in elements
};

/// Parses the extension's metadata, {"shape": [100, 200], "permutation": [1, 0]}. Nothing if it is invalid.
std::optional<ArrowFixedShape> readArrowFixedShape(std::string_view json);

} // namespace loupe::arrow
