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

/// Stable ranks by tensor. Thread-safe.
class StableRanks {
public:
    /// `rank` is nothing if the tensor has none.
    void add(std::uint32_t tensor, std::optional<double> rank);
    /// Nothing if the tensor was not processed yet.
    std::optional<std::optional<double>> find(std::uint32_t tensor) const;
    std::size_t size() const;

private:
    mutable std::mutex m_mutex;
    std::unordered_map<std::uint32_t, std::optional<double>> m_ranks;
};

/// Finds stable ranks of tensors in a job, on request. Results stay until another checkpoint is set.
class StableRankSearch : public QObject {
    Q_OBJECT

public:
    explicit StableRankSearch(QObject* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// Processes the tensors of a grid of the checkpoint, starting with these rows. Skips tensors with known results.
    /// Does nothing while it is running.
    void start(std::shared_ptr<const LayerGrid> grid, std::vector<std::uint32_t> first);
    /// Results found so far stay.
    void stop();
    bool isRunning() const { return m_job.isRunning(); }
    /// Progress as a share of the elements to read: 0 to 1.
    double share() const { return m_share; }
    /// Never null.
    std::shared_ptr<const StableRanks> results() const { return m_ranks; }

signals:
    void runningChanged();
    /// share() has changed, and results() may have more; at most ten times a second, and at the end.
    void progressed();

private:
    OpenedCheckpointPtr m_opened;
    std::shared_ptr<StableRanks> m_ranks;
    double m_share = 0;
    JobRunner m_job;
};

} // namespace loupe
