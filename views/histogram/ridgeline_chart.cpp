#include "views/histogram/ridgeline_chart.h"

#include "views/colors/theme.h"
#include "views/kit/elided_path.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace loupe {

namespace {

constexpr double widestLabel = 0.3; // fraction of the chart's width
constexpr double pointRadius = 3.5; // pixels

} // namespace

RidgelineChart::RidgelineChart(QWidget* parent)
    : HistogramCanvas(parent)
{
    setAccessibleName(tr("Histograms of several tensors"));
}

void RidgelineChart::setRidgelines(RidgelinesPtr ridgelines)
{
    m_ridgelines = std::move(ridgelines);
    m_current = std::min(m_current, m_ridgelines->ridges.size() - 1);
    std::vector<HistogramLayer> layers;
    std::vector<HistogramPtr> histograms;
    std::vector<const Summary*> parts;
    for (const Ridge& ridge : m_ridgelines->ridges) {
        layers.push_back({.histogram = ridge.histogram,
            .elements = ridge.summary ? presentElements(*ridge.summary) : 0,
            .color = &Theme::bar,
            .name = ridge.label});
        histograms.push_back(ridge.histogram);
        parts.push_back(ridge.part.get());
    }
    std::vector<HistogramSide> sides = beyondSides(histograms);
    for (HistogramSide& side : specialSides(parts))
        sides.push_back(std::move(side));
    setLayers(std::move(layers), std::move(sides), m_ridgelines->options->scale, LayerPlaces::Stacked);
}

QString RidgelineChart::describe(int bar) const
{
    return tr("%1 · %2").arg(m_ridgelines->ridges[m_current].label, bars().text(bar, m_current));
}

std::vector<AxisTick> RidgelineChart::levelTicks() const
{
    const QFontMetrics metrics(font());
    QStringList names;
    for (const auto& layer : bars().layers())
        names << layer.name;
    const std::vector<int> widths(std::size_t(names.size()), int(widestLabel * width()));
    const QStringList shortNames = elidedPaths(names, metrics, widths);
    std::vector<AxisTick> ticks;
    for (std::size_t ridge = 0; ridge < bars().layers().size(); ++ridge)
        ticks.push_back({bars().base(ridge), shortNames[qsizetype(ridge)]});
    return ticks;
}

QString RidgelineChart::levelTitle() const
{
    return isLogarithmic() ? tr("Height: elements, log scale") : tr("Height: share of elements");
}

/// Draws a point on the current bar, and says why a ridge is empty.
void RidgelineChart::paintAbove(QPainter& painter, const Theme& theme, double /*left*/, double /*right*/) const
{
    for (std::size_t ridge = 0; ridge < m_ridgelines->ridges.size(); ++ridge) {
        const Ridge& shown = m_ridgelines->ridges[ridge];
        if (shown.histogram)
            continue;
        const QString why = shown.summary ? tr("no finite values") : tr("values cannot be read");
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(pixelAt(0) + 8, pixelOfLevel(bars().base(ridge)) - 4), why);
    }
    if (!currentBar())
        return;
    const HistogramBars::Span span = bars().span(*currentBar());
    const std::uint64_t count = bars().countOf(m_current, *currentBar());
    const double height =
        *currentBar() < bars().bins() ? bars().height(m_current, count) : bars().sideHeight(m_current, count);
    painter.setPen(QPen(theme.surface, 1));
    painter.setBrush(theme.accent);
    painter.drawEllipse(QPointF(pixelAt((span.left + span.right) / 2), pixelOfLevel(bars().base(m_current) + height)),
        pointRadius, pointRadius);
}

void RidgelineChart::setCurrentRidge(std::size_t ridge)
{
    if (ridge == m_current)
        return;
    m_current = ridge;
    refreshCurrent();
}

void RidgelineChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!bars().empty())
        setCurrentRidge(bars().layerAt(levelAt(event->position().y())));
    HistogramCanvas::mouseMoveEvent(event);
}

void RidgelineChart::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (!moves || bars().empty())
        return HistogramCanvas::keyPressEvent(event);
    if (event->key() == Qt::Key_Up)
        setCurrentRidge(m_current - std::min<std::size_t>(m_current, 1));
    else
        setCurrentRidge(std::min(m_current + 1, bars().layers().size() - 1));
}

} // namespace loupe
