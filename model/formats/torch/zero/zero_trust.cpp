#include "formats/torch/zero/zero_trust.h"

#include "formats/torch/torch_allowed_globals.h"
#include "formats/torch/torch_import_uses.h"

#include <algorithm>
#include <array>

namespace loupe::torch {

namespace {

bool isStageEnum(std::string_view module, std::string_view name)
{
    return module == "deepspeed.runtime.zero.config" && name == "ZeroStageEnum";
}

bool takesStage(const pickle::PickleValues& values, pickle::PickleId call)
{
    const auto arguments = values.itemList(values.at(call).node.argument, 3);
    return arguments.size() == 2 && values.kind(arguments[0]) == pickle::PickleKind::Global
        && isStageEnum(values.module(arguments[0]), values.name(arguments[0]))
        && values.kind(arguments[1]) == pickle::PickleKind::Text && zeroStageNamed(values.text(arguments[1]));
}

} // namespace

pickle::PickleTrust zeroTrust(std::string_view module, std::string_view name)
{
    constexpr auto allowed = pickle::PickleTrust::Allowed;
    if (isStageEnum(module, name) || isGetattr(module, name))
        return allowed;
    if (module == "deepspeed.runtime.fp16.loss_scaler" && (name == "LossScaler" || name == "DynamicLossScaler"))
        return allowed;
    if (module == "deepspeed.utils.tensor_fragment" && name == "fragment_address")
        return allowed;
    return torchName(module, name).trust;
}

std::optional<std::uint64_t> zeroStageNamed(std::string_view member)
{
    constexpr std::array<std::string_view, 4> members{"disabled", "optimizer_states", "gradients", "weights"};
    const auto found = std::ranges::find(members, member);
    return found == members.end() ? std::nullopt : std::optional(static_cast<std::uint64_t>(found - members.begin()));
}

void distrustZeroMisuse(pickle::PickleReading& reading)
{
    distrustMisuse(reading, {.isConditional = isGetattr, .isHarmless = takesStage});
}

} // namespace loupe::torch
