#include "analysis/spectrum/tensor_matrix.h"

#include "core/text/text.h"

#include <array>

namespace loupe {

namespace {

std::string sizeText(std::uint64_t rows, std::uint64_t columns)
{
    return formatCount(rows) + " × " + formatCount(columns);
}

} // namespace

std::uint64_t stackedMatrices(std::span<const std::uint64_t> shape)
{
    std::uint64_t count = 1;
    for (std::size_t i = 0; i + 2 < shape.size(); ++i)
        count *= shape[i];
    return count;
}

bool isLikelyStack(std::string_view name, std::span<const std::uint64_t> shape)
{
    constexpr std::uint64_t longestKernel = 32;
    constexpr std::array<std::string_view, 3> experts{"experts", "_exps", "switch_mlp"};
    const auto isIn = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    return shape.size() == 3 && (std::min(shape[1], shape[2]) > longestKernel || std::ranges::any_of(experts, isIn));
}

Result<TensorMatrix> asMatrix(std::span<const std::uint64_t> shape, std::optional<std::uint64_t> stacked)
{
    const auto elements = elementCount(shape);
    if (shape.size() < 2) {
        return fail(
            ErrorCode::Unsupported, "has the shape " + formatShape(shape) + ", expected at least two dimensions");
    }
    if (!elements || *elements == 0) {
        return fail(ErrorCode::Unsupported,
            "has the shape " + formatShape(shape) + " and no element, so it has no singular values");
    }
    TensorMatrix matrix;
    matrix.shape.assign(shape.begin(), shape.end());
    if (!stacked) {
        matrix.rows = shape[0];
        matrix.columns = *elements / shape[0];
        matrix.slice = Slice::folded(*elements, matrix.columns);
        matrix.text = sizeText(matrix.rows, matrix.columns);
        if (shape.size() > 2)
            matrix.text += ", from " + formatShape(shape) + " with all dimensions after the first one as columns";
        return matrix;
    }
    const std::uint64_t count = stackedMatrices(shape);
    if (*stacked >= count) {
        return fail(ErrorCode::InvalidArgument,
            "has the shape " + formatShape(shape) + ", a stack of " + counted(count, "matrix", "matrices")
                + ": there is no matrix " + formatCount(*stacked) + ", expected 0 to " + formatCount(count - 1));
    }
    std::vector<std::uint64_t> index(shape.size());
    std::uint64_t rest = *stacked;
    for (std::size_t axis = shape.size() - 2; axis-- > 0;) {
        index[axis] = rest % shape[axis];
        rest /= shape[axis];
    }
    auto slice = Slice::across(shape, shape.size() - 2, shape.size() - 1, index);
    if (!slice)
        return fail(std::move(slice.error()));
    matrix.rows = shape[shape.size() - 2];
    matrix.columns = shape.back();
    matrix.slice = *slice;
    matrix.text = sizeText(matrix.rows, matrix.columns);
    if (shape.size() > 2) {
        matrix.stacked = stacked;
        matrix.text += ", matrix " + formatCount(*stacked) + " of the stack " + formatShape(shape);
    }
    return matrix;
}

} // namespace loupe
