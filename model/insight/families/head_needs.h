#pragma once

#include "insight/families/family_table.h"

namespace loupe {

// The tensors that transformers classes add to their base models. Heads that may share the weights of the embedding are
// not listed.

inline constexpr ModelNeed headBias[]{{.parts = "lm_head.bias", .isOuter = true}};
inline constexpr ModelNeed bertLanguageHead[]{{.parts = "cls.predictions.transform.dense", .isOuter = true},
    {.parts = "cls.predictions.transform.dense.bias", .isOuter = true},
    {.parts = "cls.predictions.transform.LayerNorm", .isOuter = true},
    {.parts = "cls.predictions.transform.LayerNorm.bias|cls.predictions.transform.LayerNorm.beta", .isOuter = true},
    {.parts = "cls.predictions.bias|cls.predictions.decoder.bias", .isOuter = true}};
inline constexpr ModelNeed robertaLanguageHead[]{{.parts = "lm_head.dense", .isOuter = true},
    {.parts = "lm_head.dense.bias", .isOuter = true}, {.parts = "lm_head.layer_norm", .isOuter = true},
    {.parts = "lm_head.layer_norm.bias", .isOuter = true},
    {.parts = "lm_head.bias|lm_head.decoder.bias", .isOuter = true}};
inline constexpr ModelNeed distilbertLanguageHead[]{{.parts = "vocab_transform", .isOuter = true},
    {.parts = "vocab_transform.bias", .isOuter = true}, {.parts = "vocab_layer_norm", .isOuter = true},
    {.parts = "vocab_layer_norm.bias", .isOuter = true}, {.parts = "vocab_projector.bias", .isOuter = true}};
inline constexpr ModelNeed albertLanguageHead[]{{.parts = "predictions.dense", .isOuter = true},
    {.parts = "predictions.dense.bias", .isOuter = true}, {.parts = "predictions.LayerNorm", .isOuter = true},
    {.parts = "predictions.LayerNorm.bias", .isOuter = true},
    {.parts = "predictions.bias|predictions.decoder.bias", .isOuter = true}};
inline constexpr ModelNeed modernBertHead[]{
    {.parts = "head.dense", .isOuter = true}, {.parts = "head.norm", .isOuter = true}};
inline constexpr ModelNeed electraDiscriminator[]{{.parts = "discriminator_predictions.dense", .isOuter = true},
    {.parts = "discriminator_predictions.dense.bias", .isOuter = true},
    {.parts = "discriminator_predictions.dense_prediction", .isOuter = true},
    {.parts = "discriminator_predictions.dense_prediction.bias", .isOuter = true}};
inline constexpr ModelNeed bertPooler[]{
    {.parts = "pooler.dense", .isOuter = true}, {.parts = "pooler.dense.bias", .isOuter = true}};
inline constexpr ModelNeed classifier[]{
    {.parts = "classifier", .isOuter = true}, {.parts = "classifier.bias", .isOuter = true}};
inline constexpr ModelNeed robertaClassifier[]{{.parts = "classifier.dense", .isOuter = true},
    {.parts = "classifier.dense.bias", .isOuter = true}, {.parts = "classifier.out_proj", .isOuter = true},
    {.parts = "classifier.out_proj.bias", .isOuter = true}};
inline constexpr ModelNeed distilbertClassifier[]{{.parts = "pre_classifier", .isOuter = true},
    {.parts = "pre_classifier.bias", .isOuter = true}, {.parts = "classifier", .isOuter = true},
    {.parts = "classifier.bias", .isOuter = true}};
inline constexpr ModelNeed bartClassifier[]{{.parts = "classification_head.dense", .isOuter = true},
    {.parts = "classification_head.dense.bias", .isOuter = true},
    {.parts = "classification_head.out_proj", .isOuter = true},
    {.parts = "classification_head.out_proj.bias", .isOuter = true}};
inline constexpr ModelNeed answerHead[]{
    {.parts = "qa_outputs", .isOuter = true}, {.parts = "qa_outputs.bias", .isOuter = true}};
inline constexpr ModelNeed score[]{{.parts = "score", .isOuter = true}};

inline constexpr ModelNeed labels[]{{.parts = "lm_head", .isOuter = true}, {.parts = "lm_head.bias", .isOuter = true}};

inline constexpr ModelNeed numberedClassifier[]{{"classifier.1"}, {"classifier.1.bias"}};

inline constexpr ModelHead modelHeadTable[]{
    {"ResNetForImageClassification", numberedClassifier},
    {"Wav2Vec2ForCTC HubertForCTC", labels},
    {"PhiForCausalLM GPTJForCausalLM", headBias},
    {"BertForMaskedLM BertForPreTraining BertLMHeadModel", bertLanguageHead},
    {"RobertaForMaskedLM XLMRobertaForMaskedLM CamembertForMaskedLM LongformerForMaskedLM "
     "MPNetForMaskedLM EsmForMaskedLM",
        robertaLanguageHead},
    {"DistilBertForMaskedLM", distilbertLanguageHead},
    {"AlbertForMaskedLM AlbertForPreTraining", albertLanguageHead},
    {"ModernBertForMaskedLM ModernBertForSequenceClassification ModernBertForTokenClassification", modernBertHead},
    {"ElectraForPreTraining", electraDiscriminator},
    {"BertForSequenceClassification BertForNextSentencePrediction DebertaV2ForSequenceClassification", bertPooler},
    {"BertModel", bertPooler, true},
    {"BertForSequenceClassification BertForTokenClassification RobertaForTokenClassification "
     "XLMRobertaForTokenClassification CamembertForTokenClassification DistilBertForTokenClassification "
     "ViTForImageClassification SwinForImageClassification Dinov2ForImageClassification "
     "Dinov2WithRegistersForImageClassification MPNetForTokenClassification EsmForTokenClassification "
     "DebertaV2ForSequenceClassification "
     "DebertaV2ForTokenClassification ModernBertForSequenceClassification ModernBertForTokenClassification",
        classifier},
    {"RobertaForSequenceClassification XLMRobertaForSequenceClassification CamembertForSequenceClassification "
     "MPNetForSequenceClassification EsmForSequenceClassification",
        robertaClassifier},
    {"DistilBertForSequenceClassification", distilbertClassifier},
    {"BartForSequenceClassification MBartForSequenceClassification T5ForSequenceClassification", bartClassifier},
    {"BertForQuestionAnswering RobertaForQuestionAnswering XLMRobertaForQuestionAnswering "
     "CamembertForQuestionAnswering DistilBertForQuestionAnswering DebertaV2ForQuestionAnswering "
     "MPNetForQuestionAnswering BartForQuestionAnswering MBartForQuestionAnswering",
        answerHead},
    {"LlamaForSequenceClassification MistralForSequenceClassification MixtralForSequenceClassification "
     "Qwen2ForSequenceClassification Qwen3ForSequenceClassification GemmaForSequenceClassification "
     "Gemma2ForSequenceClassification Gemma3ForSequenceClassification Phi3ForSequenceClassification "
     "GPT2ForSequenceClassification GPTNeoXForSequenceClassification OPTForSequenceClassification",
        score},
};

} // namespace loupe
