#pragma once

#include "formats/opening/model_config.h"
#include "insight/family_table.h"
#include "insight/layers.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// Which layers may be compared with each other where no family says so.

/// Whether layers of such models are compared at all: not those of U-Nets, nor of what changes some layers of a model.
bool mayHaveLikeLayers(ModelKind kind);

/// Whether most layers of a stack are blocks of one size: not the stages of a U-Net, nor the steps of a sequence of
/// convolutions, norms and activations.
bool hasLikeLayers(const LayerStack& stack, const Checkpoint& checkpoint);

/// Whether no other stack, vision encoders aside, has a tenth as many elements: then it stands for the model.
bool isAlone(const LayerStack& stack, const LayerStacks& stacks);

/// Whether these layers, of those up to `last`, have a place that an architecture may give them: at the begin, at the
/// end, or as each n-th layer. `numbers` ascend.
bool isRegular(const std::vector<std::uint64_t>& numbers, std::uint64_t last);

/// Whether a tensor goes with the codes of a weight: not all layers of a model are quantized.
bool isCompanion(std::string_view role);

/// Kinds of layers, by what the configuration lists for each of them: "layer_types", "hybrid_override_pattern".
class LayerKinds {
public:
    /// `stack` is the one that the configuration describes; null if there is none.
    LayerKinds(const ModelConfig& config, const LayerStack* stack);

    /// Equal for layers of one kind.
    std::string of(std::uint64_t layer) const;

private:
    void take(const JsonValue& config, std::uint64_t layers);

    std::vector<std::vector<std::string>> m_lists; ///< with one entry for each layer
};

} // namespace loupe
