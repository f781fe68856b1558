#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// How the axes of a tensor are split, moved and joined: "(heads half two) in -> (heads two half) in". Each side has an
/// entry for each axis; parentheses hold the factors of one axis, the outermost first. Both sides have the same names,
/// each once. "..." stands for all axes that are not named, "1" for an axis of one element.
struct AxisPattern {
    /// Names of the factors of one axis; empty for an axis of one element.
    using Axis = std::vector<std::string>;
    static constexpr std::string_view rest = "...";

    std::vector<Axis> from;
    std::vector<Axis> to;

    /// Fails with InvalidArgument.
    static Result<AxisPattern> parse(std::string_view text);
};

/// True if this can be the name of a factor: letters, digits and underscores, not beginning with a digit.
bool isAxisName(std::string_view text);

} // namespace loupe
