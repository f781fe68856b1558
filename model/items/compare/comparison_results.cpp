#include "items/compare/comparison_results.h"

namespace loupe {

ComparisonResults::ComparisonResults(PairedCheckpointsPtr paired)
    : m_paired(std::move(paired))
    , m_outcomes(static_cast<std::uint32_t>(m_paired->pairs.size()))
    , m_groups(m_paired->structure)
{
    if (!m_paired->unread.empty())
        m_firstError = m_paired->unread.front();
}

void ComparisonResults::add(const TensorPair& pair, PairOutcome outcome)
{
    const std::lock_guard lock(m_mutex);
    if (m_closed || m_outcomes.isFull())
        return;
    const std::uint32_t number = m_outcomes.next();
    m_counts.add(*m_paired->a, *m_paired->b, pair, outcome, {});
    addDifference(pair, number, statusOf(pair, outcome));
    if (outcome.delta)
        m_changes.add(*outcome.delta);
    if (outcome.error && !m_firstError)
        m_firstError = outcome.error;
    addOutcome(m_groups, *m_paired, number, outcome);
    m_outcomes.add(std::move(outcome));
}

/// Precondition: the mutex is held.
void ComparisonResults::addDifference(const TensorPair& pair, std::uint32_t number, PairStatus status)
{
    if (status != PairStatus::Identical && status != PairStatus::NotCompared) {
        CommonPlace& place = status == PairStatus::OnlyA ? m_differences.onlyA
            : status == PairStatus::OnlyB                ? m_differences.onlyB
                                                         : m_differences.place;
        place.add(m_paired->names->tensors[number].name);
    }
    if (pair.a == TensorPair::none || pair.b == TensorPair::none)
        return;
    const std::string_view a = m_paired->a->dtypeName(pair.a);
    const std::string_view b = m_paired->b->dtypeName(pair.b);
    if (a == b)
        return;
    if (m_differences.withTwoDTypes++ == 0)
        m_differences.dtypes = DTypePair{std::string(a), std::string(b)};
    else if (m_differences.dtypes && (m_differences.dtypes->a != a || m_differences.dtypes->b != b))
        m_differences.dtypes.reset();
}

void ComparisonResults::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
}

std::optional<PairStatus> ComparisonResults::status(std::uint32_t pair) const
{
    if (const auto known = m_paired->structuralStatus(pair))
        return known;
    const PairOutcome* const outcome = find(pair);
    return outcome ? std::optional(statusOf(m_paired->pairs[pair], *outcome)) : std::nullopt;
}

PairFacts ComparisonResults::facts(std::uint32_t pair) const
{
    PairFacts facts{*m_paired->a, *m_paired->b, m_paired->pairs[pair], status(pair)};
    if (const PairOutcome* const outcome = find(pair); outcome && outcome->delta) {
        facts.maximum = outcome->delta->maximum;
        facts.relativeL2 = outcome->delta->relativeL2;
        facts.nonfiniteDiffer = nonfiniteDiffer(*outcome->delta);
    }
    return facts;
}

PairSums ComparisonResults::sums(NameTree::NodeId group) const
{
    const std::lock_guard lock(m_mutex);
    return m_groups[group - m_paired->tree.root()];
}

std::optional<PairSums> ComparisonResults::figures(NameTree::NodeId node) const
{
    if (m_paired->tree.isGroup(node)) {
        const PairSums figures = sums(node);
        return figures.elements > 0 ? std::optional(figures) : std::nullopt;
    }
    const PairOutcome* const outcome = find(node);
    return outcome ? m_paired->figures(node, *outcome) : std::nullopt;
}

ComparisonCounts ComparisonResults::counts() const
{
    const std::lock_guard lock(m_mutex);
    return m_counts;
}

ComparisonResults::Differences ComparisonResults::differences() const
{
    const std::lock_guard lock(m_mutex);
    Differences differences = m_differences;
    const std::uint64_t known =
        m_counts.unread + differences.place.count() + differences.onlyA.count() + differences.onlyB.count();
    differences.inNameOrDType = m_counts.unequal > known ? m_counts.unequal - known : 0;
    return differences;
}

ChangeScale ComparisonResults::changeScale() const
{
    const std::lock_guard lock(m_mutex);
    return m_changes.scale();
}

std::optional<Error> ComparisonResults::firstError() const
{
    const std::lock_guard lock(m_mutex);
    return m_firstError;
}

std::optional<bool> ComparisonResults::same() const
{
    const bool different = counts().unequal > 0 || firstError() || !m_paired->metadata.empty();
    if (!different && !isComplete())
        return std::nullopt;
    return !different;
}

bool ComparisonResults::isUndecided() const
{
    return firstError() && !counts().differ() && m_paired->metadata.empty();
}

} // namespace loupe
