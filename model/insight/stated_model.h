#pragma once

#include "formats/opening/model_config.h"
#include "insight/architecture.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A number that an adapter has for its modules; positive.
struct StatedNumber {
    double value = 0; ///< of modules for which no pattern says another one
    double least = 0; ///< with those of the patterns (rank_pattern, alpha_pattern)
    double most = 0;

    bool isOne() const { return least == most; }
};

/// Which model a checkpoint holds as its metadata or the configuration next to it say, whatever its tensors are. Texts
/// are as the file has them: they may be long and hold anything.
struct StatedModel {
    std::string name; ///< "DeepseekV3ForCausalLM", "llama"; of an adapter its kind, "LORA"; empty if not known
    std::vector<FigureValue> figures; ///< those that describe a model in one line
    bool isAdapter = false;
    std::optional<StatedNumber> rank; ///< of an adapter, as are the following; whole numbers
    std::optional<StatedNumber> alpha;
    std::string baseModel; ///< empty if it is not known
    std::string source; ///< the file that says so; empty: the metadata

    bool isEmpty() const { return name.empty() && figures.empty(); }
};

/// From the configuration; where that says nothing, from what the metadata calls the architecture.
StatedModel statedModel(const Checkpoint& checkpoint, const ModelConfig& config);
/// The same with the configuration that ModelConfig::find() finds: reads at most one small file.
StatedModel statedModel(const Checkpoint& checkpoint);

} // namespace loupe
