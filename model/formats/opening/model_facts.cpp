#include "formats/opening/model_facts.h"

#include "core/remote_files.h"
#include "formats/shared/json_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>

namespace loupe {

namespace {

constexpr std::uint64_t largestModelConfig = 1 << 20; // bytes: none is larger, and it is read whole

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

const std::string* findText(const Metadata& metadata, std::string_view key)
{
    const auto found = std::ranges::find(metadata, key, &Metadata::value_type::first);
    return found == metadata.end() || found->second.stored() ? nullptr : &found->second.shown();
}

/// Where it is a number that a model may have.
void addFigure(ModelFacts& facts, ModelFacts::Figure figure, double number)
{
    constexpr double most = 1e15;
    if (number >= 1 && number < most)
        facts.figures.emplace_back(figure, std::trunc(number));
}

ModelFacts factsOfGguf(const Metadata& metadata)
{
    ModelFacts facts;
    const std::string* const architecture = findText(metadata, "general.architecture");
    if (!architecture)
        return facts;
    facts.name = *architecture;
    for (const FigureKeys& one : figureKeys) {
        const std::string* const text = findText(metadata, *architecture + '.' + std::string(one.gguf));
        double number = 0;
        if (text
            && std::from_chars(text->data(), text->data() + text->size(), number).ptr == text->data() + text->size())
            addFigure(facts, one.figure, number);
    }
    return facts;
}

/// The value is of kind None where there is no such file, or it is something else.
JsonValue readModelConfig(const std::filesystem::path& path)
{
    if (!isFile(path))
        return {};
    const auto source = Source::open(path, Source::Access::Read);
    if (!source || (*source)->size() > largestModelConfig)
        return {};
    std::string text((*source)->size(), '\0');
    if (!(*source)->read(0, std::as_writable_bytes(std::span(text))))
        return {};
    return JsonValue::parse(text).value_or(JsonValue());
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

ModelFacts factsOfConfig(const JsonValue& config)
{
    ModelFacts facts;
    if (const auto& architectures = config["architectures"].elements(); !architectures.empty())
        facts.name = architectures.front().string();
    for (const std::string_view key : {"model_type", "_class_name"}) {
        if (facts.name.empty())
            facts.name = config[key].string();
    }
    // Models of several parts have those of the language model in an object of their own.
    const JsonValue& text = config["text_config"];
    for (const FigureKeys& one : figureKeys) {
        for (const std::string_view key : one.keys) {
            const auto number = config.has(key) ? config[key].number() : text[key].number();
            if (!number)
                continue;
            addFigure(facts, one.figure, *number);
            break;
        }
    }
    return facts;
}

/// The configuration that goes with a checkpoint of this name; empty where none does.
std::string configNameFor(const std::filesystem::path& path)
{
    if (isFolder(path))
        return "config.json";
    const std::string name = path.filename().native();
    if (name.starts_with("adapter_model"))
        return "adapter_config.json";
    for (const std::string_view stem :
        {"model", "pytorch_model", "tf_model", "flax_model", "diffusion_pytorch_model"}) {
        if (name.size() > stem.size() && name.starts_with(stem)
            && (name[stem.size()] == '.' || name[stem.size()] == '-'))
            return "config.json";
    }
    return {};
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
    if (checkpoint.metadata) {
        if (ModelFacts facts = factsOfGguf(*checkpoint.metadata); !facts.isEmpty())
            return facts;
    }
    if (const std::string name = configNameFor(checkpoint.path); !name.empty()) {
        const auto folder = isFolder(checkpoint.path) ? checkpoint.path : checkpoint.path.parent_path();
        const JsonValue config = readModelConfig(inFolder(folder, name));
        ModelFacts facts = name.starts_with("adapter") ? factsOfAdapter(config) : factsOfConfig(config);
        facts.source = name;
        if (!facts.isEmpty())
            return facts;
    }
    for (const std::string_view key : {"modelspec.architecture", "architecture"}) {
        const std::string* const name = checkpoint.metadata ? findText(*checkpoint.metadata, key) : nullptr;
        if (name && !name->empty()) {
            ModelFacts facts;
            facts.name = *name;
            return facts;
        }
    }
    return {};
}

} // namespace loupe
