#include "app/cli/diff_output.h"

#include "analysis/comparison_words.h"
#include "app/cli/columns.h"
#include "app/cli/stats_output.h"
#include "app/cli/terminal.h"
#include "core/text.h"

namespace loupe {

namespace {

using enum Columns::Align;

std::string before(const std::string& a, const std::string& b)
{
    return a == b ? a : a + " -> " + b;
}

std::string statusText(const TensorPair& pair, const PairOutcome& outcome)
{
    switch (statusOf(pair, outcome)) {
    case PairStatus::Identical:
        return pair.dtypeChanged ? "same values" : "identical";
    case PairStatus::Changed:
        return "changed";
    case PairStatus::OnlyA:
        return "only in A";
    case PairStatus::OnlyB:
        return "only in B";
    case PairStatus::ShapeChanged:
        return "other shape";
    case PairStatus::NotCompared:
        return "not compared";
    }
    return {};
}

} // namespace

void DiffText::add(const TensorPair& pair, const PairOutcome& outcome)
{
    const auto nameOf = [](const Checkpoint& checkpoint, std::uint32_t tensor) {
        return printable(checkpoint.tensors[tensor].name);
    };
    const auto status = statusOf(pair, outcome);
    const std::uint32_t a = pair.a == TensorPair::none ? pair.b : pair.a;
    const std::uint32_t b = pair.b == TensorPair::none ? pair.a : pair.b;
    const Checkpoint& sideA = pair.a == TensorPair::none ? m_b : m_a;
    const Checkpoint& sideB = pair.b == TensorPair::none ? m_a : m_b;
    const bool renamed = sideA.tensors[a].name != sideB.tensors[b].name;
    const bool unchanged =
        status == PairStatus::Identical || (status == PairStatus::NotCompared && !outcome.error && !outcome.delta);
    if (unchanged && !renamed && !pair.dtypeChanged)
        return;
    const Delta delta = outcome.delta.value_or(Delta{});
    m_rows.push_back({statusText(pair, outcome), before(nameOf(sideA, a), nameOf(sideB, b)),
        before(printable(sideA.dtypeName(a)), printable(sideB.dtypeName(b))),
        before(formatShape(sideA.tensors[a].shape), formatShape(sideB.tensors[b].shape)),
        formatElements(sideA.tensors[a].shape), countCell(delta.differing), numberCell(delta.maximum),
        numberCell(delta.mean), numberCell(delta.rms), numberCell(delta.relativeL2), numberCell(delta.cosine),
        countCell(delta.firstDifference), countCell(delta.maximumUlp),
        pairRemarks(pair, outcome, "could not be read")});
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
    if (m_rows.empty())
        return {};
    std::vector<std::vector<std::string>> rows{{"STATUS", "TENSOR", "DTYPE", "SHAPE", "ELEMENTS", "DIFFERING", "MAX",
        "MEAN", "RMS", "REL L2", "COSINE", "FIRST", "ULP", "REMARKS"}};
    rows.insert(rows.end(), m_rows.begin(), m_rows.end());
    return '\n' + m_style.bold("Tensors") + '\n'
        + table({Left, Left, Left, Left, Right, Right, Right, Right, Right, Right, Right, Right, Right, Left}, rows);
}

std::string DiffText::text(const MetadataDifference& metadata, const ComparisonCounts& counts, bool same) const
{
    const auto side = [](const Checkpoint& checkpoint) {
        return printable(checkpoint.path.native()) + "  (" + checkpoint.formatText() + ", "
            + counted(checkpoint.tensors.size(), "tensor") + ')';
    };
    std::string sums;
    const auto add = [&](std::uint64_t count, const char* what) {
        if (count > 0)
            sums += (sums.empty() ? "" : ", ") + formatCount(count) + ' ' + what;
    };
    add(counts.identical, "identical");
    add(counts.changed, "changed");
    add(counts.onlyA, "only in A");
    add(counts.onlyB, "only in B");
    add(counts.shapeChanged, "of another shape");
    add(counts.notCompared, "not compared");
    add(counts.dtypeChanged, "of another dtype");
    add(counts.renamed, "renamed");
    return m_style.bold("A") + "  " + side(m_a) + '\n' + m_style.bold("B") + "  " + side(m_b) + '\n'
        + metadataText(metadata) + tensorsText() + '\n' + (same ? m_style.good("same") : m_style.bad("different"))
        + (sums.empty() ? "" : ": " + sums) + '\n';
}

} // namespace loupe
