#include "items/compare/filtered_pairs.h"

#include "items/jobs/release_in_job.h"

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
    for (const std::uint32_t known = m_results->lookedAt(); m_lookedAt < known; ++m_lookedAt) {
        if (m_lookedAt % stopInterval == 0 && work.stopped())
            return false;
        if (m_kept->contains(m_lookedAt))
            addOutcome(m_groups, *m_results->paired(), m_lookedAt, *m_results->find(m_lookedAt));
    }
    return true;
}

const PairSums& FilteredPairs::sums(NameTree::NodeId group) const
{
    return m_groups[group - m_results->paired()->tree.root()];
}

FilteredPairsPtr shareFilteredPairs(FilteredPairs&& pairs)
{
    return {new FilteredPairs(std::move(pairs)), &releaseInJob<const FilteredPairs>};
}

} // namespace loupe
