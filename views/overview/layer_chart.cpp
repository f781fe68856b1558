#include "views/overview/layer_chart.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

constexpr int plotHeight = 48;
constexpr int gap = 12; ///< beneath a figure
constexpr double mostLinear = 50; ///< times the least value that a linear scale shows well

struct LayerFigure {
    const char* name;
    double GroupLayer::*value;
};

constexpr std::array layerFigures{
    LayerFigure{QT_TRANSLATE_NOOP("loupe::LayerChart", "Root mean square"), &GroupLayer::rms},
    LayerFigure{QT_TRANSLATE_NOOP("loupe::LayerChart", "Largest magnitude"), &GroupLayer::largest}};

QString numberText(double number)
{
    return QString::number(number, 'g', 4);
}

QString layerText(const GroupLayer& layer)
{
    return groupedCount(layer.number);
}

/// From 0, or in decades where that would hide the small ones.
struct BarScale {
    double low = 0; ///< with decades: a power of ten
    double high = 0;
    bool decades = false;

    double shareOf(double value) const
    {
        if (value <= 0 || high <= 0)
            return 0;
        return decades ? std::log10(value / low) / std::log10(high / low) : value / high;
    }
};

BarScale scaleOf(const std::vector<GroupLayer>& layers, double GroupLayer::*figure)
{
    double least = 0; // above 0
    double greatest = 0;
    for (const GroupLayer& layer : layers) {
        const double value = layer.*figure;
        greatest = std::max(greatest, value);
        if (value > 0)
            least = least > 0 ? std::min(least, value) : value;
    }
    if (greatest <= least * mostLinear || !std::isfinite(greatest / least))
        return {.low = 0, .high = greatest};
    return {.low = std::pow(10, std::ceil(std::log10(least)) - 1), .high = greatest, .decades = true};
}

} // namespace

LayerChart::LayerChart(QWidget* parent)
    : QWidget(parent)
{
    static_assert(layerFigures.size() == figureCount);
    setAccessibleName(tr("Values by layer"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LayerChart::setLayers(std::vector<GroupLayer> layers)
{
    m_layers = std::move(layers);
    if (m_current && *m_current >= m_layers.size())
        m_current.reset();
    setAccessibleDescription(readout());
    update();
}

QString LayerChart::readout() const
{
    if (m_layers.empty())
        return tr("Known once the values are scanned");
    if (!m_current) {
        return tr("Layers %1 to %2. Point at a bar to read it.")
            .arg(layerText(m_layers.front()), layerText(m_layers.back()));
    }
    const GroupLayer& layer = m_layers[*m_current];
    QString text = tr("Layer %1: RMS %2 · mean %3 · std %4 · max |x| %5")
                       .arg(layerText(layer), numberText(layer.rms), numberText(layer.mean),
                           numberText(layer.standardDeviation), numberText(layer.largest));
    if (layer.nonfinite > 0)
        text = tr("%1 · %2 NaN or Inf").arg(text, groupedCount(layer.nonfinite));
    return text;
}

int LayerChart::lineHeight() const
{
    return fontMetrics().height() + 4;
}

QSize LayerChart::sizeHint() const
{
    return {320, figureCount * (lineHeight() + plotHeight + gap) + lineHeight()};
}

QSize LayerChart::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

QRect LayerChart::plotOf(int figure) const
{
    const int top = figure * (lineHeight() + plotHeight + gap) + lineHeight();
    return {0, top, width(), plotHeight};
}

int LayerChart::leftOf(std::size_t layer, const QRect& plot) const
{
    return plot.left() + int(std::lround(double(layer) * plot.width() / double(m_layers.size())));
}

void LayerChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (int figure = 0; figure < figureCount; ++figure)
        paintFigure(painter, figure);
    const int line = figureCount * (lineHeight() + plotHeight + gap);
    painter.setPen(m_current ? palette().color(QPalette::WindowText) : Theme::of(palette()).mutedText);
    painter.drawText(QRect(0, line, width(), lineHeight()), Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(readout(), Qt::ElideRight, width()));
    if (hasFocus()) {
        painter.setPen(Theme::of(palette()).accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void LayerChart::paintFigure(QPainter& painter, int figure) const
{
    const Theme& theme = Theme::of(palette());
    const LayerFigure& shown = layerFigures[std::size_t(figure)];
    const BarScale scale = scaleOf(m_layers, shown.value);
    const QRect plot = plotOf(figure);
    const QRect caption(plot.left(), plot.top() - lineHeight(), plot.width(), lineHeight());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter, tr(shown.name));
    painter.setPen(theme.mutedText);
    if (!m_layers.empty()) {
        painter.drawText(caption, Qt::AlignRight | Qt::AlignVCenter,
            (scale.decades ? tr("%1 to %2, logarithmic") : tr("%1 to %2"))
                .arg(numberText(scale.low), numberText(scale.high)));
    }
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const int left = leftOf(i, plot);
        const int right = leftOf(i + 1, plot);
        const int space = right - left > 3 ? 1 : 0;
        const double share = std::clamp(scale.shareOf(m_layers[i].*shown.value), 0.0, 1.0);
        const int height = share > 0 ? std::max(1, int(std::lround(share * plot.height()))) : 0;
        const QRect bar(left, plot.bottom() + 1 - height, std::max(1, right - left - space), height);
        painter.fillRect(bar, m_current == i ? theme.accent : m_layers[i].nonfinite > 0 ? theme.nan : theme.bar);
    }
    painter.setPen(theme.border);
    painter.drawLine(plot.left(), plot.bottom() + 1, plot.right(), plot.bottom() + 1);
}

void LayerChart::setCurrent(std::optional<std::size_t> layer)
{
    if (layer == m_current)
        return;
    m_current = layer;
    setAccessibleDescription(readout());
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

void LayerChart::mouseMoveEvent(QMouseEvent* event)
{
    const double share = event->position().x() / std::max(1, width());
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

} // namespace loupe
