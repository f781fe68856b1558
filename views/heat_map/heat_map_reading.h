#pragma once

#include "items/heat_map/grid_job.h"

#include <QObject>

#include <optional>
#include <vector>

namespace loupe {

class HeatMapCanvas;

/// Reads only what a canvas shows: the whole slice, for the color range and as a background, and the visible part if
/// that is smaller. Adds new cells of existing layers to the canvas; the owner does the rest.
class HeatMapReading : public QObject {
    Q_OBJECT

public:
    explicit HeatMapReading(HeatMapCanvas& canvas, QObject* parent = nullptr);

    /// The source of the table that the canvas gets next. Drops what was read. Empty: nothing is read.
    void setSource(std::optional<GridSource> source);
    const std::optional<GridSource>& source() const { return m_source; }
    /// Starts work when the view is shown and stops it when the view is hidden.
    void setActive(bool active);
    /// Stops at the user's request. Nothing starts again until setSource() or resume().
    void stop();
    /// Resumes reading the visible part.
    void resume();
    bool isStopped() const { return m_stopped; }
    bool isBusy() const { return m_whole.isRunning() || m_detail.isRunning(); }
    /// Requests the visible part unless it is loaded or being read.
    void read();

    /// Coarse to fine.
    std::vector<GridPtr> layers() const;
    /// The content of a cell, "[3, 17] = 0.5", from the finest layer that has it; else empty.
    QString cellText(Slice::Cell cell) const;
    /// Ranges of the whole slice.
    const std::optional<ColorRanges>& ranges() const { return m_wholeGrids.ranges; }
    /// Ranges of the visible part, if that is not the whole slice.
    const std::optional<ColorRanges>& rangesInSight() const;
    /// The elements of the whole table outside a range; none before all of it was read.
    OffScale offScale(const ColorRange& range) const;
    /// The reduction of the visible part.
    const std::optional<GridShape>& shape() const;

signals:
    /// Layers or ranges have changed.
    void changed();
    void failed(const loupe::Error& error);
    void progressed(const loupe::JobProgress& progress);
    void busyChanged();

private:
    /// The grids of one job, coarse to fine.
    struct Grids {
        GridPtr before; ///< of the previous job, until this one is complete
        GridPtr sample;
        GridPtr exact; ///< grows while the job runs
        std::optional<GridShape> wanted; ///< the last request
        std::optional<ColorRanges> ranges; ///< of the last complete grid, or of the sample until there is one
        SliceValuesPtr values; ///< of the last complete grid
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
