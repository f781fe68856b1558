#pragma once

#include "formats/opening/model_config.h"
#include "insight/families/family_table.h"
#include "insight/layers.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// Decides which layers may be compared with each other if the family is unknown.

/// Whether layers of models of this kind may be compared at all. U-Nets and adapters, which change only some layers,
/// are excluded.
bool mayHaveLikeLayers(ModelKind kind);

/// Whether most layers of a stack are blocks of one size, unlike the stages of a U-Net or a sequence of convolutions,
/// norms and activations.
bool hasLikeLayers(const LayerStack& stack, const Checkpoint& checkpoint);

/// Whether no other stack except vision encoders has a tenth as many elements. Such a stack represents the model.
bool isAlone(const LayerStack& stack, const LayerStacks& stacks);

/// Whether the layers `numbers`, out of 0 to `last`, form a pattern that an architecture may have: at the start, at the
/// end, or every n-th layer. `numbers` ascend.
bool isRegular(const std::vector<std::uint64_t>& numbers, std::uint64_t last);

/// Whether a tensor accompanies the codes of a quantized weight. Models may quantize only some layers.
bool isCompanion(std::string_view role);

/// The kinds of layers, according to the per-layer lists of the configuration: "layer_types",
/// "hybrid_override_pattern".
class LayerKinds {
public:
    /// `stack`: the one that the configuration describes; null if there is none.
    LayerKinds(const ModelConfig& config, const LayerStack* stack);

    /// Equal for layers of one kind.
    std::string of(std::uint64_t layer) const;

private:
    void take(const JsonValue& config, std::uint64_t layers);

    std::vector<std::vector<std::string>> m_lists; ///< each with one entry per layer
};

} // namespace loupe
