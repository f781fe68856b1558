#pragma once

#include "items/heat_map/grid_job.h"

#include <QObject>

namespace loupe {

/// What stands in one window of a pair: grids of one cell.
struct PairCell {
    Grid a;
    Grid b;
    Grid difference; ///< b - a
};

/// Reads one cell of a picture on both sides, off the UI thread: pictures of other sizes have other cells, but what is
/// said of A, of B and of their difference is about the same elements. The newest request wins.
class PairCellJob : public QObject {
    Q_OBJECT

public:
    explicit PairCellJob(QObject* parent = nullptr);

    /// Precondition: the pair has a minuend, and the window lies within the slice.
    void start(GridSource pair, const SliceWindow& window);
    void stop() { m_job.stop(); }

signals:
    /// Not emitted where reading fails: the picture of the same elements reports that.
    void ready(const loupe::PairCell& cell);

private:
    JobRunner m_job;
};

} // namespace loupe
