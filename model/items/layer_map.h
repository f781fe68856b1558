#pragma once

#include "items/job_runner.h"
#include "items/layer_figures.h"

#include <QObject>
#include <QTimer>
#include <memory>

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
    /// What repeats inside of a block is one row, or many. What was there stays until it is laid out anew.
    void setFolding(bool folds);
    bool isFolding() const { return m_folds; }
    /// The results know more; `ended`: no more will come.
    void noteResults(bool ended);
    /// Begins to lay out, and to follow, only while it is looked at.
    void setActive(bool active);
    void stop();

    /// What is there is not all that the results know.
    bool isBusy() const { return m_job.isRunning() || m_follow.isActive(); }
    bool isStopped() const { return m_stopped; }
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

    ComparisonResultsPtr m_results;
    ComparisonResultsPtr m_gridOf; ///< keeps the names alive
    LayerGrid m_grid;
    LayerFigures m_figures;
    JobRunner m_job;
    QTimer m_follow;
    bool m_folds = true;
    bool m_active = false;
    bool m_wanted = false; ///< laying out
    bool m_stopped = false;
};

} // namespace loupe
