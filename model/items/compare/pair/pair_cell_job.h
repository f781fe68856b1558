#pragma once

#include "items/heat_map/grid_job.h"

#include <QObject>

namespace loupe {

/// A window of a pair, reduced to grids of one cell.
struct PairCell {
    Grid a;
    Grid b;
    Grid difference; ///< b - a
};

/// Reads one cell of a picture on both sides, off the UI thread. Pictures of different sizes have different cells; this
/// makes the figures for A, B and their difference cover the same elements. The newest request wins.
class PairCellJob : public QObject {
    Q_OBJECT

public:
    explicit PairCellJob(QObject* parent = nullptr);

    /// Precondition: the pair has a minuend, and the window is within the slice.
    void start(GridSource pair, const SliceWindow& window);
    void stop() { m_job.stop(); }

signals:
    /// Not emitted if reading fails: the picture of the same elements reports that.
    void ready(const loupe::PairCell& cell);

private:
    JobRunner m_job;
};

} // namespace loupe
