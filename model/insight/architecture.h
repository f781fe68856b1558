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

/// The numbers that describe an architecture.
enum class ArchitectureFigure : std::uint8_t {
    Layers, ///< of the encoder if there is also a decoder
    DecoderLayers, ///< only if there is also an encoder
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
    LatentSize, ///< of the compressed keys and values in the cache (MLA)
    RotarySize, ///< of the uncompressed part of each key (MLA)
};

/// The key in JSON output, "hidden_size", and the title for people, "hidden size".
std::string_view figureKey(ArchitectureFigure figure);
std::string_view figureTitle(ArchitectureFigure figure);

struct FigureValue {
    ArchitectureFigure figure;
    std::uint64_t value = 0;
    std::string evidence; ///< the key of the configuration, or the tensor and its axis
    /// The value according to the tensors, if it differs from the configuration.
    struct Contradiction {
        std::uint64_t value = 0;
        std::string evidence;
    };
    std::optional<Contradiction> byTensors;
};

/// Counts of parameters, that is, elements of weights. Shared weights count once. A quantized weight counts as the
/// weight that it stands for: its scales and zero points do not count. Neither do scales of activations and of cached
/// keys and values, nor buffers that the model computes.
struct ParameterCounts {
    std::uint64_t total = 0;
    std::uint64_t experts = 0; ///< in experts that a router selects from
    std::uint64_t embeddings = 0; ///< of the token embedding and the head, if they were found
    /// Quantized weights that are not counted, because the number of elements that their codes encode is unknown.
    std::uint64_t unknownWeights = 0;
    /// Parameters used for each token: excludes unselected experts and multi-token prediction layers. Nothing if the
    /// number of selected experts is unknown.
    std::optional<std::uint64_t> active;

    /// Nothing if some weights could not be counted.
    std::optional<std::uint64_t> knownTotal() const
    {
        return unknownWeights == 0 ? std::optional(total) : std::nullopt;
    }
};

struct Architecture {
    std::vector<FigureValue> figures; ///< known figures, in the order of ArchitectureFigure
    ParameterCounts parameters;
    std::uint64_t denseLayers = 0; ///< dense layers before the first layer with experts, if any
    /// Layers of the largest stack that project keys. Nothing if there are none, or if other layers may be in another
    /// file.
    std::optional<std::uint64_t> attentionLayers;
    /// Rows of the key projection [rows, hidden size] of a layer: the number of its heads times their size.
    std::optional<std::uint64_t> keyRows;
    /// Positions that the encoder of a speech model passes to its decoder, as its embedding of positions has them.
    std::optional<std::uint64_t> encoderPositions;
    /// Whether the head shares the weights of the embedding. Nothing if the model has no head, or if it is unknown.
    std::optional<bool> hasTiedHead;

    std::optional<std::uint64_t> find(ArchitectureFigure figure) const;
    /// As find(), but prefers the value of the tensors if it differs from the configuration.
    std::optional<std::uint64_t> findInTensors(ArchitectureFigure figure) const;
};

/// The figures that the configuration states, in the order of ArchitectureFigure. Does not look at tensors.
std::vector<FigureValue> statedFigures(const ModelConfig& config);

/// Takes figures from the configuration and compares them with the shapes of tensors; without a configuration, takes
/// them from the shapes alone. Tensors that are missing because they are in another shard are no contradiction.
Architecture architectureOf(
    const NameRoles& roles, const LayerStacks& stacks, const ModelConfig& config, const RecognizedModel& model);

} // namespace loupe
