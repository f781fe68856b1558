#pragma once

#include "formats/opening/model_config.h"
#include "insight/family_table.h"
#include "insight/layers.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// The number of layers that the configuration states for a stack, and the key that states it.
struct StatedLayers {
    std::uint64_t layers = 0;
    std::string evidence;
};

/// Looks up the key that belongs to the name of the stack: "vision_config.num_hidden_layers" for
/// "vision_tower.….layers". Returns nothing if no key is known. Does not count layers of a vision encoder after the one
/// that supplies the model's features: they may be missing.
std::optional<StatedLayers> statedLayers(const LayerStack& stack, const ModelConfig& config, const ModelFamily* family);

} // namespace loupe
