#include "items/compare/filtered_pairs.h"

#include <utility>

namespace loupe {

FilteredPairs::FilteredPairs(ComparisonResultsPtr results, std::shared_ptr<const TensorSet> kept)
    : m_results(std::move(results))
    , m_kept(std::move(kept))
    , m_groups(sumStructure(*m_results->paired(), m_kept.get()))
{
}

bool FilteredPairs::catchUp(const Work& work)
{
    constexpr std::uint32_t stopInterval = 1 << 12;
    const PairedCheckpoints& paired = *m_results->paired();
    for (const std::uint32_t known = m_results->lookedAt(); m_lookedAt < known; ++m_lookedAt) {
        if (m_lookedAt % stopInterval == 0 && work.stopped())
            return false;
        if (!m_kept->contains(m_lookedAt) || paired.structuralStatus(m_lookedAt))
            continue;
        const PairOutcome& outcome = *m_results->find(m_lookedAt);
        const PairStatus status = statusOf(paired.pairs[m_lookedAt], outcome);
        const PairSums figures = outcome.delta ? PairSums::of(*outcome.delta) : PairSums{};
        for (NameTree::NodeId node = m_lookedAt; node != paired.tree.root();) {
            node = paired.tree.parent(node);
            m_groups[node - paired.tree.root()].addResult(status, figures);
        }
    }
    return true;
}

const PairSums& FilteredPairs::sums(NameTree::NodeId group) const
{
    return m_groups[group - m_results->paired()->tree.root()];
}

} // namespace loupe
