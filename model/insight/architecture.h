#pragma once

#include "formats/opening/model_config.h"
#include "insight/family.h"
#include "insight/layers.h"
#include "insight/name_roles.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A number of an architecture.
enum class ArchitectureFigure : std::uint8_t {
    Layers, ///< of the encoder, where there is a decoder, too
    DecoderLayers, ///< where there is an encoder, too
    HiddenSize,
    Heads,
    KeyValueHeads,
    HeadSize,
    FeedForwardSize,
    Experts,
    ExpertsPerToken,
    Vocabulary,
    Context,
    SlidingWindow,
    LatentSize, ///< of keys and values that are cached compressed (MLA)
    RotarySize, ///< of the part of keys that is not compressed (MLA)
};

/// As it stands in JSON: "hidden_size". For people: "hidden size".
std::string_view figureKey(ArchitectureFigure figure);
std::string_view figureTitle(ArchitectureFigure figure);

struct FigureValue {
    ArchitectureFigure figure;
    std::uint64_t value = 0;
    std::string evidence; ///< the key of the configuration, or the tensor and its axis
    /// What the tensors say, where the configuration says something else.
    struct Contradiction {
        std::uint64_t value = 0;
        std::string evidence;
    };
    std::optional<Contradiction> byTensors;
};

/// Counts of parameters: elements of weights, each shared one once. Buffers that are computed are left out.
struct ParameterCounts {
    std::uint64_t total = 0;
    std::uint64_t experts = 0; ///< in experts that a router chooses among
    std::uint64_t embeddings = 0; ///< of tokens and the head, where they are found
    /// Quantized weights that are not counted: nothing tells how many elements their codes stand for.
    std::uint64_t unknownWeights = 0;
    /// That a token goes through: the experts that are not chosen aside, and layers for multi-token prediction. Nothing
    /// where their number is not known.
    std::optional<std::uint64_t> active;

    /// Nothing where weights are not counted.
    std::optional<std::uint64_t> knownTotal() const
    {
        return unknownWeights == 0 ? std::optional(total) : std::nullopt;
    }
};

struct Architecture {
    std::vector<FigureValue> figures; ///< in the order of ArchitectureFigure, those that are known
    ParameterCounts parameters;
    std::uint64_t denseLayers = 0; ///< before those with experts, where there are any
    /// Whether the head shares the weights of the embedding; nothing where the model has no head, or it is not known.
    std::optional<bool> hasTiedHead;

    std::optional<std::uint64_t> find(ArchitectureFigure figure) const;
    /// The same, as the tensors have it where the configuration says something else.
    std::optional<std::uint64_t> findInTensors(ArchitectureFigure figure) const;
};

/// What the configuration says, in the order of ArchitectureFigure, whatever the tensors are.
std::vector<FigureValue> statedFigures(const ModelConfig& config);

/// From the configuration first, compared with the shapes of tensors; without one, from the shapes alone. What one
/// shard does not have is no contradiction.
Architecture architectureOf(
    const NameRoles& roles, const LayerStacks& stacks, const ModelConfig& config, const RecognizedModel& model);

} // namespace loupe
