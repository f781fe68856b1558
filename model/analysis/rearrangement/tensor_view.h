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

/// Where a part of an axis begins or ends: a number, or the name of a size; counted from the end where it is negative.
struct AxisBound {
    bool isFromEnd = false;
    std::uint64_t number = 0;
    std::string size; ///< in place of the number; empty for none
};

/// The part [begin, end) of one factor.
struct AxisPart {
    std::string axis;
    AxisBound begin;
    std::optional<AxisBound> end; ///< nothing: to the last one

    /// "2:5", "-2:", "heads:", or "2", which is one element. Fails with InvalidArgument.
    static Result<AxisPart> parse(std::string_view axis, std::string_view text);
};

/// What is made of one tensor, or of several that are stacked.
struct ViewForm {
    std::string stack; ///< the name of the outermost axis, of which each tensor is one element; empty for one tensor
    std::optional<AxisPattern> axes; ///< nothing: as they are
    std::vector<AxisPart> parts;
    double add = 0; ///< to each value
};

/// A view of the elements of tensors of the same shape, which are counted one after the other.
struct TensorView {
    std::vector<std::uint64_t> shape;
    std::uint64_t first = 0; ///< element
    std::vector<StridedAxis> axes; ///< no axis has size 1; empty for one element
    std::optional<std::size_t>
        stackAxis; ///< the one of `axes` that goes from tensor to tensor, if it has more than one
    bool isPermuted = false; ///< elements are in another order
    std::string label; ///< for people: "0:512" or "slot 0:4, rearranged"; empty if all is as it was

    /// Which elements of a tensor are taken: of factors, outermost first, those in [begin, end). No two neighbors could
    /// be one.
    struct Factor {
        std::uint64_t size = 1;
        std::uint64_t begin = 0;
        std::uint64_t end = 1;
        bool operator==(const Factor&) const = default;
    };
    std::vector<Factor> taken;
    std::uint64_t takenElements = 0; ///< of each tensor
};

/// Fails with InvalidArgument: the shape does not fit the form.
Result<TensorView> viewOf(
    const ViewForm& form, std::span<const std::uint64_t> shape, std::uint64_t tensors, const AxisSizes& sizes);

/// Whether both take elements that are the same, or may do: that is not known where they split the axes differently.
bool mayOverlap(const std::vector<TensorView::Factor>& one, const std::vector<TensorView::Factor>& other);

} // namespace loupe
