#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/tree/tree_order.h"
#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health/health_results.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>

namespace loupe {

/// The distribution of the finite values of a group: the sum of its tensors' histograms, over a range that leaves out
/// hardly any values. The counts are accurate to about one bar.
struct GroupDistribution {
    Distribution distribution;
    std::uint32_t tensors = 0; ///< the number of summed histograms
    bool isSample = false; ///< if so, they are an evenly spaced sample of the group's tensors
};

/// The rows of a tree, and the results of a scan for them.
struct ShownHealth {
    OpenedCheckpointPtr opened;
    HealthResultsPtr table; ///< null before a scan
    std::shared_ptr<const NameTree> tree;
    std::shared_ptr<const TreeOrder> order;
    std::shared_ptr<const TensorSet> kept; ///< the tensors that match the filter; null: all

    bool hasSameTensors(const ShownHealth& other) const
    {
        return table == other.table && tree == other.tree && kept == other.kept;
    }
};

/// The distributions of requested groups, which are those of visible rows. A job computes them. A large group is
/// represented by a sample of its tensors, so a million tensors take no longer than a few hundred.
class GroupDistributions final : public QObject {
    Q_OBJECT

public:
    /// The maximum number of tensors to add up for a group.
    static constexpr std::uint32_t mostTensors = 512;

    explicit GroupDistributions(QObject* parent = nullptr);

    /// A different order of the same tensors does not affect known distributions.
    void setShown(ShownHealth shown);
    /// Null if no tensor of the group has a distribution, or if it is not known yet; found() follows in that case. May
    /// be more complete on the next call. Precondition: it is a group of the current tree, and has a row.
    const GroupDistribution* of(NameTree::NodeId group);
    /// True if a job is computing requested distributions.
    bool isRunning() const { return m_finding.isRunning() || !m_wanted.empty(); }

signals:
    void found();

private:
    struct Known {
        GroupDistribution distribution;
        std::uint32_t lookedAt = 0; ///< how many tensors the scan had looked at
    };

    /// True if enough results were added to update the distribution.
    bool isDue(NameTree::NodeId group) const;
    void find();

    ShownHealth m_shown;
    std::unordered_map<NameTree::NodeId, Known> m_known;
    std::set<NameTree::NodeId> m_wanted; ///< not yet being computed
    QTimer m_soon;
    JobRunner m_finding;
};

} // namespace loupe
