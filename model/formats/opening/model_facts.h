#pragma once

#include "formats/opening/model_config.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Which model a checkpoint holds, as far as its metadata or the configuration beside it says so. Texts are as the file
/// has them: they may be long and hold anything.
struct ModelFacts {
    enum class Figure : std::uint8_t { Layers, HiddenSize, Heads, Experts, Vocabulary, Context, Rank, Alpha };

    std::string name; ///< "DeepseekV3ForCausalLM", "llama"; of an adapter its kind, "LORA"; empty where not known
    bool isAdapter = false;
    std::vector<std::pair<Figure, double>> figures; ///< whole numbers, but for Alpha; positive
    std::string baseModel; ///< of an adapter; empty where it is not known
    std::string source; ///< the file that says so; empty: the metadata

    bool isEmpty() const { return name.empty() && figures.empty(); }
};

/// As it stands in JSON: "hidden_size".
std::string_view figureName(ModelFacts::Figure figure);

/// Reads at most one small file. From GGUF's metadata; else from `config.json` or `adapter_config.json` in the
/// checkpoint's folder, where the checkpoint has a name that goes with one, such as
/// "model-00001-of-00003.safetensors"; else from what the metadata calls the architecture.
ModelFacts findModelFacts(const Checkpoint& checkpoint);
/// The same with the configuration that was found before.
ModelFacts findModelFacts(const Checkpoint& checkpoint, const ModelConfig& config);

} // namespace loupe
