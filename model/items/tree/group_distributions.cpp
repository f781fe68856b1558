#include "items/tree/group_distributions.h"

#include "items/jobs/release_in_job.h"
#include "items/tree/group_histogram.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace loupe {

/// What is needed only while distributions are added up.
class GroupDistributions::Finder {
public:
    Finder(const Checkpoint& checkpoint, const HealthResults& table, GroupDistributions& found, const Work& work)
        : m_checkpoint(checkpoint)
        , m_table(table)
        , m_found(found)
        , m_tree(*found.m_tree)
        , m_work(work)
        , m_tensors(found.m_lookedAt)
        , m_sums(m_tree.groupCount())
    {
        m_found.m_groups.resize(m_tree.groupCount());
    }

    /// False where it was stopped.
    bool run()
    {
        if (!addTensors())
            return false;
        addGroups();
        return findEnds(&Range::low, std::less<>()) && findEnds(&Range::high, std::greater<>()) && addBars();
    }

private:
    struct Range {
        double low = 0;
        double high = 0;
        double values = 0; ///< 0: not known
    };
    struct Sum {
        Range range;
        double least = std::numeric_limits<double>::infinity();
        double greatest = -std::numeric_limits<double>::infinity();
        double beyond = 0; ///< values of tensors that begin before the end that is looked for
    };

    bool isStopped(std::size_t steps) const
    {
        constexpr std::size_t stopInterval = 1 << 12;
        return steps % stopInterval == 0 && m_work.stopped();
    }
    std::uint32_t groupAbove(NameTree::NodeId node) const { return m_tree.parent(node) - m_tree.root(); }
    bool isKnown(NameTree::NodeId tensor) const { return tensor < m_tensors.size() && m_tensors[tensor].values > 0; }

    /// To the group that each tensor is in.
    bool addTensors()
    {
        for (std::uint32_t tensor = 0; tensor < m_tensors.size(); ++tensor) {
            if (isStopped(tensor))
                return false;
            if (m_found.m_kept && !m_found.m_kept->contains(tensor))
                continue;
            const auto health = m_table.find(m_checkpoint, tensor);
            if (!health || !*health || !(*health)->summary.distribution || !(*health)->summary.minimum)
                continue;
            const Summary& summary = (*health)->summary;
            const double values = finiteValues(summary);
            m_tensors[tensor] = {summary.distribution->low, summary.distribution->high, values};
            if (!(values > 0))
                continue;
            m_order.push_back(tensor);
            Sum& sum = m_sums[groupAbove(tensor)];
            sum.range.values += values;
            sum.least = std::min(sum.least, summary.minimum->toDouble());
            sum.greatest = std::max(sum.greatest, summary.maximum->toDouble());
            ++m_found.m_groups[groupAbove(tensor)].tensors;
        }
        return true;
    }
    void addGroups()
    {
        // A group's number is higher than its parent's.
        for (std::uint32_t group = m_tree.groupCount() - 1; group > 0; --group) {
            const std::uint32_t above = groupAbove(m_tree.root() + group);
            const Sum& sum = m_sums[group];
            m_sums[above].range.values += sum.range.values;
            m_sums[above].least = std::min(m_sums[above].least, sum.least);
            m_sums[above].greatest = std::max(m_sums[above].greatest, sum.greatest);
            m_found.m_groups[above].tensors += m_found.m_groups[group].tensors;
        }
    }
    /// An end of each group's range: the first one of its tensors' that leaves out more than beyondShare of the values.
    /// The tensor of a few large values does not flatten the others.
    template <typename Before>
    bool findEnds(double Range::*end, Before before)
    {
        std::vector<std::pair<double, std::uint32_t>> ends; // with their tensors
        ends.reserve(m_order.size());
        for (const std::uint32_t tensor : m_order)
            ends.emplace_back(m_tensors[tensor].*end, tensor);
        std::sort(ends.begin(), ends.end(), [&](const auto& a, const auto& b) { return before(a.first, b.first); });
        for (Sum& sum : m_sums)
            sum.beyond = 0;
        std::size_t seen = 0;
        for (const auto& [value, tensor] : ends) {
            if (isStopped(seen++))
                return false;
            for (NameTree::NodeId node = tensor; node != m_tree.root();) {
                node = m_tree.parent(node);
                Sum& sum = m_sums[node - m_tree.root()];
                const double most = sum.range.values * Distribution::beyondShare;
                if (sum.beyond > most)
                    continue;
                sum.beyond += m_tensors[tensor].values;
                sum.range.*end = value;
            }
        }
        return true;
    }
    bool addBars()
    {
        for (std::uint32_t group = m_tree.groupCount(); group-- > 0;) {
            if (isStopped(group))
                return false;
            const Sum& sum = m_sums[group];
            GroupDistribution& result = m_found.m_groups[group];
            if (result.tensors == 0)
                continue;
            result.least = sum.least;
            result.greatest = sum.greatest;
            BarSum bars(sum.range.low, sum.range.high, Distribution::barCount);
            for (const NameTree::NodeId child : m_tree.children(m_tree.root() + group)) {
                if (m_tree.isGroup(child))
                    addGroup(bars, child - m_tree.root());
                else if (isKnown(child))
                    addTensor(bars, child);
            }
            result.distribution = bars.distribution();
        }
        return true;
    }
    void addGroup(BarSum& bars, std::uint32_t group) const
    {
        const GroupDistribution& part = m_found.m_groups[group];
        if (part.tensors > 0)
            bars.add(part.distribution, m_sums[group].range.values, part.least, part.greatest);
    }
    void addTensor(BarSum& bars, std::uint32_t tensor) const
    {
        const auto health = m_table.find(m_checkpoint, tensor);
        const Summary& summary = (*health)->summary;
        bars.add(
            *summary.distribution, m_tensors[tensor].values, summary.minimum->toDouble(), summary.maximum->toDouble());
    }

    const Checkpoint& m_checkpoint;
    const HealthResults& m_table;
    GroupDistributions& m_found;
    const NameTree& m_tree;
    const Work& m_work;
    std::vector<Range> m_tensors; ///< by tensor
    std::vector<std::uint32_t> m_order; ///< tensors that are known
    std::vector<Sum> m_sums; ///< by group number
};

GroupDistributions::Ptr GroupDistributions::find(const Checkpoint& checkpoint, HealthResultsPtr table,
    std::shared_ptr<const NameTree> tree, std::shared_ptr<const TensorSet> kept, const Work& work)
{
    const std::shared_ptr<GroupDistributions> found(new GroupDistributions, &releaseInJob<GroupDistributions>);
    found->m_tree = std::move(tree);
    found->m_kept = std::move(kept);
    found->m_lookedAt = table->lookedAt();
    return Finder(checkpoint, *table, *found, work).run() ? found : nullptr;
}

const GroupDistribution* GroupDistributions::of(NameTree::NodeId group) const
{
    const GroupDistribution& found = m_groups[group - m_tree->root()];
    return found.tensors > 0 ? &found : nullptr;
}

} // namespace loupe
