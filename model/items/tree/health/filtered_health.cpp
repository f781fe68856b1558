#include "items/tree/health/filtered_health.h"

#include "items/jobs/release_in_job.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace loupe {

FilteredHealth::FilteredHealth(
    HealthResultsPtr table, std::shared_ptr<const NameTree> tree, std::shared_ptr<const TensorSet> kept)
    : m_table(std::move(table))
    , m_tree(std::move(tree))
    , m_kept(std::move(kept))
{
}

float FilteredHealth::rmsOf(const Summary& summary)
{
    return summary.mean && summary.standardDeviation
        ? static_cast<float>(std::hypot(*summary.mean, *summary.standardDeviation))
        : unknown;
}

bool FilteredHealth::catchUp(const OpenedCheckpoint& opened, const Work& work)
{
    const NameTree& tree = *m_tree;
    m_groups.resize(tree.groupCount());
    const bool hasRoles = tree.isOfFamilies();
    const std::uint32_t before = m_lookedAt;
    if (hasRoles)
        m_rms.resize(tree.tensorCount(), unknown);
    for (const std::uint32_t known = m_table->lookedAt(); m_lookedAt < known; ++m_lookedAt) {
        if (m_lookedAt % stopInterval == 0 && work.stopped())
            return false;
        if (!isKept(m_lookedAt))
            continue;
        const HealthSums sums = m_table->tensorSums(m_lookedAt);
        if (hasRoles) {
            const auto health = m_table->find(*opened.checkpoint, m_lookedAt);
            if (health && *health)
                m_rms[m_lookedAt] = rmsOf((*health)->summary);
        }
        for (NameTree::NodeId node = m_lookedAt; node != tree.root();) {
            node = tree.parent(node);
            m_groups[node - tree.root()].add(sums);
        }
    }
    return !hasRoles || addDepthFigures(before, m_lookedAt, work);
}

/// Updates the figures of all roles with tensors in [begin, end). Returns false if stopped.
bool FilteredHealth::addDepthFigures(std::uint32_t begin, std::uint32_t end, const Work& work)
{
    std::unordered_set<NameTree::NodeId> roles;
    for (std::uint32_t tensor = begin; tensor < end; ++tensor) {
        if (const NameTree::NodeId role = m_tree->parent(tensor); !std::isnan(m_rms[tensor]) && m_tree->isRole(role))
            roles.insert(role);
    }
    std::vector<std::uint32_t> members;
    for (const NameTree::NodeId role : roles) {
        if (work.stopped())
            return false;
        members.clear();
        std::ranges::copy_if(m_tree->children(role), std::back_inserter(members),
            [this](NameTree::NodeId member) { return isKept(member); });
        m_depthFigures[role] = std::make_shared<const DepthFigure>(
            depthFigureOf(members, [this](std::uint32_t tensor) { return m_rms[tensor]; }));
    }
    return true;
}

const DepthFigure* FilteredHealth::depthFigure(NameTree::NodeId role) const
{
    const auto found = m_depthFigures.find(role);
    return found != m_depthFigures.end() ? found->second.get() : nullptr;
}

HealthSums FilteredHealth::sums(NameTree::NodeId group) const
{
    return m_groups.empty() ? HealthSums{} : m_groups[group - m_tree->root()];
}

std::vector<std::uint64_t> FilteredHealth::ranks(const Work& work) const
{
    std::vector<std::uint64_t> ranks(m_tree->nodeCount());
    for (std::uint32_t tensor = 0; tensor < m_lookedAt; ++tensor) {
        if (tensor % stopInterval == 0 && work.stopped())
            return ranks;
        if (isKept(tensor))
            ranks[tensor] = m_table->tensorSums(tensor).rank();
    }
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        ranks[m_tree->root() + group] = m_groups[group].rank();
    return ranks;
}

FilteredHealthPtr shareFilteredHealth(FilteredHealth&& health)
{
    return {new FilteredHealth(std::move(health)), &releaseInJob<const FilteredHealth>};
}

} // namespace loupe
