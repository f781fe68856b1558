#include "reports/html_report.h"

#include "core/checked_math.h"
#include "reports/html_text.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace loupe {

namespace {

/// The relative L2 of a changed pair, infinite if a is zero; for other pairs 1 if there is something to report.
double amountOf(const TensorPair& pair, const PairOutcome& outcome, PairStatus status, bool renamed)
{
    if (status != PairStatus::Changed)
        return outcome.error || pair.dtypeChanged || renamed ? 1 : 0;
    if (!outcome.delta)
        return 0;
    if (outcome.delta->relativeL2)
        return *outcome.delta->relativeL2;
    return outcome.delta->maximum.value_or(0) > 0 ? std::numeric_limits<double>::infinity() : 0;
}

} // namespace

ComparisonReport::ComparisonReport(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
    const MetadataDifference& metadata, const ComparisonOptions& options)
    : m_a(std::move(a))
    , m_b(std::move(b))
    , m_metadata(metadata)
    , m_options(options)
{
}

void ComparisonReport::add(const TensorPair& pair, const PairOutcome& outcome)
{
    m_counts.add(*m_a, *m_b, pair, outcome, m_options);
    if (const auto& delta = outcome.delta) {
        m_elements = saturatingAdd(m_elements, delta->elements);
        m_differing = saturatingAdd(m_differing, delta->differing.value_or(0));
        m_measured += delta->relativeL2.value_or(0) > 0;
        m_nonfiniteOnlyA += delta->nonfiniteOnlyA.value_or(0) > 0;
        m_nonfiniteOnlyB += delta->nonfiniteOnlyB.value_or(0) > 0;
    }
    if (!m_options.structureOnly) // otherwise most were not compared, so there is nothing to show
        m_layers.add(pair, outcome);
    const PairStatus status = statusOf(pair, outcome);
    const bool renamed = pair.both() && m_a->tensors[pair.a].name != m_b->tensors[pair.b].name;
    Row row{.pair = pair,
        .outcome = {},
        .amount = amountOf(pair, outcome, status, renamed),
        .nonfinite = outcome.delta && nonfiniteDiffer(*outcome.delta),
        .number = m_added++};
    auto& rows = m_rows[static_cast<std::size_t>(status)];
    const auto order = [](const Row& x, const Row& y) { return x.isBefore(y); };
    if (rows.size() == (status == PairStatus::Changed ? mostChanged : mostOthers)) {
        if (!row.isBefore(rows.front()))
            return;
        std::pop_heap(rows.begin(), rows.end(), order);
        rows.pop_back();
    }
    row.outcome = outcome;
    rows.push_back(std::move(row));
    std::push_heap(rows.begin(), rows.end(), order);
}

std::vector<const ComparisonReport::Row*> ComparisonReport::sorted(PairStatus status) const
{
    std::vector<const Row*> rows;
    for (const Row& row : m_rows[static_cast<std::size_t>(status)])
        rows.push_back(&row);
    std::sort(rows.begin(), rows.end(), [](const Row* x, const Row* y) { return x->isBefore(*y); });
    return rows;
}

ComparisonHistograms ComparisonReport::histograms() const
{
    std::vector<ChangedPair> pairs;
    for (const Row* const row : sorted(PairStatus::Changed)) {
        if (row->outcome.delta && row->amount > 0 && pairs.size() < ComparisonHistograms::mostPairs)
            pairs.push_back({row->pair, *row->outcome.delta});
    }
    return {m_a, m_b, pairs};
}

std::uint64_t ComparisonReport::bytesToDraw() const
{
    return histograms().bytes();
}

Result<> ComparisonReport::draw(const Work& work)
try {
    auto layers = m_layers.html(*m_a, *m_b, work);
    if (!layers && layers.error().code == ErrorCode::TooLarge)
        layers = "<p class=\"muted\">No picture of the layers: " + htmlText(layers.error().message) + ".</p>\n";
    if (!layers)
        return fail(std::move(layers.error()));
    auto histograms = this->histograms().html(work);
    if (!histograms)
        return fail(std::move(histograms.error()));
    m_layersHtml = std::move(*layers);
    m_histogramsHtml = std::move(*histograms);
    return {};
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory for the pictures of the report");
}

} // namespace loupe
