#include "views/heat_map_view.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "views/colour_scale.h"
#include "views/elided_label.h"
#include "views/heat_map_canvas.h"
#include "views/heat_map_readout.h"
#include "views/link_button.h"
#include "views/plain_text.h"
#include "views/slice_bar.h"
#include "views/value_messages.h"

#include <QComboBox>
#include <QToolButton>

namespace loupe {

namespace {

constexpr qsizetype longestMessage = 2000; // characters of an error, which may quote a long name
constexpr int rangeOfShown = 4; // in the list of ranges, after those of RangeChoice

/// True where `shape` does for `wanted`: the same, or of a large window with somewhat larger cells, which lose nothing.
/// Reading it anew at every pixel that a window grows would never end.
bool serves(const GridShape& shape, const GridShape& wanted)
{
    constexpr std::uint64_t large = std::uint64_t{1} << 24; // elements
    const auto near = [](std::uint64_t step, std::uint64_t wish) { return step >= wish && step / 2 <= wish; };
    if (shape == wanted)
        return true;
    return shape.window == wanted.window && shape.window.rows > large / shape.window.columns
        && near(shape.rowStep, wanted.rowStep) && near(shape.columnStep, wanted.columnStep);
}

} // namespace

void HeatMapView::connectJob(GridJob& job, Grids& grids)
{
    connect(&job, &GridJob::sampled, this, [this, &grids](const GridPtr& grid) {
        grids.sample = grid;
        if (!grids.before)
            grids.ranges = rangesOf(*grid); // of few cells
        updatePicture();
    });
    connect(&job, &GridJob::advanced, this, [this, &grids](const GridPtr& grid, const std::vector<GridPart>& parts) {
        if (grids.exact == grid) {
            m_canvas->advance(grid, parts);
            return;
        }
        grids.exact = grid;
        updatePicture();
    });
    connect(
        &job, &GridJob::finished, this, [this, &grids](const GridPtr& grid, const std::optional<GridRanges>& ranges) {
            grids.exact = grid;
            grids.before.reset();
            grids.sample.reset();
            grids.ranges = ranges;
            updatePicture();
        });
    connect(&job, &GridJob::failed, this,
        [this](const Error& error) { showMessage(shownText(describe(error), longestMessage)); });
    connect(&job, &GridJob::progressed, this,
        [this](const JobProgress& progress) { m_legend->setText(progressText(progress)); });
    connect(&job, &GridJob::runningChanged, this, [this] {
        updateControls();
        updateLegend();
        emit busyChanged();
    });
}

void HeatMapView::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_checkpoint = std::move(checkpoint);
    m_tensor.reset();
    showTensor();
}

void HeatMapView::setTensor(std::optional<std::uint32_t> tensor)
{
    if (m_tensor == tensor || (tensor && (!m_checkpoint || *tensor >= m_checkpoint->tensors.size())))
        return;
    m_tensor = tensor;
    showTensor();
}

void HeatMapView::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active) {
        read();
        return;
    }
    // What was not read to its end begins anew.
    if (m_whole.isRunning())
        m_wholeGrids.wanted.reset();
    if (m_detail.isRunning())
        m_detailGrids.wanted.reset();
    m_whole.stop();
    m_detail.stop();
}

void HeatMapView::stop()
{
    m_stopped = m_stopped || busy(); // all work may be stopped again later
    m_whole.stop();
    m_detail.stop();
    updateControls();
    updateLegend();
}

void HeatMapView::showTensor()
{
    const QString reason = whyNoValues(m_checkpoint.get(), m_tensor);
    const Tensor* const tensor = m_tensor ? &m_checkpoint->tensors[*m_tensor] : nullptr;
    m_title->setText(tensor ? shownText(tensor->name) : QString());
    m_partBox->setVisible(reason.isEmpty() && tensor->dtype == DType::C64);
    if (!reason.isEmpty()) {
        showMessage(reason);
        return;
    }
    m_sliceBar->setShape(tensor->shape);
    showSlice();
}

void HeatMapView::showSlice()
{
    m_whole.stop();
    m_detail.stop();
    m_wholeGrids = {};
    m_detailGrids = {};
    m_stopped = false; // another slice was asked for
    m_slice = m_sliceBar->slice();
    m_canvas->setTable(m_slice.rows(), m_slice.columns(), m_sliceBar->isFolded() ? m_slice.columns() : 1);
    updateControls();
    updatePicture();
    updateLegend();
}

void HeatMapView::showMessage(const QString& sentence)
{
    m_whole.stop();
    m_detail.stop();
    m_wholeGrids = {};
    m_detailGrids = {};
    m_slice = {};
    m_sliceBar->hide();
    m_canvas->setMessage(sentence);
    m_readout->setText({});
    updateControls();
    updatePicture();
    updateLegend();
}

/// Asks for what can be seen, unless it is there or on its way.
void HeatMapView::read()
{
    if (!m_active || m_stopped || m_slice.empty() || m_canvas->placement().empty())
        return;
    const GridShape shape = m_canvas->wanted();
    if (m_canvas->placement().isFit() || !m_wholeGrids.wanted) {
        m_detail.stop();
        m_detailGrids = {};
        HeatMapLayout all = m_canvas->placement();
        all.fit();
        start(m_whole, m_wholeGrids, all.wanted(1 / devicePixelRatioF()));
    }
    if (!m_canvas->placement().isFit())
        start(m_detail, m_detailGrids, shape);
    updatePicture();
    updateLegend();
}

void HeatMapView::start(GridJob& job, Grids& grids, const GridShape& shape)
{
    if (grids.wanted && serves(*grids.wanted, shape))
        return;
    if (grids.exact && !job.isRunning())
        grids.before = grids.exact;
    grids.exact.reset();
    grids.wanted = shape;
    job.start(sliced(), part(), shape);
}

void HeatMapView::updatePicture()
{
    const int choice = m_rangeBox->currentIndex();
    const bool ofShown = choice == rangeOfShown;
    const auto& ranges = ofShown && m_detailGrids.ranges ? m_detailGrids.ranges : m_wholeGrids.ranges;
    std::optional<GridRange> range;
    if (ranges)
        range = (*ranges)[std::size_t(ofShown ? int(RangeChoice::Full) : choice)];
    std::vector<GridPtr> layers;
    for (const Grids* const grids : {&m_wholeGrids, &m_detailGrids}) {
        for (const GridPtr& grid : {grids->sample, grids->before, grids->exact}) {
            if (grid)
                layers.push_back(grid);
        }
    }
    const bool clippedByItself = range && range->clipped && choice == int(RangeChoice::Automatic);
    m_fullRange->setVisible(clippedByItself);
    if (clippedByItself)
        m_fullRange->setName(fullRangeText((*ranges)[std::size_t(RangeChoice::Full)]));
    m_scale->setRange(range);
    m_canvas->setLayers(std::move(layers), range.value_or(GridRange{}));
    bool nan = false;
    bool infinity = false;
    for (const HeatMapLayer& layer : m_canvas->layers()) {
        nan = nan || layer.hasNan();
        infinity = infinity || layer.hasInfinity();
    }
    m_scale->setSpecials(nan, infinity);
    updateReadout();
}

void HeatMapView::updateControls()
{
    const bool shown = !m_slice.empty();
    m_scale->setVisible(shown);
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_rangeBox, m_fit, m_copy, m_save})
        widget->setEnabled(shown);
    m_compute->setVisible(shown && m_stopped);
    m_stop->setVisible(busy());
}

void HeatMapView::updateLegend()
{
    if (m_slice.empty() || m_canvas->placement().empty())
        m_legend->setText({});
    else if (m_stopped)
        m_legend->setText(tr("Stopped. Press Compute to start again."));
    else if (busy())
        m_legend->setText(tr("Reading…"));
    else if (const auto& shape = m_canvas->placement().isFit() ? m_wholeGrids.wanted : m_detailGrids.wanted)
        m_legend->setText(legendText(*shape));
}

void HeatMapView::updateReadout()
{
    const auto cell = m_canvas->current();
    m_readout->setText(cell ? cellText(*cell) : QString());
    m_canvas->setAccessibleDescription(m_readout->text());
}

QString HeatMapView::cellText(Slice::Cell cell) const
{
    for (auto layer = m_canvas->layers().rbegin(); layer != m_canvas->layers().rend(); ++layer) {
        const GridPtr& grid = layer->grid();
        const bool sampled = grid == m_wholeGrids.sample || grid == m_detailGrids.sample;
        const QString text = gridCellText(*grid, cell, m_slice, m_sliceBar->shape());
        if (!text.isEmpty())
            return sampled ? tr("%1 so far").arg(text) : text;
    }
    return {};
}

QString HeatMapView::readout() const
{
    return m_readout->text();
}

SlicedTensor HeatMapView::sliced() const
{
    return {m_checkpoint, *m_tensor, m_slice};
}

ComplexPart HeatMapView::part() const
{
    return ComplexPart(m_partBox->currentIndex());
}

} // namespace loupe
