#include "app/cli/diff/diff_output.h"

#include "analysis/comparison/delta_figure.h"
#include "analysis/digests/undecoded_weight.h"
#include "app/cli/lists/columns.h"
#include "app/cli/stats/stats_output.h"
#include "app/cli/terminal.h"
#include "core/text/text.h"
#include "reports/comparison_words.h"

#include <array>
#include <charconv>
#include <filesystem>
#include <tuple>

namespace loupe {

namespace {

using enum Columns::Align;

std::string before(const std::string& a, const std::string& b)
{
    return a == b ? a : a + " -> " + b;
}

std::string cosineCell(const std::optional<double>& cosine)
{
    constexpr int least = 6;
    if (!cosine)
        return numberCell(cosine);
    std::array<char, 32> text;
    const auto [end, error] = std::to_chars(
        text.data(), text.data() + text.size(), *cosine, std::chars_format::general, cosineDigits(*cosine, least));
    return error == std::errc() ? std::string(text.data(), end) : numberCell(cosine);
}

/// "B is HQQ, not decoded"; includes the error, if any. Empty if both weights are decoded.
std::string undecodedText(const Checkpoint& a, const Checkpoint& b, const TensorPair& pair)
{
    for (const auto& [letter, side, tensor] : {std::tuple("A", &a, pair.a), std::tuple("B", &b, pair.b)}) {
        if (tensor == TensorPair::none || !undecodedGroup(*side, tensor))
            continue;
        std::string text = letter + std::string(" is ").append(side->dtypeName(tensor)) + ", not decoded";
        const Finding* const why = whyUndecoded(*side, tensor);
        if (why && why->severity != Severity::Note)
            text += ": " + printable(why->message);
        return text;
    }
    return {};
}

/// A short form; standard error has the full error.
std::string failureText(const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome)
{
    if (!outcome.error)
        return {};
    if (!pair.isUnread()) {
        const std::string undecoded = undecodedText(a, b, pair);
        return undecoded.empty() ? "could not be read: " + printable(outcome.error->message) : undecoded;
    }
    const auto shard = std::filesystem::path(outcome.error->path).filename();
    return "shard " + printable(shard.native()) + (pair.a == TensorPair::none ? " of A" : " of B") + " is not read";
}

/// The cell of a figure in the text output.
std::string figureCell(const DeltaFigure& figure, const Delta& delta)
{
    if (figure.real == &Delta::cosine)
        return cosineCell(delta.cosine);
    return figure.real ? numberCell(delta.*figure.real) : countCell(delta.*figure.count);
}

/// The cost of the changed precision, in one line. Errors cover only the tensors with different bits, and the text says
/// so.
std::string costText(const PrecisionCost& cost)
{
    if (!cost.changesBits())
        return {};
    const std::string text = numberCell(cost.bitsA()) + " -> " + numberCell(cost.bitsB()) + " bits per weight";
    std::string errors;
    if (const auto ratio = cost.signalToNoise())
        errors += "signal-to-noise ratio " + numberCell(ratio) + " dB";
    if (const auto error = cost.largestError())
        errors += (errors.empty() ? "" : ", ") + std::string("largest error ") + numberCell(error);
    if (errors.empty())
        return text + '\n';
    return text + "; of " + counted(cost.changedPairs(), "tensor") + " with other bits: " + errors + '\n';
}

} // namespace

std::vector<ListColumn> diffColumns()
{
    std::vector<ListColumn> columns{{"status", "STATUS", Left}, {"name", "TENSOR", Left}, {"dtype", "DTYPE", Left},
        {"shape", "SHAPE", Left}, {"elements", "ELEMENTS"}};
    for (const DeltaFigure& figure : deltaFigures) {
        if (!figure.heading.empty())
            columns.push_back({std::string(figure.key), std::string(figure.heading)});
    }
    columns.push_back({"bits", "BITS"});
    columns.push_back({"remarks", "REMARKS", Left});
    return columns;
}

std::vector<std::string> diffSortKeys()
{
    std::vector<std::string> keys(tensorSortKeys().begin(), tensorSortKeys().end());
    for (const DeltaFigure& figure : deltaFigures)
        keys.emplace_back(figure.key);
    keys.emplace_back("bits");
    return keys;
}

SortValue diffSortValue(
    const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome, std::string_view key)
{
    const bool inA = pair.a != TensorPair::none;
    if (auto value = tensorSortValue(inA ? a : b, inA ? pair.a : pair.b, key))
        return std::move(*value);
    if (key == "bits" && pair.both())
        return sortValue(bitsPerWeight(b.tensors[pair.b]));
    const auto found = std::ranges::find(deltaFigures, key, &DeltaFigure::key);
    if (found == deltaFigures.end() || !outcome.delta)
        return {};
    return found->visit(*outcome.delta, [](const auto& figure) { return sortValue(figure); });
}

bool DiffText::isListed(const TensorPair& pair, const PairOutcome& outcome) const
{
    const auto status = statusOf(pair, outcome);
    const bool unchanged =
        status == PairStatus::Identical || (status == PairStatus::NotCompared && !outcome.error && !outcome.delta);
    const bool renamed = pair.both() && m_a.tensors[pair.a].name != m_b.tensors[pair.b].name;
    return !unchanged || renamed || pair.dtypeChanged;
}

void DiffText::add(const TensorPair& pair, const PairOutcome& outcome)
{
    const auto nameOf = [](const Checkpoint& checkpoint, std::uint32_t tensor) {
        return formatName(checkpoint.tensors[tensor].name);
    };
    const auto status = statusOf(pair, outcome);
    const std::uint32_t a = pair.a == TensorPair::none ? pair.b : pair.a;
    const std::uint32_t b = pair.b == TensorPair::none ? pair.a : pair.b;
    const Checkpoint& sideA = pair.a == TensorPair::none ? m_b : m_a;
    const Checkpoint& sideB = pair.b == TensorPair::none ? m_a : m_b;
    const Delta delta = outcome.delta.value_or(Delta{});
    std::vector<std::string> cells{std::string(pairStatusWords(pair, status)),
        before(nameOf(sideA, a), nameOf(sideB, b)),
        before(printable(sideA.dtypeName(a)), printable(sideB.dtypeName(b))),
        before(formatShape(sideA.tensors[a].shape), formatShape(sideB.tensors[b].shape)),
        formatElements(sideA.tensors[a].shape)};
    for (const DeltaFigure& figure : deltaFigures) {
        if (!figure.heading.empty())
            cells.push_back(figureCell(figure, delta));
    }
    cells.push_back(before(numberCell(bitsPerWeight(sideA.tensors[a])), numberCell(bitsPerWeight(sideB.tensors[b]))));
    cells.push_back(pairRemarks(pair, outcome, failureText(m_a, m_b, pair, outcome)));
    m_table.add(std::move(cells));
}

std::string DiffText::metadataText(const MetadataDifference& metadata) const
{
    if (metadata.empty())
        return {};
    std::vector<std::vector<std::string>> rows;
    for (const auto& [key, value] : metadata.removed)
        rows.push_back({"only in A", excerpt(key), excerpt(value.shown())});
    for (const auto& [key, value] : metadata.added)
        rows.push_back({"only in B", excerpt(key), excerpt(value.shown())});
    for (const auto& changed : metadata.changed)
        rows.push_back(
            {"changed", excerpt(changed.key), before(excerpt(changed.a.shown()), excerpt(changed.b.shown()))});
    return '\n' + m_style.bold("Metadata") + '\n' + table({Left, Left, Left}, rows);
}

std::string DiffText::tensorsText() const
{
    return m_table.rowCount() > 0 ? '\n' + m_style.bold("Tensors") + '\n' + m_table.text() : "";
}

std::string DiffText::text(const MetadataDifference& metadata, const ComparisonCounts& counts,
    const CommonPlace& changed, const std::string& verdict)
{
    if (!counts.cost.changesBits()) {
        m_table.omit("snr_db");
        m_table.omit("bits");
    }
    const auto side = [](const Checkpoint& checkpoint) {
        const std::string format = checkpoint.files.empty() ? "no file" : checkpoint.formatText();
        return printable(checkpoint.path.native()) + "  (" + format + ", " + counted(checkpoint.tensorCount(), "tensor")
            + ')';
    };
    std::string sums;
    const auto add = [&](std::uint64_t count, std::string_view what) {
        if (count > 0)
            sums += (sums.empty() ? "" : ", ") + formatCount(count) + ' ' + std::string(what);
    };
    for (const PairStatus status : {PairStatus::Identical, PairStatus::Changed, PairStatus::OnlyA, PairStatus::OnlyB,
             PairStatus::ShapeChanged, PairStatus::NotCompared})
        add(counts.count(status), pairStatusWords(status));
    add(counts.dtypeChanged, "other dtype");
    add(counts.renamed, "renamed");
    add(counts.moved, "moved");
    if (const std::string place = changed.count() > 1 ? changed.text() : std::string(); !place.empty())
        sums += "; all changes in " + printable(place);
    if (counts.within + counts.beyond > 0) {
        sums += "; " + counted(counts.within, "pair") + " within the tolerance, " + formatCount(counts.beyond)
            + " beyond it";
    }
    if (const std::size_t entries = metadata.added.size() + metadata.removed.size() + metadata.changed.size();
        entries > 0)
        sums += (sums.empty() ? "" : "; ") + counted(entries, "metadata entry", "metadata entries")
            + (entries == 1 ? " differs" : " differ");
    return m_style.bold("A") + "  " + side(m_a) + '\n' + m_style.bold("B") + "  " + side(m_b) + '\n'
        + metadataText(metadata) + tensorsText() + '\n' + verdict + (sums.empty() ? "" : ": " + sums) + '\n'
        + costText(counts.cost);
}

} // namespace loupe
