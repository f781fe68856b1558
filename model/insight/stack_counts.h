#pragma once

#include "formats/opening/model_config.h"
#include "insight/family_table.h"
#include "insight/layers.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// How many layers the configuration gives to a stack, and the key that says so.
struct StatedLayers {
    std::uint64_t layers = 0;
    std::string evidence;
};

/// From the key that goes with the name of the stack: "vision_config.num_hidden_layers" for "vision_tower.….layers".
/// Nothing where no key is known to go with it. Layers of a vision encoder behind the one that a model takes its
/// features from may be missing.
std::optional<StatedLayers> statedLayers(const LayerStack& stack, const ModelConfig& config, const ModelFamily* family);

} // namespace loupe
