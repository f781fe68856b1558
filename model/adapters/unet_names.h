#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What diffusers calls a module of the U-Net of Stable Diffusion 1, 2 and XL, whose original names number its blocks
/// through: "input_blocks.4.1.proj_in" is "down_blocks.1.attentions.0.proj_in". Nothing for other paths.
std::optional<std::string> diffusersUnetPath(std::string_view original);

/// The other way round. Where the upsampler of the first level is depends on the model: of Stable Diffusion 1 and 2,
/// that level has no attention, of XL it has (`firstHasAttention`).
std::optional<std::string> originalUnetPath(std::string_view diffusers, bool firstHasAttention);

/// The one module whose original path depends on the model.
inline constexpr std::string_view firstUpsampler = "up_blocks.0.upsamplers.0.conv";

} // namespace loupe
