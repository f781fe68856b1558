#include "formats/opening/model_facts.h"

#include <array>
#include <cmath>

namespace loupe {

namespace {

struct FigureKeys {
    ModelFacts::Figure figure;
    std::array<std::string_view, 3> keys; ///< of configurations; empty where there are fewer
    std::string_view gguf; ///< after the architecture and a dot
};

constexpr std::array figureKeys{
    FigureKeys{ModelFacts::Figure::Layers, {"num_hidden_layers", "n_layer", "num_layers"}, "block_count"},
    FigureKeys{ModelFacts::Figure::HiddenSize, {"hidden_size", "n_embd", "d_model"}, "embedding_length"},
    FigureKeys{ModelFacts::Figure::Heads, {"num_attention_heads", "n_head", "num_heads"}, "attention.head_count"},
    FigureKeys{ModelFacts::Figure::Experts, {"n_routed_experts", "num_local_experts", "num_experts"}, "expert_count"},
    FigureKeys{ModelFacts::Figure::Vocabulary, {"vocab_size"}, "vocab_size"},
    FigureKeys{ModelFacts::Figure::Context, {"max_position_embeddings", "n_positions", "n_ctx"}, "context_length"},
};

/// Where it is a number that a model may have.
void addFigure(ModelFacts& facts, ModelFacts::Figure figure, double number)
{
    constexpr double most = 1e15;
    if (number >= 1 && number < most)
        facts.figures.emplace_back(figure, std::trunc(number));
}

ModelFacts factsOfAdapter(const JsonValue& config)
{
    ModelFacts facts;
    facts.name = config["peft_type"].string();
    if (facts.name.empty())
        return facts;
    facts.isAdapter = true;
    if (const auto rank = config["r"].number())
        addFigure(facts, ModelFacts::Figure::Rank, *rank);
    if (const auto alpha = config["lora_alpha"].number(); alpha && *alpha > 0)
        facts.figures.emplace_back(ModelFacts::Figure::Alpha, *alpha);
    facts.baseModel = config["base_model_name_or_path"].string();
    return facts;
}

std::string nameOf(const ModelConfig& config)
{
    if (!config.ggufArchitecture().empty())
        return config.ggufArchitecture();
    const JsonValue& json = config.json();
    if (const auto& architectures = json["architectures"].elements();
        !architectures.empty() && !architectures.front().string().empty())
        return std::string(architectures.front().string());
    const std::string_view type = json["model_type"].string();
    return std::string(type.empty() ? json["_class_name"].string() : type);
}

ModelFacts factsOfConfig(const ModelConfig& config)
{
    ModelFacts facts;
    facts.name = nameOf(config);
    for (const FigureKeys& one : figureKeys) {
        if (const auto number = config.number(one.keys, one.gguf))
            addFigure(facts, one.figure, number->value);
    }
    return facts;
}

} // namespace

std::string_view figureName(ModelFacts::Figure figure)
{
    static constexpr std::array<std::string_view, 8> names{
        "layers", "hidden_size", "heads", "experts", "vocabulary", "context", "rank", "alpha"};
    return names[static_cast<std::size_t>(figure)];
}

ModelFacts findModelFacts(const Checkpoint& checkpoint)
{
    return findModelFacts(checkpoint, ModelConfig::find(checkpoint));
}

ModelFacts findModelFacts(const Checkpoint& checkpoint, const ModelConfig& config)
{
    if (!config.isEmpty()) {
        ModelFacts facts = config.isOfAdapter() ? factsOfAdapter(config.json()) : factsOfConfig(config);
        facts.source = config.file();
        if (!facts.isEmpty())
            return facts;
    }
    for (const std::string_view key : {"modelspec.architecture", "architecture"}) {
        const std::string* const name = findMetadataText(checkpoint.metadata, key);
        if (name && !name->empty()) {
            ModelFacts facts;
            facts.name = *name;
            return facts;
        }
    }
    return {};
}

} // namespace loupe
