#pragma once

#include "items/compare/layer_figures.h"
#include "items/jobs/job_runner.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

namespace loupe {

/// The pairs of a comparison as a grid of layers and roles, laid out in a job, with the results for each cell. Follows
/// the comparison a few times a second.
class LayerMap : public QObject {
    Q_OBJECT

public:
    explicit LayerMap(QObject* parent = nullptr);
    ~LayerMap() override;

    /// Sets new pairs, or results without known values; null: none. The grid is empty until it is laid out.
    void setResults(ComparisonResultsPtr results);
    /// If `folds`, parts that repeat within a block share one row. The old rows stay until the new layout is ready. If
    /// that is stopped or fails, the previous folding is restored.
    void setFolding(bool folds);
    bool isFolding() const { return m_folds; }
    /// The results have grown; `ended`: for the last time.
    void onResultsAdded(bool ended);
    /// Layout and updates start only while the map is visible.
    void setActive(bool active);
    void stop();
    /// Lays out again after a stop or an error.
    void compute();

    /// True if the map does not yet show all known results.
    bool isBusy() const { return m_job.isRunning() || m_follow.isActive(); }
    bool isStopped() const { return m_stopped; }
    /// Why the last layout failed.
    const std::optional<Error>& error() const { return m_error; }
    const ComparisonResultsPtr& results() const { return m_results; }
    /// Empty before it is laid out. Its names are those of results().
    const LayerGrid& grid() const { return m_grid; }
    const LayerFigures& figures() const { return m_figures; }

signals:
    /// grid() has changed.
    void laidOut();
    /// figures() have grown.
    void changed();
    void busyChanged();

private:
    void layOut();
    void follow();

    void keepFolding();

    ComparisonResultsPtr m_results; ///< keeps the grid's names alive
    LayerGrid m_grid;
    LayerFigures m_figures;
    JobRunner m_job;
    QTimer m_follow;
    bool m_folds = true;
    bool m_gridFolds = true;
    bool m_isLaidOut = false;
    bool m_active = false;
    bool m_wanted = false; ///< layout is required
    bool m_stopped = false;
    std::optional<Error> m_error;
};

} // namespace loupe
