#include "app/cli/check/check_output.h"

#include "app/cli/findings/findings_output.h"
#include "app/cli/lists/columns.h"
#include "core/checked_math.h"
#include "core/text/text.h"
#include "insight/caching_layers.h"
#include "insight/memory.h"

#include <array>
#include <utility>

namespace loupe {

namespace {

struct Precision {
    std::string_view name;
    std::uint64_t bits;
};
constexpr std::array precisions{
    Precision{"F32", 32}, Precision{"F16 or BF16", 16}, Precision{"8 bits", 8}, Precision{"4 bits", 4}};

std::string kindText(const RecognizedModel& model)
{
    if (model.family)
        return std::string(model.title) + ", " + std::string(kindName(model.family->kind));
    return model.unknownType.empty() ? "unknown" : "unknown (" + excerpt(model.unknownType) + ")";
}

/// "hidden size 4,096".
std::string figureText(const FigureValue& value, const Architecture& architecture)
{
    using enum ArchitectureFigure;
    const bool isOfEncoder = value.figure == Layers && architecture.find(DecoderLayers);
    return (isOfEncoder ? "encoder " : "") + std::string(figureTitle(value.figure)) + ' ' + formatCount(value.value);
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : std::string(separator)) + text;
    return all;
}

std::string parameterText(const ParameterCounts& counts)
{
    std::string text = exactNumber(counts.total);
    if (counts.experts > 0 && counts.active)
        text += ", active per token " + formatCount(*counts.active) + " (" + formatShort(*counts.active) + ')';
    if (counts.unknownWeights > 0)
        text += ", unknown of " + counted(counts.unknownWeights, "quantized weight");
    return text;
}

std::string weightText(const Checkpoint& checkpoint, const ParameterCounts& counts)
{
    std::string text = formatBytes(checkpoint.totalTensorBytes()) + " as stored";
    if (counts.unknownWeights > 0)
        return text;
    for (const Precision& one : precisions)
        text += "; " + std::string(one.name) + ' ' + formatBytes(weightBytes(counts.total, one.bits));
    return text;
}

/// Whether the options say how to run the model. If so, the cache is reported.
bool isAskedFor(const RunOptions& run)
{
    const RunOptions usual;
    return run.tokens != usual.tokens || run.sequences != usual.sequences
        || run.bytesPerElement != usual.bytesPerElement;
}

void addCacheRows(std::vector<std::vector<std::string>>& rows, const CacheNeed& need, const Checkpoint& checkpoint,
    const ModelReport& report)
{
    const std::string more = need.isBeyond() ? "more than " : "";
    rows.push_back({"KV cache",
        more + formatBytes(need.bytes) + " for " + counted(need.tokens, "token") + ": " + formulaText(need.formula)});
    if (need.isEstimate)
        rows.push_back({"", "an estimate, because the family is unknown"});
    const auto context = report.architecture.find(ArchitectureFigure::Context);
    if (context && need.tokens > *context)
        rows.push_back({"", "the context of the model is only " + counted(*context, "token")});
    rows.push_back({"total",
        more + formatBytes(saturatingAdd(checkpoint.totalTensorBytes(), need.bytes))
            + ": weights as stored and KV cache"});
}

Findings allFindings(const Checkpoint& checkpoint, const ModelReport& report)
{
    Findings findings = report.findings;
    findings.append(checkpoint.findings);
    return findings;
}

} // namespace

std::string checkText(
    const Checkpoint& checkpoint, const ModelReport& report, const CheckOptions& options, const Style& style)
{
    using enum Columns::Align;
    const RecognizedModel& model = report.model;
    std::vector<std::vector<std::string>> rows{{"model", kindText(model)}};
    for (const std::string& evidence : model.evidence)
        rows.push_back({rows.size() == 1 ? "evidence" : "", printable(evidence)});
    for (const std::string_view part : model.parts)
        rows.push_back({"with", std::string(part)});
    std::vector<std::string> figures;
    for (const FigureValue& value : report.architecture.figures)
        figures.push_back(figureText(value, report.architecture));
    if (!figures.empty())
        rows.push_back({"architecture", joined(figures, ", ")});
    if (report.architecture.hasTiedHead)
        rows.push_back({"tied embeddings", *report.architecture.hasTiedHead ? "yes" : "no"});
    rows.push_back({"parameters", parameterText(report.architecture.parameters)});
    rows.push_back({"weights", weightText(checkpoint, report.architecture.parameters)});
    const auto cache = keyValueCache(report.architecture, report.config, model, options.run);
    if (const auto* const need = std::get_if<CacheNeed>(&cache))
        addCacheRows(rows, *need, checkpoint, report);
    else if (isAskedFor(options.run) || hasCache(report.config, model))
        rows.push_back({"KV cache", "unknown: " + std::get<std::string>(cache)});
    const Findings findings = allFindings(checkpoint, report);
    std::string text = style.bold(printable(checkpoint.path.native())) + '\n' + table({Left, Left}, rows);
    if (findings.list().empty())
        text += "  " + style.good("no findings") + '\n';
    else
        text += '\n' + style.bold("Findings") + '\n' + findingLines(checkpoint, findings, style, "  ");
    for (const std::string& what : report.notChecked)
        text.append("  not checked: ").append(printable(what)).append("\n");
    return text;
}

void writeCheck(JsonWriter& json, const Checkpoint& checkpoint, const ModelReport& report, const CheckOptions& options)
{
    const RecognizedModel& model = report.model;
    json.beginObject();
    json.member("path", std::string_view(checkpoint.path.native()));
    json.key("model");
    json.beginObject();
    json.member("family", model.family ? std::optional(model.family->id) : std::nullopt);
    json.member("title", model.family ? std::optional(model.title) : std::nullopt);
    json.member("kind", model.family ? std::optional(kindName(model.family->kind)) : std::nullopt);
    json.member(
        "unknown_type", model.unknownType.empty() ? std::nullopt : std::optional(std::string_view(model.unknownType)));
    json.key("evidence");
    json.beginArray();
    for (const std::string& evidence : model.evidence)
        json.value(std::string_view(evidence));
    json.endArray();
    json.key("parts");
    json.beginArray();
    for (const std::string_view part : model.parts)
        json.value(part);
    json.endArray();
    json.endObject();
    json.key("architecture");
    json.beginObject();
    for (const FigureValue& value : report.architecture.figures)
        json.member(figureKey(value.figure), value.value);
    json.member("tied_head", report.architecture.hasTiedHead);
    json.endObject();
    const ParameterCounts& counts = report.architecture.parameters;
    json.key("parameters");
    json.beginObject();
    json.member("total", counts.knownTotal());
    json.member("active", counts.active);
    json.member("experts", counts.experts);
    json.member("embeddings", counts.embeddings);
    json.endObject();
    json.key("memory");
    json.beginObject();
    json.member("weights_as_stored", checkpoint.totalTensorBytes());
    for (const auto& [key, bits] :
        {std::pair("weights_32_bits", 32U), {"weights_16_bits", 16U}, {"weights_8_bits", 8U}, {"weights_4_bits", 4U}})
        json.member(key, counts.unknownWeights > 0 ? std::nullopt : std::optional(weightBytes(counts.total, bits)));
    const auto cache = keyValueCache(report.architecture, report.config, model, options.run);
    const auto* const need = std::get_if<CacheNeed>(&cache);
    json.member("cache", need && !need->isBeyond() ? std::optional(need->bytes) : std::nullopt);
    json.member("cache_tokens", need ? std::optional(need->tokens) : std::nullopt);
    json.member("cache_is_estimate", need ? std::optional(need->isEstimate) : std::nullopt);
    json.member(
        "total", need && !need->isBeyond() ? checkedAdd(checkpoint.totalTensorBytes(), need->bytes) : std::nullopt);
    const std::string formula = need ? formulaText(need->formula) : std::string();
    json.member("cache_formula", need ? std::optional(std::string_view(formula)) : std::nullopt);
    json.endObject();
    writeFindings(json, allFindings(checkpoint, report), {});
    json.key("not_checked");
    json.beginArray();
    for (const std::string& what : report.notChecked)
        json.value(std::string_view(what));
    json.endArray();
    json.endObject();
    json.finish();
}

} // namespace loupe
