#include "insight/named_sizes.h"

#include "insight/model_checks.h"

#include <array>
#include <utility>

namespace loupe {

namespace {

constexpr std::array<std::pair<std::string_view, ArchitectureFigure>, 5> sizeNames{{
    {"heads", ArchitectureFigure::Heads},
    {"kv_heads", ArchitectureFigure::KeyValueHeads},
    {"head_dim", ArchitectureFigure::HeadSize},
    {"experts", ArchitectureFigure::Experts},
    {"hidden", ArchitectureFigure::HiddenSize},
}};

} // namespace

std::map<std::string, std::uint64_t, std::less<>> namedSizes(const Checkpoint& checkpoint)
{
    const ModelReport report = examineModel(checkpoint);
    std::map<std::string, std::uint64_t, std::less<>> sizes;
    for (const auto& [name, figure] : sizeNames) {
        if (const auto value = report.architecture.find(figure); value && *value > 0)
            sizes.emplace(name, *value);
    }
    if (!sizes.contains("kv_heads") && sizes.contains("heads"))
        sizes.emplace("kv_heads", sizes.at("heads"));
    const bool isDivisible = sizes.contains("heads") && sizes.contains("hidden")
        && !report.architecture.find(ArchitectureFigure::LatentSize) && sizes.at("hidden") % sizes.at("heads") == 0;
    if (isDivisible)
        sizes.emplace("head_dim", sizes.at("hidden") / sizes.at("heads"));
    for (const auto& [key, value] : report.config.json().members()) {
        if (const auto number = value.unsignedInteger(); number && *number > 0)
            sizes.emplace(key, *number);
    }
    return sizes;
}

std::map<std::string, std::uint64_t, std::less<>> namedSizes(const Checkpoint& a, const Checkpoint& b)
{
    auto sizes = namedSizes(a);
    sizes.merge(namedSizes(b));
    return sizes;
}

} // namespace loupe
