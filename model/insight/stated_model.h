#pragma once

#include "formats/opening/model_config.h"
#include "insight/architecture.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A positive number that an adapter states for its modules.
struct StatedNumber {
    double value = 0; ///< for modules that match no pattern
    double least = 0; ///< taking the patterns (rank_pattern, alpha_pattern) into account
    double most = 0;

    bool isOne() const { return least == most; }
};

/// The model that a checkpoint holds according to its metadata or the configuration next to it, regardless of its
/// tensors. Texts are copied from the file: they may be long and contain anything.
struct StatedModel {
    std::string name; ///< "DeepseekV3ForCausalLM", "llama"; the kind of an adapter, "LORA"; empty if unknown
    std::vector<FigureValue> figures; ///< the figures for a one-line description
    bool isAdapter = false;
    std::optional<StatedNumber> rank; ///< this and the next two members are for adapters; a whole number
    std::optional<StatedNumber> alpha;
    std::string baseModel; ///< empty if unknown
    std::string source; ///< the file with this information; empty: the metadata

    bool isEmpty() const { return name.empty() && figures.empty(); }
};

/// Uses the configuration or, if it has no such information, the architecture in the metadata.
StatedModel statedModel(const Checkpoint& checkpoint, const ModelConfig& config);
/// As above, with the configuration that ModelConfig::find() finds. Reads at most one small file.
StatedModel statedModel(const Checkpoint& checkpoint);

} // namespace loupe
