#pragma once

#include "analysis/comparison/layer_grid.h"
#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace loupe {

/// Stable ranks by tensor. For several threads at once.
class StableRanks {
public:
    /// Nothing: the tensor has none.
    void add(std::uint32_t tensor, std::optional<double> rank);
    /// Nothing: the tensor was not looked at.
    std::optional<std::optional<double>> find(std::uint32_t tensor) const;
    std::size_t size() const;

private:
    mutable std::mutex m_mutex;
    std::unordered_map<std::uint32_t, std::optional<double>> m_ranks;
};

/// Finds stable ranks of tensors in a job, when it is asked to. What was found stays until another checkpoint is set.
class StableRankSearch : public QObject {
    Q_OBJECT

public:
    explicit StableRankSearch(QObject* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// Searches the tensors of a grid of the checkpoint, those of these rows first. Those that are known already are not
    /// looked at again. Nothing while it runs.
    void start(std::shared_ptr<const LayerGrid> grid, std::vector<std::uint32_t> first);
    /// What was found stays.
    void stop();
    bool isRunning() const { return m_job.isRunning(); }
    /// Progress as a share of the elements to read: 0 to 1.
    double share() const { return m_share; }
    /// Never null.
    std::shared_ptr<const StableRanks> results() const { return m_ranks; }

signals:
    void runningChanged();
    /// share() is another, and results() may know more; at most ten times a second, and at the end.
    void progressed();

private:
    OpenedCheckpointPtr m_opened;
    std::shared_ptr<StableRanks> m_ranks;
    double m_share = 0;
    JobRunner m_job;
};

} // namespace loupe
