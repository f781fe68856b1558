#include "app/cli/lora/lora_output.h"

#include "app/cli/lists/columns.h"
#include "app/cli/stats/stats_output.h"
#include "core/text/text.h"
#include "insight/family.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace loupe {

namespace {

constexpr double mostOfIt = 0.99; // share of the squared norm

std::string_view familyTitle(const Adapter& adapter)
{
    return recognizeModel(NameRoles(*adapter.checkpoint), ModelConfig::find(*adapter.checkpoint)).title;
}

std::string baseName(const Adapter& adapter)
{
    if (const auto name = adapter.settings.json()["base_model_name_or_path"].string(); !name.empty())
        return std::string(name);
    for (const std::string_view key : {"ss_base_model_version", "ss_sd_model_name"}) {
        const std::string* const text = findMetadataText(adapter.checkpoint->metadata, key);
        if (text && !text->empty() && *text != "None")
            return *text;
    }
    return {};
}

std::string ranksText(const Adapter& adapter)
{
    std::map<std::uint64_t, std::uint64_t> ranks;
    for (const AdapterModule& module : adapter.modules)
        if (module.rank > 0)
            ++ranks[module.rank];
    if (ranks.empty())
        return {};
    if (ranks.size() == 1)
        return "rank " + formatCount(ranks.begin()->first);
    return "ranks " + formatCount(ranks.begin()->first) + " to " + formatCount(ranks.rbegin()->first);
}

/// "LoRA"; "9 LoHa and 11 LoKr" if the modules differ.
std::string kindsText(const Adapter& adapter)
{
    std::map<std::string_view, std::uint64_t> counts;
    for (const AdapterModule& module : adapter.modules) {
        if (module.hasUpdate())
            ++counts[module.hasFactors() ? "LoRA" : module.form == UpdateForm::Hadamard ? "LoHa" : "LoKr"];
    }
    if (counts.size() < 2) {
        const std::string_view title = familyTitle(adapter);
        return title.empty() ? "adapter" : std::string(title);
    }
    std::string text;
    for (const auto& [kind, count] : counts)
        text += (text.empty() ? "" : " and ") + formatCount(count) + ' ' + std::string(kind);
    return text;
}

/// The source of the module's scale: "alpha is from adapter_config.json".
std::string alphaText(const Adapter& adapter, const AdapterModule& module)
{
    switch (module.alphaSource) {
    case AlphaSource::Tensor:
        return "alpha is stored beside the factors";
    case AlphaSource::Settings:
        return "alpha is from " + adapter.settings.source();
    case AlphaSource::Convention:
        return "no alpha is stored: loaders take a scale of 1";
    case AlphaSource::Given:
        return "alpha is from --alpha";
    case AlphaSource::Unknown:
        break;
    }
    if (module.rank == 0)
        return "the scale of whole matrices is unknown, as there is no adapter_config.json; a scale of 1 is assumed";
    return "alpha is unknown, as there is no adapter_config.json: give it with --alpha; a scale of 1 is assumed";
}

/// The sources of the scales, and how many modules have each if they differ.
std::vector<std::string> scaleTexts(const Adapter& adapter)
{
    std::vector<std::pair<std::string, std::uint64_t>> sources;
    for (const AdapterModule& module : adapter.modules) {
        if (!module.hasUpdate())
            continue;
        std::string text = alphaText(adapter, module);
        const auto known = std::ranges::find(sources, text, &std::pair<std::string, std::uint64_t>::first);
        if (known == sources.end())
            sources.emplace_back(std::move(text), 1);
        else
            ++known->second;
    }
    std::vector<std::string> texts;
    texts.reserve(sources.size());
    for (auto& [text, count] : sources)
        texts.push_back(sources.size() == 1 ? std::move(text) : counted(count, "module") + ": " + text);
    return texts;
}

std::string fitText(const AdapterModule& module, const AdapterTarget& target, const Checkpoint& base)
{
    if (target.fit != Fit::Fits)
        return target.why;
    const Tensor& tensor = base.tensors[*target.tensor];
    std::string text = formatName(tensor.name);
    if (!tensor.shape.empty() && target.rows != tensor.shape[0])
        text += " rows " + std::to_string(target.firstRow) + " to " + std::to_string(target.firstRow + target.rows - 1);
    if (module.experts > 1)
        text += ", " + counted(module.experts, "expert");
    if (target.swapsHalves)
        text += ", halves swapped";
    return target.isTransposed ? text + " (transposed)" : text;
}

/// "12.5", or why there is none.
std::string normText(const AdapterModule& module, const UpdateFigures& figures)
{
    if (!module.hasUpdate() || !module.isComputable())
        return {};
    if (!figures.isFinite)
        return "NaN";
    return module.alpha ? numberCell(figures.norm) : numberCell(figures.norm) + "?";
}

std::string fitsText(const LoraReport& report)
{
    std::array<std::uint64_t, 4> counts{};
    for (const AdapterTarget& target : report.targets)
        ++counts[static_cast<std::size_t>(target.fit)];
    constexpr std::array<std::string_view, 4> words{"fit", "not in the base", "of another shape", "not computed"};
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0 || i == 0)
            text += (text.empty() ? "" : ", ") + formatCount(counts[i]) + ' ' + std::string(words[i]);
    return text;
}

} // namespace

bool LoraReport::isSound() const
{
    // Loaders create factors of the rank in the settings.
    if (std::ranges::any_of(adapter.modules, [](const AdapterModule& module) { return module.statedRank.has_value(); }))
        return false;
    if (std::ranges::any_of(figures, [](const UpdateFigures& ofModule) { return !ofModule.isFinite; }))
        return false;
    return base ? std::ranges::all_of(targets, [](const AdapterTarget& target) { return target.fit == Fit::Fits; })
                : std::ranges::all_of(adapter.modules, &AdapterModule::isComputable);
}

std::string loraText(const LoraReport& report, const Style& style)
{
    using enum Columns::Align;
    const Adapter& adapter = report.adapter;
    std::vector<std::vector<std::string>> facts;
    std::string what = kindsText(adapter) + ", " + std::string(spellingTitle(adapter.spelling)) + " names, "
        + counted(adapter.modules.size(), "module");
    if (const std::string ranks = ranksText(adapter); !ranks.empty())
        what += ", " + ranks;
    facts.push_back({"adapter", what});
    facts.push_back({"parameters", exactNumber(adapter.parameters())});
    for (std::string& scale : scaleTexts(adapter))
        facts.push_back({facts.size() == 2 ? "scale" : "", std::move(scale)});
    if (const std::string name = baseName(adapter); !name.empty())
        facts.push_back({"stated base", excerpt(name)});
    if (report.base)
        facts.push_back({"base", printable(report.base->path.native()) + ": " + fitsText(report)});
    std::string text =
        style.bold(printable(adapter.checkpoint->path.native())) + '\n' + table({Left, Left}, facts) + '\n';

    std::vector<std::vector<std::string>> rows{{"module", "kind", "rank", "alpha", "scale", "norm", "rank for 99 %"}};
    const bool hasShares = !report.baseNorms.empty();
    if (hasShares)
        rows.front().emplace_back("share of the base");
    rows.front().emplace_back(report.base ? "in the base" : "");
    std::uint64_t zeros = 0;
    std::uint64_t infinite = 0;
    for (std::size_t i = 0; i < adapter.modules.size(); ++i) {
        const AdapterModule& module = adapter.modules[i];
        std::vector<std::string> row{formatName(module.name), std::string(module.kind)};
        row.push_back(module.rank > 0 ? formatCount(module.rank) : "");
        row.push_back(module.hasUpdate() ? (module.alpha ? numberCell(*module.alpha) : "?") : "");
        row.push_back(module.hasUpdate() ? (module.alpha ? numberCell(module.scale) : "?") : "");
        const UpdateFigures& figures = report.figures[i];
        const bool isKnown = module.hasUpdate() && module.isComputable() && figures.isFinite;
        zeros += isKnown && figures.norm == 0 && module.scale != 0;
        infinite += module.hasUpdate() && module.isComputable() && !figures.isFinite;
        row.push_back(normText(module, figures));
        row.push_back(isKnown && figures.norm > 0 && !figures.singularValues.empty()
                ? formatCount(figures.rankFor(mostOfIt))
                : "");
        if (hasShares)
            row.push_back(isKnown && report.baseNorms[i] > 0 ? formatShare(figures.norm / report.baseNorms[i]) : "");
        row.push_back(printable(report.base                   ? fitText(module, report.targets[i], *report.base)
                : module.experts > 1 && module.isComputable() ? counted(module.experts, "expert")
                                                              : module.problem));
        rows.push_back(std::move(row));
    }
    std::vector<Columns::Align> aligns{Left, Left, Right, Decimal, Decimal, Decimal, Right};
    if (hasShares)
        aligns.push_back(Right);
    aligns.push_back(Left);
    text += table(Columns(std::move(aligns)), rows);
    if (infinite > 0)
        text += "  " + style.warning("not finite: ") + counted(infinite, "module") + " with NaN or infinite values\n";
    if (zeros > 0)
        text += "  " + style.warning("untrained: ") + counted(zeros, "module") + (zeros == 1 ? " has" : " have")
            + " an update of zeros\n";
    for (const AdapterModule& module : adapter.modules) {
        if (module.statedRank)
            text += "  " + style.warning("rank mismatch: ") + formatName(module.name) + " has rank "
                + formatCount(module.rank) + ", " + adapter.settings.source() + " says "
                + numberCell(*module.statedRank) + '\n';
    }
    for (const std::uint32_t other : adapter.others)
        text +=
            "  " + style.warning("belongs to no module: ") + formatName(adapter.checkpoint->tensors[other].name) + '\n';
    return text;
}

void writeLora(JsonWriter& json, const LoraReport& report)
{
    const Adapter& adapter = report.adapter;
    json.beginObject();
    json.member("path", std::string_view(adapter.checkpoint->path.native()));
    json.member("family", familyTitle(adapter));
    json.member("spelling", spellingId(adapter.spelling));
    json.member("parameters", adapter.parameters());
    const std::string name = baseName(adapter);
    json.member("made_for", name.empty() ? std::nullopt : std::optional(std::string_view(name)));
    if (report.base)
        json.member("base", std::string_view(report.base->path.native()));
    json.key("modules");
    json.beginArray(JsonWriter::Layout::Lines);
    for (std::size_t i = 0; i < adapter.modules.size(); ++i) {
        const AdapterModule& module = adapter.modules[i];
        json.beginObject();
        json.member("name", std::string_view(module.name));
        json.member("kind", module.kind);
        if (module.hasUpdate()) {
            json.member("rank", module.rank > 0 ? std::optional(module.rank) : std::nullopt);
            json.member("stated_rank", module.statedRank);
            json.member("outputs", module.outputs);
            json.member("inputs", module.inputs);
            json.member("experts", module.isOfParameter() ? std::optional(module.experts) : std::nullopt);
            json.member("alpha", module.alpha);
            json.member("alpha_source", alphaSourceName(module.alphaSource));
            json.member("scale", module.alpha ? std::optional(module.scale) : std::nullopt);
            const UpdateFigures& figures = report.figures[i];
            const bool isKnown = module.isComputable() && figures.isFinite;
            json.member("finite", module.isComputable() ? std::optional(figures.isFinite) : std::nullopt);
            json.member("norm", isKnown ? std::optional(figures.norm) : std::nullopt);
            json.member("rank_99",
                isKnown && !figures.singularValues.empty() ? std::optional(figures.rankFor(mostOfIt)) : std::nullopt);
            json.key("singular_values");
            json.beginArray();
            for (const double value : figures.singularValues)
                json.value(value);
            json.endArray();
            if (!report.baseNorms.empty())
                json.member("base_norm", report.baseNorms[i]);
        }
        if (!module.isComputable())
            json.member("problem", std::string_view(module.problem));
        if (report.base) {
            const AdapterTarget& target = report.targets[i];
            json.member("fit", fitName(target.fit));
            json.member(
                "tensor", target.tensor ? std::optional(report.base->tensors[*target.tensor].name) : std::nullopt);
            if (target.fit == Fit::Fits) {
                json.member("first_row", target.firstRow);
                json.member("rows", target.rows);
                json.member("transposed", target.isTransposed);
                json.member("halves_swapped", target.swapsHalves);
            } else {
                json.member("why", std::string_view(target.why));
            }
        }
        json.endObject();
    }
    json.endArray();
    json.key("others");
    json.beginArray();
    for (const std::uint32_t other : adapter.others)
        json.value(adapter.checkpoint->tensors[other].name);
    json.endArray();
    json.endObject();
    json.finish();
}

} // namespace loupe
