#include "insight/stated_model.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr bool isInOneLine(ArchitectureFigure figure)
{
    switch (figure) {
    case ArchitectureFigure::Layers:
    case ArchitectureFigure::HiddenSize:
    case ArchitectureFigure::Heads:
    case ArchitectureFigure::Experts:
    case ArchitectureFigure::Vocabulary:
    case ArchitectureFigure::Context:
        return true;
    default:
        return false;
    }
}

std::optional<StatedNumber> statedNumber(const JsonValue& config, std::string_view key, std::string_view patterns)
{
    const auto number = config[key].number();
    if (!number || !(*number > 0))
        return std::nullopt;
    StatedNumber stated{*number, *number, *number};
    for (const auto& [pattern, value] : config[patterns].members()) {
        const auto other = value.number();
        if (!other || !(*other > 0))
            continue;
        stated.least = std::min(stated.least, *other);
        stated.most = std::max(stated.most, *other);
    }
    return stated;
}

StatedModel statedAdapter(const JsonValue& config)
{
    StatedModel model;
    model.name = config["peft_type"].string();
    if (model.name.empty())
        return model;
    model.isAdapter = true;
    model.rank = statedNumber(config, "r", "rank_pattern");
    // LoHa and LoKr have it without "lora".
    model.alpha = statedNumber(config, config.has("lora_alpha") ? "lora_alpha" : "alpha", "alpha_pattern");
    model.baseModel = config["base_model_name_or_path"].string();
    return model;
}

std::string statedName(const ModelConfig& config)
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

StatedModel statedByConfig(const ModelConfig& config)
{
    if (config.isOfAdapter())
        return statedAdapter(config.json());
    StatedModel model;
    model.name = statedName(config);
    for (FigureValue& figure : statedFigures(config)) {
        if (isInOneLine(figure.figure))
            model.figures.push_back(std::move(figure));
    }
    return model;
}

} // namespace

StatedModel statedModel(const Checkpoint& checkpoint, const ModelConfig& config)
{
    if (!config.isEmpty()) {
        StatedModel model = statedByConfig(config);
        model.source = config.file();
        if (!model.isEmpty())
            return model;
    }
    for (const std::string_view key : {"modelspec.architecture", "architecture"}) {
        const std::string* const name = findMetadataText(checkpoint.metadata, key);
        if (name && !name->empty()) {
            StatedModel model;
            model.name = *name;
            return model;
        }
    }
    return {};
}

StatedModel statedModel(const Checkpoint& checkpoint)
{
    return statedModel(checkpoint, ModelConfig::find(checkpoint));
}

} // namespace loupe
