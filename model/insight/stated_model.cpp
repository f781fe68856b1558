#include "insight/stated_model.h"

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

StatedModel statedAdapter(const JsonValue& config)
{
    StatedModel model;
    model.name = config["peft_type"].string();
    if (model.name.empty())
        return model;
    model.isAdapter = true;
    if (const auto number = config["r"].integer(); number && *number > 0)
        model.rank = static_cast<std::uint64_t>(*number);
    if (const auto alpha = config["lora_alpha"].number(); alpha && *alpha > 0)
        model.alpha = alpha;
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
