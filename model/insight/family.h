#pragma once

#include "formats/opening/model_config.h"
#include "insight/family_table.h"
#include "insight/name_roles.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What a checkpoint holds, as far as it is sure.
struct RecognizedModel {
    const ModelFamily* family = nullptr; ///< null: unknown
    std::string_view title; ///< of the family; empty if it is unknown
    bool byConfig = false; ///< the configuration or GGUF's metadata names it
    bool byTensors = false; ///< its tensors are there
    /// What the configuration calls the model, where no family has the name: "starcoder2". Any text.
    std::string unknownType;
    /// The family whose tensors are there, where the configuration names another one; else null.
    const ModelFamily* contradicting = nullptr;
    std::vector<std::string_view> parts; ///< what it holds besides: "VAE"
    std::vector<std::string> evidence; ///< for people, in the order of its weight
};

/// The configuration decides and tensors confirm; without one, tensors decide.
RecognizedModel recognizeModel(const NameRoles& roles, const ModelConfig& config);

/// Whether models of its family with such a configuration have what `need` names.
bool isNeeded(const ModelNeed& need, const ModelConfig& config);

/// The families of the parts of a model, as the configuration names them; else those that are usual. Null where the
/// model has no such part, or what the configuration names is not known.
const ModelFamily* textFamilyOf(const ModelFamily& family, const ModelConfig& config);
const VisionTower* visionTowerOf(const ModelFamily& family, const ModelConfig& config);

/// Whether the head shares the weights of the embedding: what the configuration says, else what is usual for the
/// family. Nothing where neither is known.
std::optional<bool> statedTiedHead(const RecognizedModel& model, const ModelConfig& config);
/// The class of transformers that the configuration names: "LlamaForCausalLM". Empty where it names none.
std::string_view modelClass(const ModelConfig& config);

} // namespace loupe
