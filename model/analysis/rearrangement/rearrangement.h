#pragma once

#include "analysis/rearrangement/name_template.h"
#include "analysis/rearrangement/tensor_view.h"
#include "core/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One side of a rule: the names of its tensors, and the view of them to compare.
struct RuleSide {
    NameTemplate name;
    ViewForm form;
};

/// Pairs tensors of A and B whose names have the same captures, and states the views in which both are the same.
struct RearrangementRule {
    RuleSide a;
    RuleSide b;
};

/// A recipe, in JSON, for rearranging the tensors of two checkpoints before they are compared:
///
///   {"tensorloupe_rearrangement": 1, "title": "…", "sizes": {"two": 2}, "rules": […], "ignore_a": […], "ignore_b":
///   […]}
///
/// A rule has the members "a" and "b". Each is a name template (NameTemplate), or an object with: "name"; "axes" (an
/// AxisPattern); "take" (parts of factors, as in AxisPart); "stack" (the capture of "name" whose numbers order the
/// tensors that are stacked into one, and the name of the new axis); "add" (a number to add to each value). If several
/// rules take the same part of a tensor, the first one wins. Tensors that match an "ignore" list are left out.
struct Rearrangement {
    /// The version of recipes that this program writes; it refuses a higher one.
    static constexpr std::uint64_t version = 1;
    static constexpr std::size_t mostBytes = std::size_t{4} << 20;

    std::string title;
    AxisSizes sizes; ///< take precedence over those of the model
    std::vector<RearrangementRule> rules;
    std::vector<NameTemplate> ignoredInA;
    std::vector<NameTemplate> ignoredInB;

    /// Fails with InvalidArgument; the error gives the line, what is wrong, and what was expected.
    static Result<Rearrangement> parse(std::string_view json);
    /// Reads a file of at most mostBytes. Fails with TooLarge, or as Source and parse() do.
    static Result<Rearrangement> read(const std::string& path);
};

} // namespace loupe
