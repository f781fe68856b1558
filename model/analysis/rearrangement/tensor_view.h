#pragma once

#include "analysis/rearrangement/axis_pattern.h"
#include "core/views/strided_axes.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Sizes of factors by name: "heads".
using AxisSizes = std::map<std::string, std::uint64_t, std::less<>>;

/// The begin or end of a part of an axis: a number, or the name of a size; counted from the end if it is negative.
struct AxisBound {
    bool isFromEnd = false;
    std::uint64_t number = 0;
    std::string size; ///< used instead of `number` unless empty
};

/// The part [begin, end) of one factor.
struct AxisPart {
    std::string axis;
    AxisBound begin;
    std::optional<AxisBound> end; ///< nothing: to the end of the axis

    /// "2:5", "-2:", "heads:", or "2", which is one element. Fails with InvalidArgument.
    static Result<AxisPart> parse(std::string_view axis, std::string_view text);
};

/// A view of one tensor, or of several that are stacked.
struct ViewForm {
    std::string stack; ///< the name of the outermost axis, of which each tensor is one element; empty for one tensor
    std::optional<AxisPattern> axes; ///< nothing: unchanged
    std::vector<AxisPart> parts;
    double add = 0; ///< added to each value
};

/// A view of the elements of one or more tensors of the same shape. Elements are numbered across all tensors, one
/// tensor after the other.
struct TensorView {
    std::vector<std::uint64_t> shape;
    std::uint64_t first = 0; ///< number of the first element
    std::vector<StridedAxis> axes; ///< no axis has size 1; empty for one element
    std::optional<std::size_t>
        stackAxis; ///< the one of `axes` that goes from tensor to tensor, if it has more than one
    bool isPermuted = false; ///< the order of the elements changes
    std::string label; ///< for display: "0:512" or "slot 0:4, rearranged"; empty if nothing changes

    /// The elements that are taken from a tensor: those in [begin, end) of each factor, outermost first. Neighboring
    /// factors are merged wherever possible.
    struct Factor {
        std::uint64_t size = 1;
        std::uint64_t begin = 0;
        std::uint64_t end = 1;
        bool operator==(const Factor&) const = default;
    };
    std::vector<Factor> taken;
    std::uint64_t takenElements = 0; ///< number of elements taken from each tensor
};

/// Fails with InvalidArgument if the shape does not fit the form.
Result<TensorView> viewOf(
    const ViewForm& form, std::span<const std::uint64_t> shape, std::uint64_t tensors, const AxisSizes& sizes);

/// True if both take some of the same elements. Also true if that is unknown, because they split the axes differently.
bool mayOverlap(const std::vector<TensorView::Factor>& one, const std::vector<TensorView::Factor>& other);

} // namespace loupe
