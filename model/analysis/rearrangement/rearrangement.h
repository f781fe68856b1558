#pragma once

#include "analysis/rearrangement/name_template.h"
#include "analysis/rearrangement/tensor_view.h"
#include "core/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One side of a rule: which tensors, and the view of them that is compared.
struct RuleSide {
    NameTemplate name;
    ViewForm form;
};

/// Tensors of A and of B whose names have the same captures, and the views in which both are the same.
struct RearrangementRule {
    RuleSide a;
    RuleSide b;
};

/// In which arrangement the tensors of two checkpoints are compared: a recipe, as JSON.
///
///   {"tensorloupe_rearrangement": 1, "title": "…", "sizes": {"two": 2}, "rules": […], "ignore_a": […], "ignore_b":
///   […]}
///
/// A rule has the members "a" and "b". Each is a name, as NameTemplate takes it, or an object: "name", "axes" (an
/// AxisPattern), "take" (parts of factors, as AxisPart takes them), "stack" (the capture of "name" by whose numbers
/// tensors become one, and the name of that axis), "add" (a number that is added to each value). The first rule that
/// takes a part of a tensor counts for that part. Tensors that an "ignore" names are left out.
struct Rearrangement {
    /// The version of recipes that this program writes; it refuses a higher one.
    static constexpr std::uint64_t version = 1;
    static constexpr std::size_t mostBytes = std::size_t{4} << 20;

    std::string title;
    AxisSizes sizes; ///< stand before those of the model
    std::vector<RearrangementRule> rules;
    std::vector<NameTemplate> ignoredInA;
    std::vector<NameTemplate> ignoredInB;

    /// Fails with InvalidArgument: the line, what is wrong, what was expected.
    static Result<Rearrangement> parse(std::string_view json);
    /// A small file. Fails as Source, as parse(), and with TooLarge.
    static Result<Rearrangement> read(const std::string& path);
};

} // namespace loupe
