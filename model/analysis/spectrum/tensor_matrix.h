#pragma once

#include "analysis/slices/slice.h"
#include "core/result.h"
#include "core/tensor.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// How a tensor is seen as a matrix.
struct TensorMatrix {
    Slice slice;
    std::vector<std::uint64_t> shape; ///< of the tensor
    std::optional<std::uint64_t> stacked; ///< index of the matrix, if the tensor is taken as a stack
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    /// In words: "320 × 2,880, from [320, 320, 3, 3] with all dimensions after the first one as columns".
    std::string text;

    /// True if dimensions were joined to make columns.
    bool isFlattened() const { return shape.size() > 2 && !stacked; }
    std::uint64_t smallerSide() const { return std::min(rows, columns); }
    std::uint64_t largerSide() const { return std::max(rows, columns); }
};

/// Without `stacked`, the first dimension gives the rows and all others give the columns, as is usual for convolutions.
/// With it, the tensor is a stack of matrices, such as one for each expert: the last two dimensions are those of a
/// matrix, and all others number the matrices from 0. Fails with Unsupported if there are fewer than two dimensions or
/// no elements, and with InvalidArgument if there is no such matrix.
Result<TensorMatrix> asMatrix(std::span<const std::uint64_t> shape, std::optional<std::uint64_t> stacked = {});

/// The number of matrices if the tensor is taken as a stack; 1 if it has two dimensions or fewer.
std::uint64_t stackedMatrices(std::span<const std::uint64_t> shape);

/// True if the tensor is more likely a stack of matrices, such as the experts of a layer, than a convolution: it has
/// three dimensions, and its name says so, or the last two are both longer than kernels usually are.
bool isLikelyStack(std::string_view name, std::span<const std::uint64_t> shape);

} // namespace loupe
