#include "views/spectrum/spectrum_chart.h"

#include "views/colors/theme.h"
#include "views/kit/plain_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QScatterSeries>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double curveThickness = 2;
constexpr double dotSize = 6;
constexpr double dotRoom = 12; // minimum pixels per value for a dot at each value
constexpr double spectrumRingRadius = 4;

} // namespace

SpectrumChart::SpectrumChart(QWidget* parent)
    : ChartView(tr("Singular values"), parent)
{
    rebuild();
}

void SpectrumChart::setSpectrum(const SpectrumPtr& spectrum)
{
    m_spectrum = spectrum;
    m_energy = spectrum->energyCurve();
    m_message = spectrum->largest() == 0 ? tr("All singular values are 0.") : QString();
    rebuild();
    setCurrent({});
}

void SpectrumChart::setMessage(const QString& sentence)
{
    m_spectrum.reset();
    m_energy.clear();
    m_message = sentence;
    setAccessibleDescription(sentence);
    rebuild();
    setCurrent({});
}

void SpectrumChart::setCurve(Curve curve)
{
    m_curve = curve;
    rebuild();
}

std::size_t SpectrumChart::shownCount() const
{
    constexpr std::size_t fewest = 8;
    const std::size_t all = m_spectrum->values.size();
    const auto rank = m_spectrum->rank();
    return rank ? std::min(all, std::max(2 * *rank, fewest)) : all;
}

std::optional<double> SpectrumChart::levelOf(std::size_t index) const
{
    if (m_curve == Curve::Energy)
        return m_energy[index] * 100;
    const double value = m_spectrum->values[index];
    if (value <= m_spectrum->floor)
        return std::nullopt;
    return std::log10(value);
}

void SpectrumChart::rebuild()
{
    const Theme& theme = Theme::of(palette());
    chart()->removeAllSeries();
    for (QAbstractAxis* const axis : chart()->axes())
        delete axis;
    setBackgroundBrush(theme.surface);
    if (!hasCurve())
        return;
    findRanges();
    m_axes.rowsAbove = 1;
    m_axes.valueTitle = tr("Index of the singular value");
    m_axes.countTitle = m_curve == Curve::Values ? tr("Singular value, log scale") : tr("Energy kept, %");
    placePlot();
    addCurve(theme);
}

void SpectrumChart::findRanges()
{
    constexpr double room = 0.05;
    constexpr double side = 0.015; // so that the first value is not cut off
    const std::size_t count = shownCount();
    const double margin = count > 1 ? double(count - 1) * side : 1;
    m_axes.left = 1 - margin;
    m_axes.right = double(count) + margin;
    if (m_curve == Curve::Energy) {
        m_bottom = 0;
        m_top = 100 * (1 + room);
        m_axes.top = m_top;
        return;
    }
    const double high = std::log10(std::max(m_spectrum->largest(), 1e-300));
    double low = high;
    for (std::size_t i = 0; i < count; ++i)
        low = std::min(low, levelOf(i).value_or(low));
    const double above = std::max((high - low) * room, 0.1);
    m_bottom = low - above;
    m_top = high + above;
    m_axes.top = m_top - m_bottom;
}

void SpectrumChart::addCurve(const Theme& theme)
{
    QList<QPointF> points;
    for (std::size_t i = 0, count = shownCount(); i < count; ++i) {
        if (const auto level = levelOf(i))
            points.append({double(i + 1), *level});
    }
    const auto add = [&](QXYSeries* series) {
        series->replace(points);
        chart()->addSeries(series);
    };
    auto* const line = new QLineSeries;
    line->setPen(QPen(theme.bar, curveThickness));
    add(line);
    if (chart()->plotArea().width() >= dotRoom * double(points.size())) {
        auto* const dots = new QScatterSeries;
        dots->setMarkerSize(dotSize);
        dots->setBrush(theme.bar);
        dots->setPen(Qt::NoPen);
        add(dots);
    }
    m_axes.setRangesOf(*chart(), m_bottom);
}

std::vector<AxisTick> SpectrumChart::levelTicks(int wanted) const
{
    std::vector<AxisTick> ticks;
    if (m_curve == Curve::Energy) {
        ticks = roundTicks(0, 100, wanted);
    } else {
        ticks = logTicks(m_bottom, m_top, wanted);
        for (AxisTick& tick : ticks)
            tick.value -= m_bottom;
    }
    std::erase_if(ticks, [this](const AxisTick& tick) { return !(tick.value >= 0 && tick.value <= m_axes.top); });
    return ticks;
}

/// Keeps only ticks at whole numbers.
std::vector<AxisTick> SpectrumChart::numberTicks() const
{
    std::vector<AxisTick> ticks = roundTicks(m_axes.left, m_axes.right, ChartAxes::valueTicksIn(viewport()->rect()));
    std::erase_if(ticks, [this](const AxisTick& tick) {
        return tick.value != std::floor(tick.value) || tick.value < 1 || tick.value > double(shownCount());
    });
    return ticks;
}

void SpectrumChart::placePlot()
{
    if (!hasCurve())
        return;
    m_axes.counts = levelTicks(ChartAxes::countTicksIn(viewport()->rect()));
    m_axes.values = numberTicks();
    if (const QRectF plot = m_axes.plotIn(viewport()->rect(), font()); plot.isValid())
        chart()->setPlotArea(plot);
}

QPointF SpectrumChart::pixelOf(std::size_t index, double level) const
{
    const QRectF plot = chart()->plotArea();
    return {plot.left() + (double(index + 1) - m_axes.left) / (m_axes.right - m_axes.left) * plot.width(),
        plot.bottom() - (level - m_bottom) / m_axes.top * plot.height()};
}

void SpectrumChart::setCurrent(std::optional<std::size_t> index)
{
    m_current = index;
    viewport()->update();
    emit currentChanged();
}

QString SpectrumChart::axisDefinition(QPoint place) const
{
    const QRectF plot = chart()->plotArea();
    if (!hasCurve() || plot.contains(place))
        return {};
    if (place.y() > plot.bottom())
        return tr("Singular values by their size: 1 is the largest.");
    if (place.x() > plot.left())
        return {};
    return m_curve == Curve::Energy
        ? tr("Sum of the squares of the values so far, divided by that of all values: what the best approximation of "
             "that rank keeps.")
        : tr("A singular value is how much the matrix stretches vectors of one direction. The directions are at right "
             "angles to each other.");
}

bool SpectrumChart::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QChartView::viewportEvent(event);
    const auto* const help = static_cast<const QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), plainToolTip(axisDefinition(help->pos())), viewport());
    return true;
}

void SpectrumChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!hasCurve())
        return;
    const QRectF plot = chart()->plotArea();
    const double place =
        m_axes.left + (event->position().x() - plot.left()) / plot.width() * (m_axes.right - m_axes.left);
    setCurrent(std::size_t(std::clamp(std::round(place), 1.0, double(shownCount()))) - 1);
}

void SpectrumChart::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    setCurrent({});
}

void SpectrumChart::keyPressEvent(QKeyEvent* event)
{
    if (!m_spectrum)
        return QChartView::keyPressEvent(event);
    const std::size_t last = shownCount() - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return setCurrent(m_current ? *m_current - std::min<std::size_t>(*m_current, 1) : last);
    case Qt::Key_Right:
        return setCurrent(m_current ? std::min(*m_current + 1, last) : 0);
    case Qt::Key_Home:
        return setCurrent(0);
    case Qt::Key_End:
        return setCurrent(last);
    default:
        QChartView::keyPressEvent(event);
    }
}

void SpectrumChart::drawBackground(QPainter* painter, const QRectF& rect)
{
    QChartView::drawBackground(painter, rect);
    if (!hasCurve())
        return;
    painter->setFont(font());
    m_axes.paint(*painter, viewport()->rect(), chart()->plotArea(), Theme::of(palette()));
}

void SpectrumChart::drawForeground(QPainter* painter, const QRectF& /*rect*/)
{
    const Theme& theme = Theme::of(palette());
    painter->setFont(font());
    if (!hasCurve()) {
        painter->setPen(theme.mutedText);
        painter->drawText(sceneRect().adjusted(24, 24, -24, -24), int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
        return;
    }
    if (!m_current)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF plot = chart()->plotArea();
    const auto level = levelOf(*m_current);
    const QPointF place = pixelOf(*m_current, level.value_or(m_bottom));
    const double x = std::round(place.x()) + 0.5;
    painter->setPen(QPen(theme.accent, 1));
    painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    if (!level)
        return;
    painter->setPen(QPen(theme.accent, 2));
    painter->setBrush(theme.surface);
    painter->drawEllipse(place, spectrumRingRadius, spectrumRingRadius);
}

} // namespace loupe
