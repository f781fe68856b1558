#pragma once

#include "formats/opening/model_config.h"
#include "insight/families/family_table.h"
#include "insight/layers.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// The number of layers that a stack should have.
struct StatedLayers {
    std::uint64_t layers = 0;
    std::string key; ///< of the configuration; empty: the default in transformers
};

/// Looks up the key that belongs to the name of the stack: "vision_config.num_hidden_layers" for
/// "vision_tower.….layers". A key outside of the configurations of parts counts only for the main part, unless the
/// family is known. Returns nothing if no key is known. Does not count layers of a vision encoder after the one that
/// supplies the model's features: they may be missing.
std::optional<StatedLayers> statedLayers(const LayerStack& stack, const ModelConfig& config, const ModelFamily* family);

} // namespace loupe
