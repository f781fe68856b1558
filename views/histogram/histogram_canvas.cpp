#include "views/histogram/histogram_canvas.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"
#include "views/histogram/histogram_notes.h"
#include "views/kit/axis_ticks.h"

#include <QPainter>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QLineSeries>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int wantedTicks = 5;
// Pixels.
constexpr double outlineWidth = 2;
constexpr double swatchWidth = 16;
constexpr double swatchGap = 6;
constexpr double rareWidth = 2; // of the tick that marks a bin without a visible bar
constexpr double rareHeight = 8;
constexpr double stackedRareHeight = 4; // stacked charts are low
constexpr double rareStep = 6; // between ticks if many neighbors are marked

/// A filled area under a step line, instead of hundreds of bars.
QAreaSeries* area(QLineSeries* upper, const QColor& color, double base, double right)
{
    QLineSeries* lower = nullptr; // the x axis
    if (base > 0) {
        lower = new QLineSeries;
        lower->append({{upper->count() > 0 ? upper->at(0).x() : 0, base}, {right, base}});
    }
    auto* const series = new QAreaSeries(upper, lower);
    upper->setParent(series);
    if (lower)
        lower->setParent(series);
    series->setPen(Qt::NoPen);
    series->setBrush(color);
    return series;
}

} // namespace

HistogramCanvas::HistogramCanvas(QWidget* parent)
    : ChartView(tr("Histogram"), parent)
{
    rebuild();
}

void HistogramCanvas::setLayers(
    std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, const ValueScale& scale, LayerPlaces places)
{
    show(HistogramBars(std::move(layers), std::move(sides), m_logarithmic, places), {});
    m_scale = scale;
    rebuild();
    setCurrent({});
}

void HistogramCanvas::setMessage(const QString& sentence)
{
    show({}, sentence);
    rebuild();
    setCurrent({});
}

void HistogramCanvas::show(HistogramBars bars, const QString& message)
{
    m_bars = std::move(bars);
    m_message = message;
    m_dragged.reset();
}

void HistogramCanvas::setLogarithmic(bool on)
{
    m_logarithmic = on;
    m_bars.setLogarithmic(on);
    rebuild();
}

double HistogramCanvas::pixelAt(double x) const
{
    return plotted({x, x}).left();
}

double HistogramCanvas::pixelOf(double value) const
{
    return pixelAt(m_bars.xOf(value));
}

void HistogramCanvas::rebuild()
{
    const Theme& theme = Theme::of(palette());
    chart()->removeAllSeries();
    for (QAbstractAxis* const axis : chart()->axes())
        delete axis;
    setBackgroundBrush(theme.surface);
    m_edges.clear();
    if (m_bars.empty())
        return;
    m_axes.top = m_bars.top();
    m_axes.rowsAbove = m_bars.isStacked() ? 1 : ChartAxes::markRows;
    for (std::size_t layer = 0; layer < m_bars.layers().size(); ++layer)
        addBars(layer, theme);
    for (int bar = m_bars.bins(); bar < m_bars.count(); ++bar)
        addSide(bar, theme);
    m_axes.left = m_bars.left();
    m_axes.right = m_bars.right();
    m_axes.countTitle = levelTitle();
    m_axes.setRangesOf(*chart());
    placePlot();
}

void HistogramCanvas::addBars(std::size_t number, const Theme& theme)
{
    const HistogramLayer& layer = m_bars.layers()[number];
    auto* const edge = new QLineSeries;
    m_edges.push_back(edge);
    if (layer.outlined) {
        edge->setPen(QPen(theme.*layer.color, outlineWidth));
        chart()->addSeries(edge);
    } else {
        chart()->addSeries(area(edge, theme.*layer.color, m_bars.base(number), m_bars.bins()));
    }
}

void HistogramCanvas::placeBars()
{
    for (std::size_t layer = 0; layer < m_bars.layers().size(); ++layer)
        m_edges[layer]->replace(stepsOf(layer));
    findRare();
}

void HistogramCanvas::findRare()
{
    m_rare.clear();
    if (!m_bars.isStacked())
        return addRare(0, [this](int bin) { return m_bars.height(m_bars.greatest(bin, bin)); });
    for (std::size_t layer = 0; layer < m_bars.layers().size(); ++layer) {
        const std::size_t before = m_rare.size();
        addRare(
            m_bars.base(layer), [this, layer](int bin) { return m_bars.height(layer, m_bars.countOf(layer, bin)); });
        keepFarthest(before);
    }
}

/// If there are several layers, marks only the two ends of each: ticks along the tails would look like dotted lines.
void HistogramCanvas::keepFarthest(std::size_t first)
{
    if (m_rare.size() == first)
        return;
    RareBins left = m_rare[first];
    RareBins right = m_rare.back();
    const double middle = m_bars.bins() / 2.0;
    left.span.right = left.span.left + 1;
    right.span.left = right.span.right - 1;
    m_rare.resize(first);
    if (left.span.left < middle)
        m_rare.push_back(left);
    if (right.span.right > middle)
        m_rare.push_back(right);
}

void HistogramCanvas::addRare(double base, const std::function<double(int bin)>& heightOf)
{
    const double pixel = m_axes.top / std::max(chart()->plotArea().height(), 1.0);
    bool goesOn = false;
    for (int bin = 0; bin < m_bars.bins(); ++bin) {
        const double height = heightOf(bin);
        const bool isRare = height > 0 && height < pixel;
        if (isRare && goesOn)
            m_rare.back().span.right = bin + 1;
        else if (isRare)
            m_rare.push_back({{double(bin), double(bin + 1)}, base});
        goesOn = isRare;
    }
}

/// Draws one tick per bin, or several along many neighbors. Marks of a Qt Charts series would be at the values, not at
/// the axis.
void HistogramCanvas::paintRare(QPainter& painter, const Theme& theme) const
{
    const double height = m_bars.isStacked() ? stackedRareHeight : rareHeight;
    const QColor& color = m_bars.isStacked() ? theme.mutedText : theme.text;
    for (const RareBins& rare : m_rare) {
        const double bottom = pixelOfLevel(rare.base) - 1; // above the visible part of the bar
        const QRectF run = plotted(rare.span);
        const int ticks = std::max(int(run.width() / rareStep), 1);
        for (int tick = 0; tick < ticks; ++tick) {
            const double x = run.left() + (tick + 0.5) * run.width() / ticks;
            painter.fillRect(QRectF(std::round(x - rareWidth / 2), bottom - height, rareWidth, height), color);
        }
    }
}

/// Draws gaps across the bars that are taller than the axis.
void HistogramCanvas::paintCuts(QPainter& painter, const Theme& theme) const
{
    constexpr double gap = 3; // pixels
    for (int bar = m_bars.bins(); bar < m_bars.count(); ++bar) {
        const QRectF column = plotted(m_bars.span(bar));
        if (m_bars.isCut(m_bars.side(bar)))
            painter.fillRect(QRectF(column.left() - 1, column.top() + 3 * gap, column.width() + 2, gap), theme.surface);
    }
}

/// The outline of the bars. Bars narrower than a pixel would be skipped if they miss its center, so each pixel column
/// gets the height of its highest bar.
QList<QPointF> HistogramCanvas::stepsOf(std::size_t number) const
{
    const HistogramLayer& layer = m_bars.layers()[number];
    const double base = m_bars.base(number);
    if (!layer.histogram)
        return {};
    const auto& counts = layer.histogram->counts;
    const auto pixels = std::size_t(std::max(plotted({0, double(m_bars.bins())}).width(), 1.0));
    const std::size_t columns = std::min(counts.size(), pixels);
    // Keeps a lone value among millions visible. An outline is next to that of empty bins, half of which is below the
    // baseline.
    const double least = m_axes.top * (layer.outlined ? outlineWidth : 1) / std::max(chart()->plotArea().height(), 1.0);
    QList<QPointF> points;
    points.reserve(qsizetype(columns + 1) * 2);
    if (layer.outlined)
        points.append({0, 0});
    for (std::size_t column = 0; column < columns; ++column) {
        const auto first = counts.begin() + std::ptrdiff_t(column * counts.size() / columns);
        const auto end = counts.begin() + std::ptrdiff_t(((column + 1) * counts.size() + columns - 1) / columns);
        const double height = m_bars.height(number, *std::max_element(first, end));
        const double top = base + (height > 0 ? std::max(height, least) : 0);
        const double width = m_bars.bins() / double(columns);
        points.append({double(column) * width, top});
        points.append({double(column + 1) * width, top});
    }
    if (layer.outlined)
        points.append({double(m_bars.bins()), 0});
    return points;
}

/// The side bars of several layers are side by side.
void HistogramCanvas::addSide(int number, const Theme& theme)
{
    const HistogramSide& side = m_bars.side(number);
    const auto [left, end] = m_bars.span(number);
    const double width = m_bars.isStacked() ? end - left : (end - left) / double(m_bars.layers().size());
    for (std::size_t layer = 0; layer < m_bars.layers().size(); ++layer) {
        if (side.counts[layer] == 0)
            continue;
        const double from = m_bars.isStacked() ? left : left + double(layer) * width;
        const double base = m_bars.base(layer);
        const double top = base + m_bars.sideHeight(layer, side.counts[layer]);
        auto* const upper = new QLineSeries;
        upper->append({{from, top}, {from + width, top}});
        const bool outlined = m_bars.layers()[layer].outlined;
        QAreaSeries* const bar = area(upper, outlined ? QColor(Qt::transparent) : theme.*side.fill, base, from + width);
        bar->setPen(QPen(theme.*side.edge, outlined ? outlineWidth : 1)); // bright cyan alone is faint on white
        chart()->addSeries(bar);
    }
}

QString HistogramCanvas::valueTitle() const
{
    const QString title = m_scale.isLinear()
        ? m_valueName
        : tr("%1, symlog, linear within ±%2").arg(m_valueName, shownValue(m_scale.threshold()));
    if (!hasMarks())
        return title;
    return m_bars.isStacked() ? tr("%1 · ticks mark the farthest values").arg(title)
                              : tr("%1 · ticks mark bins lower than a pixel").arg(title);
}

void HistogramCanvas::placeValueTicks()
{
    m_axes.values.clear();
    m_axes.sides.clear();
    const std::vector<double>& edges = m_bars.edges();
    const auto ticks = m_scale.isLinear() ? roundTicks(edges.front(), edges.back(), wantedTicks)
                                          : symmetricLogTicks(edges.front(), edges.back(), m_scale.threshold(),
                                              ChartAxes::valueTicksIn(viewport()->rect()));
    for (const AxisTick& tick : ticks)
        m_axes.values.push_back({m_bars.xOf(tick.value), tick.label});
    for (int bar = m_bars.bins(); bar < m_bars.count(); ++bar) {
        QString label = m_bars.side(bar).label;
        label.replace(QStringLiteral("Inf"), QStringLiteral("∞")); // there is room for one character
        m_axes.sides.push_back({(m_bars.span(bar).left + m_bars.span(bar).right) / 2, label});
    }
}

QString HistogramCanvas::levelTitle() const
{
    return m_logarithmic ? tr("Elements, log scale") : tr("Elements");
}

std::vector<AxisTick> HistogramCanvas::levelTicks() const
{
    const int wanted = ChartAxes::countTicksIn(viewport()->rect());
    std::vector<AxisTick> ticks;
    const double most = m_bars.mostElements();
    const auto counts = m_logarithmic ? decadeTicks(most, wanted) : countTicks(most, wanted);
    for (const AxisTick& tick : counts) {
        if (const double place = m_bars.height(std::uint64_t(tick.value)); place <= m_axes.top)
            ticks.push_back({place, tick.label});
    }
    return ticks;
}

void HistogramCanvas::placePlot()
{
    if (m_bars.empty())
        return;
    m_axes.counts = levelTicks();
    placeValueTicks();
    if (const QRectF plot = m_axes.plotIn(viewport()->rect(), font()); plot.isValid())
        chart()->setPlotArea(plot);
    placeBars();
    m_axes.valueTitle = valueTitle();
}

void HistogramCanvas::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event); // the bars stay the same
    placePlot();
}

QRectF HistogramCanvas::plotted(HistogramBars::Span span) const
{
    const QRectF plot = chart()->plotArea();
    const double scale = plot.width() / (m_bars.right() - m_bars.left());
    return {
        plot.left() + (span.left - m_bars.left()) * scale, plot.top(), (span.right - span.left) * scale, plot.height()};
}

void HistogramCanvas::drawBackground(QPainter* painter, const QRectF& rect)
{
    QChartView::drawBackground(painter, rect);
    if (m_bars.empty())
        return;
    painter->setFont(font());
    m_axes.paint(*painter, viewport()->rect(), chart()->plotArea(), Theme::of(palette()));
}

void HistogramCanvas::drawForeground(QPainter* painter, const QRectF&)
{
    const Theme& theme = Theme::of(palette());
    painter->setFont(font());
    if (m_bars.empty()) {
        painter->setPen(theme.mutedText);
        painter->drawText(sceneRect().adjusted(24, 24, -24, -24), int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
        return;
    }
    QColor tint = theme.accent;
    tint.setAlphaF(0.25F);
    if (m_dragged) {
        const auto [left, right] = std::minmax(m_dragged->left, m_dragged->right);
        painter->fillRect(plotted({left, right}), tint);
    } else if (m_current) {
        painter->fillRect(plotted(m_bars.span(*m_current)), tint);
    }
    paintRare(*painter, theme);
    paintCuts(*painter, theme);
    const QRectF bins = plotted({0, double(m_bars.bins())});
    paintAbove(*painter, theme, sidesReach(bins.top(), true) ? bins.left() : 0,
        sidesReach(bins.top(), false) ? bins.right() : sceneRect().right());
    paintSideCounts(*painter, theme);
}

/// Draws the legend: color and name of each layer, stacked.
void HistogramCanvas::paintAbove(QPainter& painter, const Theme& theme, double /*left*/, double right) const
{
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height();
    const double left = chart()->plotArea().left();
    double top = chart()->plotArea().top() - ChartAxes::markRows * line - 2;
    for (const HistogramLayer& layer : m_bars.layers()) {
        if (layer.legend.isEmpty())
            continue;
        const QColor color = theme.*layer.color;
        const QRectF swatch(left, top + 3, swatchWidth, line - 6);
        if (layer.outlined) {
            painter.setPen(QPen(color, 2));
            painter.drawRect(swatch.adjusted(1, 1, -1, -1));
        } else {
            painter.fillRect(swatch, color);
        }
        const double begin = swatch.right() + swatchGap;
        painter.setPen(theme.text);
        for (const QString& text : layer.legend.split(u'\n')) {
            painter.drawText(QRectF(begin, top, right - begin, line), int(Qt::AlignLeft | Qt::AlignVCenter),
                metrics.elidedText(text, Qt::ElideRight, right - begin));
            top += line;
        }
    }
}

bool HistogramCanvas::sidesReach(double y, bool below) const
{
    if (m_bars.isStacked())
        return false;
    const QRectF plot = chart()->plotArea();
    double highest = 0;
    for (const HistogramSide& side : m_bars.sides()) {
        if ((side.place == SidePlace::Below) == below)
            highest = std::max(highest, m_bars.sideHeight(side));
    }
    return highest > 0 && plot.bottom() - plot.height() * highest / m_axes.top - QFontMetricsF(font()).height() - 1 < y;
}

/// Draws the counts above their bars, or above the mark lines if the bars reach the top.
void HistogramCanvas::paintSideCounts(QPainter& painter, const Theme& theme) const
{
    painter.setPen(theme.text);
    const auto textOf = [](std::uint64_t count) {
        return toQString(count < 10'000 ? formatCount(count) : formatShort(count));
    };
    for (int bar = m_bars.bins(); bar < m_bars.count(); ++bar) {
        const HistogramSide& side = m_bars.side(bar);
        const QRectF column = plotted(m_bars.span(bar));
        QStringList texts;
        for (std::size_t layer = 0; layer < side.counts.size(); ++layer) {
            const QString text = textOf(side.counts[layer]);
            if (!m_bars.isStacked())
                texts << text;
            else if (side.counts[layer] > 0)
                paintSideCount(painter, text, column.center().x(),
                    pixelOfLevel(m_bars.base(layer) + m_bars.sideHeight(layer, side.counts[layer])));
        }
        if (!m_bars.isStacked())
            paintSideCount(
                painter, texts.join(QStringLiteral(" | ")), column.center().x(), pixelOfLevel(m_bars.sideHeight(side)));
    }
}

void HistogramCanvas::paintSideCount(QPainter& painter, const QString& text, double x, double top) const
{
    const QFontMetricsF metrics(font());
    QRectF place(0, 0, metrics.horizontalAdvance(text), metrics.height());
    place.moveCenter({x, top - metrics.height() / 2 - 1});
    place.moveLeft(std::max(place.left(), chart()->plotArea().left() - 4)); // next to the labels of the axis
    place.moveRight(std::min(place.right(), sceneRect().right() - 2));
    painter.drawText(place, int(Qt::AlignCenter) | Qt::TextDontClip, text);
}

double HistogramCanvas::pixelOfLevel(double level) const
{
    const QRectF plot = chart()->plotArea();
    return plot.bottom() - plot.height() * level / m_axes.top;
}

double HistogramCanvas::levelAt(double pixel) const
{
    const QRectF plot = chart()->plotArea();
    return (plot.bottom() - pixel) / std::max(plot.height(), 1.0) * m_axes.top;
}

double HistogramCanvas::topAround(double x) const
{
    const double pixel = (m_bars.right() - m_bars.left()) / std::max(chart()->plotArea().width(), 1.0);
    const int first = std::clamp(int(x - 2 * pixel), 0, m_bars.bins() - 1);
    const int last = std::clamp(int(x + 2 * pixel), 0, m_bars.bins() - 1);
    const QRectF plot = chart()->plotArea();
    return plot.bottom() - plot.height() * m_bars.height(m_bars.greatest(first, last)) / m_axes.top;
}

void HistogramCanvas::setCurrent(std::optional<int> bar)
{
    m_current = bar;
    setAccessibleDescription(bar ? describe(*bar) : m_message);
    viewport()->update();
    emit currentBarChanged();
}

} // namespace loupe
