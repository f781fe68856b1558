#include "views/heat_map/heat_map_view.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/traffic_text.h"
#include "items/session/fetch_consent.h"
#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_reading.h"
#include "views/heat_map/heat_map_readout.h"
#include "views/kit/color_scale.h"
#include "views/kit/elided_label.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/view_controls.h"
#include "views/values/slice_bar.h"
#include "views/values/value_messages.h"

#include <QComboBox>
#include <QToolButton>

#include <utility>

namespace loupe {

namespace {

constexpr int rangeOfShown = 4; // in the list of ranges, after those of RangeChoice

} // namespace

void HeatMapView::connectReading()
{
    connect(m_reading, &HeatMapReading::changed, this, &HeatMapView::updatePicture);
    connect(m_canvas, &HeatMapCanvas::viewChanged, this, &HeatMapView::updateLegend); // after the reading has started
    connect(m_reading, &HeatMapReading::failed, this,
        [this](const Error& error) { showMessage(shownText(describe(error), longestMessage)); });
    connect(m_reading, &HeatMapReading::progressed, this,
        [this](const JobProgress& progress) { m_legend->setText(progressText(progress)); });
    connect(m_reading, &HeatMapReading::busyChanged, this, [this] {
        updateControls();
        updateLegend();
        emit busyChanged();
    });
}

bool HeatMapView::isBusy() const
{
    return m_reading->isBusy();
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
    m_reading->setActive(active);
    updateLegend();
}

void HeatMapView::stop()
{
    m_reading->stop();
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
    m_slice = m_sliceBar->slice();
    const auto elements = static_cast<double>(m_checkpoint->tensors[*m_tensor].elements());
    const double share = static_cast<double>(m_slice.rows()) * static_cast<double>(m_slice.columns()) / elements;
    m_unfetched = m_slice.empty() ? 0
                                  : bytesToAskToShow(static_cast<std::uint64_t>(
                                      static_cast<double>(unagreedBytes(*m_checkpoint, *m_tensor)) * share));
    if (m_unfetched > 0) {
        m_reading->setSource(std::nullopt);
        m_canvas->setMessage(unfetchedText(m_unfetched));
    } else {
        m_reading->setSource(
            GridSource{{m_checkpoint, *m_tensor, m_slice}, ComplexPart(m_partBox->currentIndex()), std::nullopt});
        m_canvas->setTable(m_slice.rows(), m_slice.columns(), m_sliceBar->isFolded() ? m_slice.columns() : 1);
    }
    updateControls();
    updatePicture();
    updateLegend();
}

/// Continues after a stop, or after the user agreed to fetch.
void HeatMapView::resume()
{
    if (m_unfetched > 0) {
        agreeToFetch(*m_checkpoint, *m_tensor);
        return showSlice();
    }
    m_reading->resume();
    updateControls();
    updateLegend();
}

void HeatMapView::showMessage(const QString& sentence)
{
    m_unfetched = 0;
    m_reading->setSource(std::nullopt);
    m_slice = {};
    m_sliceBar->hide();
    m_canvas->setMessage(sentence);
    m_readout->setText({});
    updateControls();
    updatePicture();
    updateLegend();
}

void HeatMapView::updatePicture()
{
    const int choice = m_rangeBox->currentIndex();
    const bool ofShown = choice == rangeOfShown;
    const auto& ranges = ofShown ? m_reading->rangesInSight() : m_reading->ranges();
    std::optional<ColorRange> range;
    if (ranges)
        range = (*ranges)[std::size_t(ofShown ? int(RangeChoice::Full) : choice)];
    const bool clippedByItself = range && range->clipped && choice == int(RangeChoice::Automatic);
    m_fullRange->setVisible(clippedByItself);
    if (clippedByItself)
        m_fullRange->setName(fullRangeText((*ranges)[std::size_t(RangeChoice::Full)]));
    m_scale->setRange(range);
    m_canvas->setLayers(m_reading->layers(), range.value_or(ColorRange{}));
    bool nan = false;
    bool infinity = false;
    for (const ColoredCells& layer : m_canvas->layers()) {
        nan = nan || layer.hasNan();
        infinity = infinity || layer.hasInfinity();
    }
    m_scale->setSpecials(nan, infinity);
    m_scale->setOffScale(range ? m_reading->offScale(*range) : OffScale());
    updateReadout();
    if (!isBusy())
        updateLegend();
}

void HeatMapView::updateControls()
{
    const bool shown = !m_slice.empty() && m_unfetched == 0;
    m_scale->setVisible(shown);
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_rangeBox, m_fit, m_export})
        widget->setEnabled(shown);
    if (m_unfetched > 0 || (shown && m_reading->isStopped()))
        offerToCompute(*m_compute, m_unfetched);
    else
        m_compute->hide();
    m_stop->setVisible(isBusy());
}

void HeatMapView::updateLegend()
{
    if (m_slice.empty() || m_canvas->placement().empty())
        m_legend->setText({});
    else if (m_reading->isStopped())
        m_legend->setText(tr("Stopped. Press Compute to start again."));
    else if (isBusy())
        m_legend->setText(tr("Reading…"));
    else if (const auto& shape = m_reading->shape())
        m_legend->setText(
            legendText(*shape, m_scale->range().value_or(ColorRange()).diverging, m_canvas->placement().isToScale()));
}

void HeatMapView::updateReadout()
{
    const auto cell = m_canvas->current();
    m_readout->setText(cell ? m_reading->cellText(*cell) : QString());
    m_canvas->setAccessibleDescription(m_readout->text());
}

QString HeatMapView::readout() const
{
    return m_readout->text();
}

void HeatMapView::setNamePatterns(std::shared_ptr<const NamePatterns> patterns)
{
    m_title->setNames({}, std::move(patterns));
}

} // namespace loupe
