#include "app/cli/findings/findings_output.h"
#include "app/cli/info/info_output.h"
#include "app/cli/lists/columns.h"
#include "app/cli/stats/stats_output.h"
#include "core/coded_elements.h"
#include "core/quantization.h"
#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "insight/stated_model.h"

#include <algorithm>
#include <map>

namespace loupe {

namespace {

constexpr std::size_t mostEntries = 50; // entries of the metadata

/// "global_step500": the subfolder that a file such as "latest" refers to. Empty if there is none.
std::string stepFolder(const Checkpoint& checkpoint)
{
    if (checkpoint.format != "torch" || checkpoint.files.empty())
        return {};
    const std::filesystem::path folder = checkpoint.files.front().path.parent_path();
    const std::filesystem::path inner = folder.lexically_relative(checkpoint.path);
    const bool isInside = !inner.empty() && inner != "." && inner.begin()->native() != "..";
    return isInside ? printable(inner.native()) : std::string();
}

/// "DeepseekV3ForCausalLM, 61 layers, hidden size 7,168 (config.json)"; empty if nothing is known.
std::string modelText(const StatedModel& model)
{
    std::string text = excerpt(model.name);
    const auto add = [&](const std::string& detail) { text += (text.empty() ? "" : ", ") + detail; };
    for (const auto& [figure, value, evidence, byTensors] : model.figures) {
        using enum ArchitectureFigure;
        std::string name(figureKey(figure));
        std::ranges::replace(name, '_', ' ');
        const bool isCount = figure == Layers || figure == Heads || figure == Experts;
        add(isCount ? counted(value, name.substr(0, name.size() - 1)) : name + ' ' + formatCount(value));
    }
    const auto addNumber = [&](const std::string& name, const std::optional<StatedNumber>& number) {
        if (number)
            add(name + (number->isOne() ? "" : numberCell(number->least) + " to ") + numberCell(number->most));
    };
    addNumber("rank ", model.rank);
    addNumber("alpha ", model.alpha);
    if (!model.baseModel.empty())
        add("adapter of " + excerpt(model.baseModel));
    else if (model.isAdapter)
        add("an adapter");
    return text.empty() || model.source.empty() ? text : text + " (" + model.source + ')';
}

/// The known bytes of all tensors.
std::string dataText(const Checkpoint& checkpoint, std::uint64_t bytes)
{
    const auto unknown = static_cast<std::uint64_t>(
        std::ranges::count_if(checkpoint.tensors, [](const Tensor& tensor) { return !knowsFileBytes(tensor); }));
    if (unknown == 0)
        return exactBytes(bytes);
    return (bytes == 0 ? "unknown" : exactBytes(bytes) + ", unknown") + " of " + counted(unknown, "tensor");
}

std::string countedParameters(const Checkpoint& checkpoint, std::uint64_t elements)
{
    const std::uint64_t unknown = unknownWeights(checkpoint);
    return exactNumber(elements) + (unknown > 0 ? ", unknown of " + counted(unknown, "quantized weight") : "");
}

std::string summaryText(
    const Checkpoint& checkpoint, const NameTree::Sums& sums, const TensorRemarks& remarks, const Style& style)
{
    using enum Columns::Align;
    std::uint64_t header = 0;
    for (const CheckpointFile& file : checkpoint.files)
        header += file.headerBytes();
    const std::uint64_t all = checkpoint.tensors.size();
    std::string tensors = formatCount(sums.tensors);
    if (sums.tensors != all)
        tensors += " of " + formatCount(all);
    std::vector<std::vector<std::string>> rows{
        {"format", checkpoint.formatText()},
        {"files", formatCount(checkpoint.files.size())},
        {"size", exactBytes(checkpoint.totalFileBytes())},
        {"header", exactBytes(header)},
        {"tensors", tensors},
        {"parameters", countedParameters(checkpoint, sums.elements)},
        {"tensor data", dataText(checkpoint, sums.bytes)},
        {"findings", findingCounts(checkpoint)},
    };
    if (const std::string step = stepFolder(checkpoint); !step.empty())
        rows.insert(rows.begin() + 1, std::vector<std::string>{"opened", step});
    if (const std::string model = modelText(statedModel(checkpoint)); !model.empty())
        rows.insert(rows.begin() + 1, std::vector<std::string>{"model", model});
    if (!remarks.incomplete.empty())
        rows.push_back({"incomplete",
            counted(remarks.incomplete.size(), "tensor") + ", " + counted(missingBytes(remarks), "byte") + " missing"});
    if (!remarks.shared.empty())
        rows.push_back({"shared", counted(remarks.shared.size(), "tensor") + ", storage counted once"});
    if (const auto mix = quantizationMix(checkpoint))
        rows.push_back({"bits per parameter", numberCell(mix->all.bitsPerElement())});
    if (checkpoint.quantized && !checkpoint.quantized->list.empty())
        rows.push_back({"scheme by", printable(schemeEvidence(*checkpoint.quantized))});
    if (checkpoint.wholeModel)
        rows.push_back({"shard of", printable(checkpoint.wholeModel->native())});
    return style.bold(printable(checkpoint.path.native())) + '\n' + table({Left, Left}, rows);
}

std::string metadataText(const Checkpoint& checkpoint, const Style& style)
{
    using enum Columns::Align;
    if (!checkpoint.metadata)
        return {};
    std::string text = '\n' + style.bold("Metadata") + '\n';
    if (checkpoint.metadata->empty())
        return text + "  present, without entries\n";
    std::vector<std::vector<std::string>> rows;
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (rows.size() == mostEntries)
            break;
        std::string shown = excerpt(value.shown());
        if (!value.meaning().empty())
            shown += " (" + std::string(value.meaning()) + ')';
        rows.push_back({excerpt(name), std::move(shown)});
    }
    text += table({Left, Left}, rows);
    if (checkpoint.metadata->size() > mostEntries)
        text += "  " + formatCount(checkpoint.metadata->size() - mostEntries) + " more\n";
    return text;
}

std::string dtypeText(
    const Checkpoint& checkpoint, const TensorSet& kept, const NameTree::Sums& total, const Style& style)
{
    using enum Columns::Align;
    std::map<std::string_view, NameTree::Sums> byName;
    ShareCounter shares(checkpoint);
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        if (kept.contains(i))
            byName[checkpoint.dtypeName(i)].add(i, shares);
    }
    if (byName.empty())
        return {};
    std::vector<std::pair<std::string_view, NameTree::Sums>> mix(byName.begin(), byName.end());
    std::stable_sort(
        mix.begin(), mix.end(), [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
    std::vector<std::vector<std::string>> rows{{"DTYPE", "TENSORS", "PARAMETERS", "BYTES", "", "SHARE"}};
    for (const auto& [name, sums] : mix) {
        const double share = total.bytes > 0 ? static_cast<double>(sums.bytes) / static_cast<double>(total.bytes) : 0;
        rows.push_back({printable(name), formatCount(sums.tensors), formatCount(sums.elements), formatCount(sums.bytes),
            formatBytes(sums.bytes), formatShare(share)});
    }
    return '\n' + style.bold("Types") + '\n' + table({Left, Right, Right, Right, Right, Right}, rows);
}

} // namespace

std::string schemeEvidence(const QuantizedGroups& groups)
{
    if (!groups.evidence.empty())
        return groups.evidence;
    return groups.areDescribed() ? "descriptions among the tensors" : "names and shapes";
}

Result<> printInfoText(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session)
{
    const Style& style = session.style();
    const NameTree::Sums sums = totals(checkpoint, kept);
    session.print(summaryText(checkpoint, sums, remarks, style));
    if (!checkpoint.findings.list().empty()) {
        session.print('\n' + style.bold("Findings") + '\n');
        session.print(findingLines(checkpoint, style, "  "));
    }
    session.print(metadataText(checkpoint, style));
    session.print(dtypeText(checkpoint, kept, sums, style));
    const bool asList = options.flat || options.list.order.isGiven();
    if (sums.tensors == 0 || (options.depth == 0 && !asList))
        return {};
    session.print('\n' + style.bold(options.families ? "Families" : "Tensors") + '\n');
    if (options.families)
        return printRoles(checkpoint, kept, remarks, options, session);
    if (!asList)
        return printTensorTree(checkpoint, kept, remarks, options, session);
    printTensorList(checkpoint, kept, remarks, options, session);
    return {};
}

} // namespace loupe
