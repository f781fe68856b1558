#pragma once

#include "formats/opening/model_config.h"
#include "insight/families/family_table.h"
#include "insight/name_roles.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The kind of model that a checkpoint holds, according to its configuration and tensors.
struct RecognizedModel {
    static constexpr std::string_view draftType = "EAGLE draft model";

    const ModelFamily* family = nullptr; ///< null if unknown
    std::string_view title; ///< the family's title; empty if unknown
    bool byConfig = false; ///< the configuration or GGUF's metadata names it
    bool byTensors = false; ///< the tensors match the family
    /// The model type in the configuration if no family has it: "starcoder2". May be any text. For a draft model, whose
    /// configuration names the family that it drafts for: draftType.
    std::string unknownType;
    /// The family that the tensors match, if the configuration names another one; else null.
    const ModelFamily* contradicting = nullptr;
    std::vector<std::string_view> parts; ///< titles of additional parts: "VAE"
    std::vector<std::string> evidence; ///< for people, the strongest first
};

/// The configuration decides and tensors confirm. Without a configuration, tensors decide.
RecognizedModel recognizeModel(const NameRoles& roles, const ModelConfig& config);

/// Whether models of the family with this configuration must have the tensors that `need` names.
bool isNeeded(const ModelNeed& need, const ModelConfig& config);

/// True if the family is of encoders of one input, which resemble each other.
bool isEncoder(const ModelFamily& family);

/// True if the configuration refers to custom code (auto_map), whose models may have other tensors than the family.
bool mayHaveOtherCode(const RecognizedModel& model, const ModelConfig& config);

/// The families of a model's parts: those that the configuration names, else the family's usual ones. Null if the model
/// has no such part, or if the configuration names an unknown one.
const ModelFamily* textFamilyOf(const ModelFamily& family, const ModelConfig& config);
const VisionTower* visionTowerOf(const ModelFamily& family, const ModelConfig& config);

/// Whether the head shares the weights of the embedding, as the configuration states it, else as is usual for the
/// family. Nothing if neither is known.
std::optional<bool> statedTiedHead(const RecognizedModel& model, const ModelConfig& config);
/// The transformers class that the configuration names: "LlamaForCausalLM". Empty if it names none.
std::string_view modelClass(const ModelConfig& config);

/// The task of a model, by the end of its class.
enum class ModelTask : std::uint8_t {
    Unstated, ///< the configuration names no class
    None, ///< without a head: "…Model"
    ContinuesText, ///< "…ForCausalLM", "…LMHeadModel"
    AnswersInput, ///< writes text about a text, a picture or sound: "…ForConditionalGeneration", "…ChatModel"
    Other,
};
ModelTask modelTask(const ModelConfig& config);
inline bool writesText(ModelTask task)
{
    return task == ModelTask::ContinuesText || task == ModelTask::AnswersInput;
}

} // namespace loupe
