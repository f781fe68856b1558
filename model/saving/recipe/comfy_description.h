#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The metadata key in which ComfyUI describes the quantized weights of a file.
constexpr std::string_view comfyDescriptionKey = "_quantization_metadata";

/// Maps a module to its new name; nullopt if its weight is no longer quantized.
using ModuleNames = std::function<std::optional<std::string>(std::string_view module)>;

/// The description reduced to the weights that stay quantized, with everything else unchanged. Nullopt if it lists none
/// of them or cannot be read.
std::optional<std::string> comfyDescriptionOf(std::string_view description, const ModuleNames& names);

} // namespace loupe
