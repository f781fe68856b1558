#pragma once

#include "core/checkpoint.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace loupe {

/// The path of a parameter other than a linear layer's weight, such as stacked experts. PEFT lists these in
/// target_parameters.
struct ParameterPath {
    std::string_view owner; ///< the module: "mlp.experts"; empty for a parameter of the model itself
    std::string_view parameter; ///< name within the module: "gate_up_proj"
};
ParameterPath splitParameter(std::string_view path);

/// The path of the wrapper that PEFT adds to `owner` for one of its parameters, if `inside` other wrappers enclose it.
/// Each wrapper holds the next inner module as "base_layer".
std::string wrappedOwner(std::string_view owner, std::size_t inside);

/// The position of the parameter among those of its module, counted from the innermost wrapper. PEFT wraps parameters
/// in the order in which the class defines them. Nothing if the class is unknown.
std::optional<std::size_t> nestingPlace(std::string_view parameter);

/// The modules whose stacked experts [experts, rows, columns] have outputs in columns, as shown by the shape of a bias
/// next to one of them: "gate_up_proj_bias" [experts, outputs]. For all other modules, PEFT assumes that outputs are
/// rows.
std::set<std::string, std::less<>> transposedOwners(const Checkpoint& model);

} // namespace loupe
