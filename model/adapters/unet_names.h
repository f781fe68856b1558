#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What diffusers calls a module of the U-Net of Stable Diffusion 1, 2 and XL, whose original names number its blocks
/// through: "input_blocks.4.1.proj_in" is "down_blocks.1.attentions.0.proj_in". Nothing for other paths.
std::optional<std::string> diffusersUnetPath(std::string_view original);

} // namespace loupe
