#pragma once

#include "core/arena.h"
#include "insight/model_checks.h"
#include "insight/more_models.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::test {

struct KnownModel {
    std::string name;
    std::string family;
    ModelKind kind;
    ModelHeader header;
    std::uint64_t parameters;
    std::uint64_t active; ///< parameters used for each token
    // 0 if the configuration does not state it, or there is no configuration
    std::uint64_t layers;
    std::uint64_t hidden;
    std::uint64_t heads;
    std::uint64_t keyHeads;
    std::uint64_t vocabulary;
    std::uint64_t experts = 0;
};

inline std::vector<KnownModel> knownModels()
{
    using enum ModelKind;
    const auto llama2 = test::llamaLike("llama", {32, 4096, 32, 32, 128, 11008, 32000, 4096});
    const auto bert = test::bertLike("bert", 30522, 512, 2);
    const auto roberta = test::bertLike("roberta", 50265, 514, 1);
    return {
        {"Llama 3 8B", "llama", Decoder, test::llama3(), 8'030'261'248, 8'030'261'248, 32, 4096, 32, 8, 128256},
        {"Llama 2 7B", "llama", Decoder, llama2, 6'738'415'616, 6'738'415'616, 32, 4096, 32, 32, 32000},
        {"Mistral 7B", "mistral", Decoder, test::mistral(), 7'241'732'096, 7'241'732'096, 32, 4096, 32, 8, 32000},
        {"Mixtral 8x7B", "mixtral", Decoder, test::mixtral(), 46'702'792'704, 12'879'925'248, 32, 4096, 32, 8, 32000,
            8},
        {"Qwen2 7B", "qwen2", Decoder, test::qwen2(), 7'615'616'512, 7'615'616'512, 28, 3584, 28, 4, 152064},
        {"Qwen1.5-MoE A2.7B", "qwen2-moe", Decoder, test::qwen2Moe(), 14'315'784'192, 2'689'173'504, 24, 2048, 16, 16,
            151936, 60},
        {"Qwen3 8B", "qwen3", Decoder, test::qwen3(), 8'190'735'360, 8'190'735'360, 36, 4096, 32, 8, 151936},
        {"Qwen3 30B-A3B", "qwen3-moe", Decoder, test::qwen3Moe(), 30'532'122'624, 3'353'032'704, 48, 2048, 32, 4,
            151936, 128},
        {"Gemma 2B", "gemma", Decoder, test::gemma(), 2'506'172'416, 2'506'172'416, 18, 2048, 8, 1, 256000},
        {"Gemma 2 2B", "gemma2", Decoder, test::gemma2(), 2'614'341'888, 2'614'341'888, 26, 2304, 8, 4, 256000},
        {"Gemma 3 1B", "gemma3", Decoder, test::gemma3(), 999'885'952, 999'885'952, 26, 1152, 4, 1, 262144},
        {"Phi-3 mini", "phi3", Decoder, test::phi3(), 3'821'079'552, 3'821'079'552, 32, 3072, 32, 32, 32064},
        {"Phi-2", "phi", Decoder, test::phi2(), 2'779'683'840, 2'779'683'840, 32, 2560, 32, 0, 51200},
        {"OLMo 2 7B", "olmo2", Decoder, test::olmo2(), 7'298'617'344, 7'298'617'344, 32, 4096, 32, 32, 100352},
        {"gpt-oss 20B", "gpt-oss", Decoder, test::gptOss20b(), 20'914'757'184, 4'187'440'704, 24, 2880, 64, 8, 201088,
            32},
        {"DeepSeek V3", "deepseek-v3", Decoder, test::deepseekV3(), 671'026'419'200, 37'552'297'472, 61, 7168, 128, 128,
            129280, 256},
        {"GPT-2", "gpt2", Decoder, test::gpt2(), 124'439'808, 124'439'808, 12, 768, 12, 0, 50257},
        {"Pythia 160M", "gpt-neox", Decoder, test::pythia160m(), 162'322'944, 162'322'944, 12, 768, 12, 0, 50304},
        {"GPT-J 6B", "gpt-j", Decoder, test::gptJ(), 6'050'882'784, 6'050'882'784, 28, 4096, 16, 0, 50400},
        {"OPT 125M", "opt", Decoder, test::opt125m(), 125'239'296, 125'239'296, 12, 768, 12, 0, 50272},
        {"BLOOM 560M", "bloom", Decoder, test::bloom560m(), 559'214'592, 559'214'592, 24, 1024, 16, 0, 250880},
        {"Falcon 7B", "falcon", Decoder, test::falcon7b(), 6'921'720'704, 6'921'720'704, 32, 4544, 71, 1, 65024},
        {"MPT 7B", "mpt", Decoder, test::mpt7b(), 6'649'286'656, 6'649'286'656, 32, 4096, 32, 0, 50432},
        {"Mamba 130M", "mamba", StateSpace, test::mamba130m(), 129'135'360, 129'135'360, 24, 768, 0, 0, 50280},
        {"BERT base", "bert", Encoder, bert, 109'482'240, 109'482'240, 12, 768, 12, 0, 30522},
        {"RoBERTa base", "roberta", Encoder, roberta, 124'645'632, 124'645'632, 12, 768, 12, 0, 50265},
        {"DistilBERT base", "distilbert", Encoder, test::distilBert(), 66'362'880, 66'362'880, 6, 768, 12, 0, 30522},
        {"T5 small", "t5", EncoderDecoder, test::t5Small(), 60'506'624, 60'506'624, 6, 512, 8, 0, 32128},
        {"Whisper tiny", "whisper", Speech, test::whisperTiny(), 37'760'640, 37'760'640, 4, 384, 0, 0, 51865},
        {"GLM-4 9B", "glm4", Decoder, test::glm4(), 9'400'279'040, 9'400'279'040, 40, 4096, 32, 2, 151552},
        {"Granite 3.1 8B", "granite", Decoder, test::granite(), 8'170'848'256, 8'170'848'256, 40, 4096, 32, 8, 49155},
        {"Granite 3.1 1B-A400M", "granite-moe", Decoder, test::graniteMoe(), 1'334'628'352, 428'658'688, 24, 1024, 16,
            8, 49155, 32},
        {"OLMoE 1B-7B", "olmoe", Decoder, test::olmoe(), 6'919'161'856, 1'282'017'280, 16, 2048, 16, 16, 50304, 64},
        {"Command R 35B", "cohere", Decoder, test::commandR(), 34'980'831'232, 34'980'831'232, 40, 8192, 64, 64,
            256000},
        {"StarCoder2 3B", "starcoder2", Decoder, test::starcoder2(), 3'030'371'328, 3'030'371'328, 30, 3072, 24, 2,
            49152},
        {"StableLM 2 1.6B", "stablelm", Decoder, test::stableLm2(), 1'644'515'328, 1'644'515'328, 24, 2048, 32, 32,
            100352},
        {"Minitron 4B", "nemotron", Decoder, test::nemotron(), 4'190'509'056, 4'190'509'056, 32, 3072, 24, 8, 256000},
        {"InternLM2 7B", "internlm2", Decoder, test::internLm2(), 7'737'708'544, 7'737'708'544, 32, 4096, 32, 8, 92544},
        {"DeepSeek V2 Lite", "deepseek-v2", Decoder, test::deepseekV2Lite(), 15'706'484'224, 2'661'150'208, 27, 2048,
            16, 16, 102400, 64},
        {"BART base", "bart", EncoderDecoder, test::bartBase(), 139'470'681, 139'470'681, 6, 768, 12, 0, 50265},
        {"DINOv2 small", "dinov2", Vision, test::dinoV2Small(), 22'056'576, 22'056'576, 12, 384, 6, 0, 0},
        {"CLIP ViT-B/32", "clip", TextAndImage, test::clipBase32(), 151'277'313, 151'277'313, 0, 0, 0, 0, 0},
    };
}

inline bool hasFault(const ModelReport& report)
{
    return std::ranges::any_of(
        report.findings.list(), [](const Finding& finding) { return finding.severity != Severity::Note; });
}

/// A model with GGUF names as in llama.cpp's constants.py and tensor_mapping.py. Blocks are numbered.
inline std::shared_ptr<Checkpoint> ggufModel(
    const std::string& architecture, const std::string& outer, const std::string& blocks, std::string_view end = "")
{
    auto model = std::make_shared<Checkpoint>();
    model->format = "gguf";
    model->metadata = Metadata{{"general.architecture", architecture}};
    auto arena = std::make_shared<Arena>();
    const auto add = [&](const std::string& name) {
        Tensor tensor;
        const bool isBare =
            name.find("ssm_a") != std::string::npos || name.find("ssm_d") + 5 == name.size() || name.ends_with(".bias");
        tensor.name = arena->copy(name + (isBare ? "" : ".weight") + std::string(end));
        tensor.dtype = DType::F32;
        model->tensors.push_back(tensor);
    };
    std::string name;
    for (std::istringstream words(outer); words >> name;)
        add(name);
    for (int block = 0; block < 4; ++block)
        for (std::istringstream words(blocks); words >> name;)
            add("blk." + std::to_string(block) + '.' + name);
    model->arenas.push_back(std::move(arena));
    return model;
}

} // namespace loupe::test
