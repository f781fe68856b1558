#pragma once

#include "core/checkpoint.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace loupe {

/// A parameter that is no weight of a linear layer, such as stacked experts, as PEFT has it in target_parameters.
struct ParameterPath {
    std::string_view owner; ///< the module: "mlp.experts"; empty for one of the model itself
    std::string_view parameter; ///< in it: "gate_up_proj"
};
ParameterPath splitParameter(std::string_view path);

/// The path of the module that PEFT puts around `owner` for one of its parameters, where `inside` others lie around it:
/// each stands in the one before as "base_layer".
std::string wrappedOwner(std::string_view owner, std::size_t inside);

/// Where the parameter stands among those of its module, from the innermost one on: PEFT takes them in the order in
/// which the class has them. Nothing for names whose class is not known.
std::optional<std::size_t> nestingPlace(std::string_view parameter);

/// The modules whose stacked experts [experts, rows, columns] have their outputs in columns, as a bias next to one of
/// them says: "gate_up_proj_bias" [experts, outputs]. PEFT takes those of all others for rows.
std::set<std::string, std::less<>> transposedOwners(const Checkpoint& model);

} // namespace loupe
