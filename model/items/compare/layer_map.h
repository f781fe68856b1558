#pragma once

#include "items/compare/layer_figures.h"
#include "items/jobs/job_runner.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

namespace loupe {

/// The pairs of a comparison as a grid of layers and roles, laid out in a job, with what is known of each cell. Follows
/// the comparison a few times a second.
class LayerMap : public QObject {
    Q_OBJECT

public:
    explicit LayerMap(QObject* parent = nullptr);
    ~LayerMap() override;

    /// Other pairs, or no values known; null: none. Nothing is there before it is laid out.
    void setResults(ComparisonResultsPtr results);
    /// What repeats inside of a block is one row, or many. The old rows stay until the new layout is ready.
    /// Where that is stopped or fails, the folding of what is there is back.
    void setFolding(bool folds);
    bool isFolding() const { return m_folds; }
    /// The results know more; `ended`: no more will come.
    void onResultsAdded(bool ended);
    /// Begins to lay out, and to follow, only while it is looked at.
    void setActive(bool active);
    void stop();
    /// Lays out after all what was stopped or has failed.
    void compute();

    /// What is there is not all that the results know.
    bool isBusy() const { return m_job.isRunning() || m_follow.isActive(); }
    bool isStopped() const { return m_stopped; }
    /// Why the last layout failed.
    const std::optional<Error>& error() const { return m_error; }
    const ComparisonResultsPtr& results() const { return m_results; }
    /// Empty before it is laid out. Its names are those of results().
    const LayerGrid& grid() const { return m_grid; }
    const LayerFigures& figures() const { return m_figures; }

signals:
    /// grid() is another.
    void laidOut();
    /// figures() know more.
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
    bool m_wanted = false; ///< laying out
    bool m_stopped = false;
    std::optional<Error> m_error;
};

} // namespace loupe
