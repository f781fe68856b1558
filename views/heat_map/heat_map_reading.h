#pragma once

#include "items/heat_map/grid_job.h"

#include <QObject>

#include <optional>
#include <vector>

namespace loupe {

class HeatMapCanvas;

/// Has read what a canvas shows, and no more: all of the slice, for the range of colors and as a background, and what
/// can be seen where that is not all. Puts new cells of known layers on the canvas; the rest is its owner's.
class HeatMapReading : public QObject {
    Q_OBJECT

public:
    explicit HeatMapReading(HeatMapCanvas& canvas, QObject* parent = nullptr);

    /// What the table is of that the canvas is given next; forgets what was read. Nothing: nothing is read.
    void setSource(std::optional<GridSource> source);
    const std::optional<GridSource>& source() const { return m_source; }
    /// Shown or not: work is begun and stopped accordingly.
    void setActive(bool active);
    /// By a person: nothing begins by itself before another source is set, or resume().
    void stop();
    /// Reads what can be seen after all.
    void resume();
    bool isStopped() const { return m_stopped; }
    bool isBusy() const { return m_whole.isRunning() || m_detail.isRunning(); }
    /// Asks for what can be seen, unless it is there or on its way.
    void read();

    /// Coarse to fine.
    std::vector<GridPtr> layers() const;
    /// What is known of a place in the table, "[3, 17] = 0.5", by the finest layer that has it; else empty.
    QString cellText(Slice::Cell cell) const;
    /// Ranges of the whole slice.
    const std::optional<ColorRanges>& ranges() const { return m_wholeGrids.ranges; }
    /// Ranges of what is in view, if that is not all.
    const std::optional<ColorRanges>& rangesInSight() const;
    /// What of the whole table is outside of a range; nothing before all of it was read.
    OffScale offScale(const ColorRange& range) const;
    /// How what can be seen is reduced.
    const std::optional<GridShape>& shape() const;

signals:
    /// Other layers or ranges.
    void changed();
    void failed(const loupe::Error& error);
    void progressed(const loupe::JobProgress& progress);
    void busyChanged();

private:
    /// The grids of one job, coarse to fine.
    struct Grids {
        GridPtr before; ///< of the job before, until this one's is complete
        GridPtr sample;
        GridPtr exact; ///< grows while the job runs
        std::optional<GridShape> wanted; ///< what was asked for last
        std::optional<ColorRanges> ranges; ///< of the last grid that was complete, or the sample until there is one
        SliceValuesPtr values; ///< of the last grid that was complete
    };

    void connectJob(GridJob& job, Grids& grids);
    void start(GridJob& job, Grids& grids, const GridShape& shape);
    void abandon();

    HeatMapCanvas& m_canvas;
    std::optional<GridSource> m_source;
    bool m_active = false;
    bool m_stopped = false;
    GridJob m_whole;
    GridJob m_detail;
    Grids m_wholeGrids;
    Grids m_detailGrids;
};

} // namespace loupe
