#include "insight/leftovers.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

/// After the name of a module, or after "_proj" where the experts of a layer are one tensor.
constexpr std::array<std::string_view, 33> companionEnds{".weight_scale", ".weight_scale_inv", ".weight_scale_2",
    ".weight_global_scale", ".weight_zero_point", ".weight_g_idx", ".weight_shape", ".weight_format", ".scale_weight",
    ".scale_input", ".input_scale", ".input_global_scale", ".input_zero_point", ".output_scale", ".scales", ".biases",
    ".qzeros", ".g_idx", ".SCB", ".comfy_quant", ".weight.absmax", ".weight.quant_map", ".weight.nested_absmax",
    ".weight.nested_quant_map", ".weight.quant_state.bitsandbytes__nf4", ".weight.quant_state.bitsandbytes__fp4",
    "_proj_scale", "_proj_scales", "_proj_scale_inv", "_proj_scales_inv", "_proj_weight_scale", "_proj_weight_scale_2",
    "_proj_input_scale"};

/// The name without the end of a companion; empty if it has none.
std::string_view companionModule(std::string_view role)
{
    const auto end = std::ranges::find_if(companionEnds, [&](std::string_view one) { return role.ends_with(one); });
    return end == companionEnds.end() ? std::string_view() : role.substr(0, role.size() - end->size());
}

} // namespace

bool isOfCodes(std::string_view role)
{
    return !companionModule(role).empty();
}

bool mayBeCodesOf(std::string_view role, std::string_view other)
{
    const std::string_view module = companionModule(role);
    if (!other.starts_with(module) || other.ends_with("bias") || isOfCodes(other))
        return false;
    const std::string_view rest = other.substr(module.size());
    return rest.empty() || rest.front() == '.' || rest.front() == '_';
}

} // namespace loupe
