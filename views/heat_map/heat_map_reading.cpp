#include "views/heat_map/heat_map_reading.h"

#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_readout.h"

namespace loupe {

namespace {

/// True if `shape` is good enough for `wanted`: equal, or for a large window with slightly larger cells, which lose
/// nothing. Otherwise resizing a window would start a new read at every pixel.
bool serves(const GridShape& shape, const GridShape& wanted)
{
    constexpr std::uint64_t large = std::uint64_t{1} << 24; // elements
    const auto near = [](std::uint64_t step, std::uint64_t other) { return step >= other && step / 2 <= other; };
    if (shape == wanted)
        return true;
    return shape.window == wanted.window && shape.window.rows > large / shape.window.columns
        && near(shape.rowStep, wanted.rowStep) && near(shape.columnStep, wanted.columnStep);
}

} // namespace

HeatMapReading::HeatMapReading(HeatMapCanvas& canvas, QObject* parent)
    : QObject(parent)
    , m_canvas(canvas)
{
    connectJob(m_whole, m_wholeGrids);
    connectJob(m_detail, m_detailGrids);
    connect(&canvas, &HeatMapCanvas::viewChanged, this, &HeatMapReading::read);
}

void HeatMapReading::connectJob(GridJob& job, Grids& grids)
{
    connect(&job, &GridJob::sampled, this, [this, &grids](const GridPtr& grid) {
        grids.sample = grid;
        if (const auto values = grids.before ? std::nullopt : valuesOf(*grid, *grid)) // for few cells
            grids.ranges = rangesOf(*values, m_source->minuend.has_value());
        emit changed();
    });
    connect(&job, &GridJob::advanced, this, [this, &grids](const GridPtr& grid, const std::vector<GridPart>& parts) {
        if (grids.exact == grid) {
            m_canvas.advance(grid, parts);
            return;
        }
        grids.exact = grid;
        emit changed();
    });
    connect(&job, &GridJob::finished, this,
        [this, &grids](const GridPtr& grid, const std::optional<ColorRanges>& ranges, const SliceValuesPtr& values) {
            grids.exact = grid;
            grids.before.reset();
            grids.sample.reset();
            grids.ranges = ranges;
            grids.values = values;
            emit changed();
        });
    connect(&job, &GridJob::failed, this, &HeatMapReading::failed);
    connect(&job, &GridJob::progressed, this, &HeatMapReading::progressed);
    connect(&job, &GridJob::runningChanged, this, &HeatMapReading::busyChanged);
}

void HeatMapReading::setSource(std::optional<GridSource> source)
{
    m_whole.stop();
    m_detail.stop();
    m_wholeGrids = {};
    m_detailGrids = {};
    m_stopped = false; // a new source was requested
    m_source = std::move(source);
}

void HeatMapReading::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active)
        read();
    else
        abandon();
}

/// Stops unfinished reads, which start over later.
void HeatMapReading::abandon()
{
    if (m_whole.isRunning())
        m_wholeGrids.wanted.reset();
    if (m_detail.isRunning())
        m_detailGrids.wanted.reset();
    m_whole.stop();
    m_detail.stop();
}

void HeatMapReading::stop()
{
    m_stopped = m_stopped || isBusy(); // the work may be stopped repeatedly
    abandon();
}

void HeatMapReading::resume()
{
    m_stopped = false;
    read();
}

void HeatMapReading::read()
{
    if (!m_active || m_stopped || !m_source || m_source->sliced.slice.empty() || m_canvas.placement().empty())
        return;
    const GridShape shape = m_canvas.wanted();
    if (m_canvas.placement().isFit() || !m_wholeGrids.wanted) {
        m_detail.stop();
        m_detailGrids = {};
        HeatMapLayout all = m_canvas.placement();
        all.fit();
        start(m_whole, m_wholeGrids, all.wanted(1 / m_canvas.devicePixelRatioF()));
    }
    if (!m_canvas.placement().isFit())
        start(m_detail, m_detailGrids, shape);
    emit changed();
}

void HeatMapReading::start(GridJob& job, Grids& grids, const GridShape& shape)
{
    if (grids.wanted && serves(*grids.wanted, shape))
        return;
    if (grids.exact && !job.isRunning())
        grids.before = grids.exact;
    grids.exact.reset();
    grids.wanted = shape;
    job.start(*m_source, shape);
}

std::vector<GridPtr> HeatMapReading::layers() const
{
    std::vector<GridPtr> layers;
    for (const Grids* const grids : {&m_wholeGrids, &m_detailGrids}) {
        for (const GridPtr& grid : {grids->sample, grids->before, grids->exact}) {
            if (grid)
                layers.push_back(grid);
        }
    }
    return layers;
}

QString HeatMapReading::cellText(Slice::Cell cell) const
{
    const std::vector<GridPtr> known = layers();
    for (auto grid = known.rbegin(); grid != known.rend(); ++grid) {
        const SlicedTensor& sliced = m_source->sliced;
        const QString text = gridCellText(**grid, cell, sliced.slice, sliced.checkpoint->tensors[sliced.tensor].shape);
        if (text.isEmpty())
            continue;
        const bool isSample = *grid == m_wholeGrids.sample || *grid == m_detailGrids.sample;
        return isSample ? tr("%1 so far").arg(text) : text;
    }
    return {};
}

const std::optional<ColorRanges>& HeatMapReading::rangesInSight() const
{
    return m_detailGrids.ranges ? m_detailGrids.ranges : m_wholeGrids.ranges;
}

OffScale HeatMapReading::offScale(const ColorRange& range) const
{
    return m_wholeGrids.values ? loupe::offScale(*m_wholeGrids.values, range) : OffScale();
}

const std::optional<GridShape>& HeatMapReading::shape() const
{
    return m_canvas.placement().isFit() ? m_wholeGrids.wanted : m_detailGrids.wanted;
}

} // namespace loupe
