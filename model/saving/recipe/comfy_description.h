#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The metadata key in which ComfyUI describes the quantized weights of a file.
constexpr std::string_view comfyDescriptionKey = "_quantization_metadata";

/// What a module is called from now on; nothing if its weight is no longer quantized.
using ModuleNames = std::function<std::optional<std::string>(std::string_view module)>;

/// A description of the weights that stay quantized, with all else as it was. Nothing if none of them is in it, or
/// it cannot be read.
std::optional<std::string> comfyDescriptionOf(std::string_view description, const ModuleNames& names);

} // namespace loupe
