#include "views/overview/layer_chart.h"

#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "views/colors/theme.h"
#include "views/histogram/histogram_notes.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int plotHeight = 96;
constexpr int axisGap = 8; ///< between labels and bars
constexpr int layerMarkSize = 6; ///< mark above the bar of a layer with NaN or infinities
constexpr double mostLinear = 50; ///< largest ratio that a linear scale shows well
constexpr int readoutDigits = 4;
constexpr int layerTicks = 3;

/// The first of 1, 2, 5, 10, 20, … that is at least `least`.
std::size_t roundInterval(double least)
{
    std::size_t interval = 1;
    for (std::size_t step = 0; double(interval) < least; ++step)
        interval = step % 3 == 1 ? interval / 2 * 5 : interval * 2;
    return interval;
}

} // namespace

LayerChart::LayerChart(GroupBlocks::Kind kind, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
{
    setAccessibleName(kind == GroupBlocks::Kind::Layers ? tr("Values by layer") : tr("Values by block"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    rescale();
}

void LayerChart::setLayers(std::vector<GroupLayer> layers)
{
    m_layers = std::move(layers);
    if (m_current && *m_current >= m_layers.size())
        m_current.reset();
    rescale();
}

void LayerChart::setFigure(Figure figure)
{
    m_figure = figure;
    rescale();
}

void LayerChart::setMessage(const QString& message)
{
    m_message = message;
    rescale();
}

/// Called when the shown data has changed.
void LayerChart::rescale()
{
    m_scale = scaleOfLayers();
    m_ticks = m_layers.empty() ? std::vector<AxisTick>() : ticks();
    m_tickWidth = 0;
    for (const AxisTick& tick : m_ticks)
        m_tickWidth = std::max(m_tickWidth, fontMetrics().horizontalAdvance(tick.label));
    setAccessibleDescription(readout());
    QWidget::update();
    emit readoutChanged();
}

double LayerChart::valueOf(const GroupLayer& layer) const
{
    switch (m_figure) {
    case Figure::Rms:
        return layer.rms;
    case Figure::Mean:
        return layer.mean;
    case Figure::StandardDeviation:
        return layer.standardDeviation;
    case Figure::Largest:
        return layer.largest;
    }
    return 0;
}

LayerChart::Scale LayerChart::scaleOfLayers() const
{
    Scale scale{.low = 0, .high = 0};
    double least = 0; // smallest value above 0
    for (const GroupLayer& layer : m_layers) {
        const double value = valueOf(layer);
        scale.low = std::min(scale.low, value);
        scale.high = std::max(scale.high, value);
        if (value > 0)
            least = least > 0 ? std::min(least, value) : value;
    }
    if (m_figure != Figure::Mean && scale.high > least * mostLinear && std::isfinite(scale.high / least))
        return {.low = std::pow(10, std::ceil(std::log10(least)) - 1), .high = scale.high, .decades = true};
    if (!(scale.low < scale.high))
        scale.high = 1; // all are 0
    return scale;
}

double LayerChart::Scale::placeOf(double value) const
{
    if (decades)
        return value > low ? std::log10(value / low) / std::log10(high / low) : 0;
    return (value / 2 - low / 2) / (high / 2 - low / 2); // halves, because the width may not be finite
}

std::vector<AxisTick> LayerChart::ticks() const
{
    if (!m_scale.decades)
        return roundTicks(m_scale.low, m_scale.high, layerTicks);
    std::vector<AxisTick> ticks;
    const int first = int(std::lround(std::log10(m_scale.low)));
    const int last = int(std::floor(std::log10(m_scale.high)));
    const int step = std::max(1, (last - first + layerTicks) / layerTicks);
    for (int exponent = first; exponent <= last; exponent += step) {
        const double value = std::pow(10, exponent);
        ticks.push_back({value, shownValue(value)});
    }
    return ticks;
}

QString LayerChart::readout() const
{
    if (m_layers.empty())
        return m_message;
    const bool areLayers = m_kind == GroupBlocks::Kind::Layers;
    const bool isOne = m_layers.size() == 1;
    if (!m_current && !isOne) {
        const QString span = (areLayers ? tr("%1 layer(s), from %2 to %3", nullptr, pluralOf(m_layers.size()))
                                        : tr("%1 block(s), from %2 to %3", nullptr, pluralOf(m_layers.size())))
                                 .arg(groupedCount(m_layers.size()), groupedCount(m_layers.front().number),
                                     groupedCount(m_layers.back().number));
        return m_scale.decades ? tr("%1 · log scale").arg(span) : span;
    }
    const GroupLayer& layer = m_layers[m_current.value_or(0)];
    const auto shown = [](double value) { return shownValue(value, readoutDigits); };
    const QString text = (areLayers ? tr("Layer %1: RMS %2 · mean %3 · σ %4 · max |x| %5")
                                    : tr("Block %1: RMS %2 · mean %3 · σ %4 · max |x| %5"))
                             .arg(groupedCount(layer.number), shown(layer.rms), shown(layer.mean),
                                 shown(layer.standardDeviation), shown(layer.largest));
    return layer.nonfinite > 0 ? tr("%1 · %2 NaN or Inf").arg(text, groupedCount(layer.nonfinite)) : text;
}

QSize LayerChart::sizeHint() const
{
    return {320, layerMarkSize + axisGap / 2 + plotHeight + axisGap / 2 + fontMetrics().height()};
}

QSize LayerChart::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

QRect LayerChart::plot() const
{
    const int left = m_tickWidth + axisGap;
    return {left, layerMarkSize + axisGap / 2, std::max(1, width() - left - 1), plotHeight};
}

int LayerChart::leftOf(std::size_t layer, const QRect& plot) const
{
    return plot.left() + int(std::lround(double(layer) * plot.width() / double(m_layers.size())));
}

void LayerChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(palette());
    const QRect area = plot();
    if (m_layers.empty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect(), int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
    } else {
        paintAxes(painter, area);
        paintBars(painter, area);
        paintNumbers(painter, area);
    }
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void LayerChart::paintAxes(QPainter& painter, const QRect& plot) const
{
    const Theme& theme = Theme::of(palette());
    const int line = fontMetrics().height();
    for (const AxisTick& tick : m_ticks) {
        const int y = plot.bottom() + 1 - int(std::lround(m_scale.placeOf(tick.value) * plot.height()));
        painter.setPen(tick.value == 0 ? theme.border : theme.grid);
        painter.drawLine(plot.left(), y, plot.right(), y);
        painter.setPen(theme.text);
        const int top = std::clamp(y - line / 2, 0, height() - line);
        painter.drawText(
            QRect(0, top, plot.left() - axisGap, line), int(Qt::AlignRight | Qt::AlignVCenter), tick.label);
    }
}

void LayerChart::paintBars(QPainter& painter, const QRect& plot) const
{
    const Theme& theme = Theme::of(palette());
    const auto yOf = [&](double place) {
        return plot.bottom() + 1 - int(std::lround(std::clamp(place, 0.0, 1.0) * plot.height()));
    };
    const int zero = m_scale.decades ? plot.bottom() + 1 : yOf(m_scale.placeOf(0));
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const int left = leftOf(i, plot);
        const int right = leftOf(i + 1, plot);
        const int width = std::max(1, right - left - (right - left > 3 ? 1 : 0));
        const double value = valueOf(m_layers[i]);
        const int end = yOf(m_scale.placeOf(value));
        const int height = value == 0 ? 0 : std::max(1, std::abs(zero - end));
        painter.fillRect(
            QRect(left, value < 0 ? zero : zero - height, width, height), m_current == i ? theme.accent : theme.bar);
        if (m_layers[i].nonfinite > 0) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.nanFill);
            const int middle = left + width / 2;
            painter.drawPolygon(QPolygon({QPoint(middle - layerMarkSize / 2, 0), QPoint(middle + layerMarkSize / 2, 0),
                QPoint(middle, layerMarkSize)}));
        }
    }
}

/// Draws as many numbers as fit.
void LayerChart::paintNumbers(QPainter& painter, const QRect& plot) const
{
    const auto labelOf = [&](std::size_t layer) { return groupedCount(m_layers[layer].number); };
    const int widest = fontMetrics().horizontalAdvance(labelOf(m_layers.size() - 1));
    const double each = double(plot.width()) / double(m_layers.size());
    const std::size_t interval = roundInterval((widest + 2 * axisGap) / each);
    painter.setPen(Theme::of(palette()).text);
    for (std::size_t i = 0; i < m_layers.size(); i += interval) {
        const QString label = labelOf(i);
        const int width = fontMetrics().horizontalAdvance(label) + 2;
        const int middle = (leftOf(i, plot) + leftOf(i + 1, plot)) / 2;
        const int left = std::clamp(middle - width / 2, 0, std::max(0, this->width() - width));
        painter.drawText(
            QRect(left, plot.bottom() + 1 + axisGap / 2, width, fontMetrics().height()), int(Qt::AlignCenter), label);
    }
}

void LayerChart::setCurrent(std::optional<std::size_t> layer)
{
    if (layer == m_current)
        return;
    m_current = layer;
    setAccessibleDescription(readout());
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    QWidget::update();
    emit readoutChanged();
}

void LayerChart::mouseMoveEvent(QMouseEvent* event)
{
    const QRect area = plot();
    const double share = (event->position().x() - area.left()) / area.width();
    if (m_layers.empty() || share < 0 || share >= 1)
        return setCurrent(std::nullopt);
    setCurrent(std::min(m_layers.size() - 1, std::size_t(share * double(m_layers.size()))));
}

void LayerChart::leaveEvent(QEvent* event)
{
    setCurrent(std::nullopt);
    QWidget::leaveEvent(event);
}

void LayerChart::keyPressEvent(QKeyEvent* event)
{
    if (m_layers.empty())
        return QWidget::keyPressEvent(event);
    const std::size_t last = m_layers.size() - 1;
    switch (event->key()) {
    case Qt::Key_Right:
        return setCurrent(m_current ? std::min(last, *m_current + 1) : 0);
    case Qt::Key_Left:
        return setCurrent(m_current && *m_current > 0 ? *m_current - 1 : 0);
    case Qt::Key_Home:
        return setCurrent(0);
    case Qt::Key_End:
        return setCurrent(last);
    default:
        QWidget::keyPressEvent(event);
    }
}

void LayerChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        rescale();
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

} // namespace loupe
