#pragma once

#include "analysis/filter/tensor_set.h"
#include "core/tree/tree_order.h"
#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health_results.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>

namespace loupe {

/// How the finite values of a group are distributed: the histograms of its tensors, added up on a range that leaves out
/// next to nothing. Counts are good to about a bar.
struct GroupDistribution {
    Distribution distribution;
    std::uint32_t tensors = 0; ///< whose histograms were added up
    bool isSample = false; ///< of the group's tensors, evenly spread
};

/// What a tree shows, and what a scan knows of it.
struct ShownHealth {
    OpenedCheckpointPtr opened;
    HealthResultsPtr table; ///< null before a scan
    std::shared_ptr<const NameTree> tree;
    std::shared_ptr<const TreeOrder> order;
    std::shared_ptr<const TensorSet> kept; ///< by the filter; null: all

    bool hasSameTensors(const ShownHealth& other) const
    {
        return table == other.table && tree == other.tree && kept == other.kept;
    }
};

/// The distributions of those groups that somebody asked for: rows that are seen. A job adds them up. A large group is
/// judged by a sample of its tensors, so that a million tensors take no longer than a few hundred.
class GroupDistributions final : public QObject {
    Q_OBJECT

public:
    /// A group's distribution is the sum of at most this many tensors.
    static constexpr std::uint32_t mostTensors = 512;

    explicit GroupDistributions(QObject* parent = nullptr);

    /// Another order of the same tensors changes nothing about what is known.
    void setShown(ShownHealth shown);
    /// Null if no tensor of the group has a distribution, and while none is known: found() comes then. More may be
    /// known of a group the next time it is asked for. Precondition: a group of the tree that is shown, with a row.
    const GroupDistribution* of(NameTree::NodeId group);
    /// A job adds up what was asked for.
    bool isRunning() const { return m_finding.isRunning() || !m_wanted.empty(); }

signals:
    void found();

private:
    struct Known {
        GroupDistribution distribution;
        std::uint32_t lookedAt = 0; ///< how many tensors the scan knew
    };

    /// Enough more is known than what was added up.
    bool isDue(NameTree::NodeId group) const;
    void find();

    ShownHealth m_shown;
    std::unordered_map<NameTree::NodeId, Known> m_known;
    std::set<NameTree::NodeId> m_wanted; ///< and not being found yet
    QTimer m_soon;
    JobRunner m_finding;
};

} // namespace loupe
