#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The diffusers path of a U-Net module of Stable Diffusion 1, 2 or XL, whose original names number all blocks
/// consecutively: "input_blocks.4.1.proj_in" is "down_blocks.1.attentions.0.proj_in". Nothing for other paths.
std::optional<std::string> diffusersUnetPath(std::string_view original);

/// The inverse of diffusersUnetPath(). The place of the first level's upsampler depends on the model: that level has
/// attention in XL (`firstHasAttention`), but not in Stable Diffusion 1 and 2.
std::optional<std::string> originalUnetPath(std::string_view diffusers, bool firstHasAttention);

/// The one module whose original path depends on the model.
inline constexpr std::string_view firstUpsampler = "up_blocks.0.upsamplers.0.conv";

} // namespace loupe
