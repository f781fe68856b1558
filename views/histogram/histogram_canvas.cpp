#include "views/histogram/histogram_canvas.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/histogram/histogram_notes.h"
#include "views/kit/axis_ticks.h"
#include "views/kit/theme.h"

#include <QGraphicsLayout>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int wantedTicks = 5;
// In shares of the bins' width.
constexpr double sideGap = 0.14;
constexpr double sideWidth = 0.1;
constexpr double sideStep = 0.2; // room for the labels, also in a chart of 200 pixels
constexpr double logarithmicOne = 0.3; // height of a count of 1, in decades: it is not 0
constexpr double outlineWidth = 2; // pixels

/// A filled area under a stepped line, instead of a bar set of hundreds.
QAreaSeries* area(QLineSeries* upper, const QColor& color)
{
    auto* const series = new QAreaSeries(upper);
    upper->setParent(series);
    series->setPen(Qt::NoPen);
    series->setBrush(color);
    return series;
}

} // namespace

std::vector<HistogramSide> specialSides(const std::vector<const Summary*>& summaries)
{
    std::vector<HistogramSide> sides;
    const auto add = [&](const QString& label, auto count, QColor Theme::*fill, QColor Theme::*edge) {
        HistogramSide& side = sides.emplace_back(HistogramSide{label, {}, fill, edge});
        for (const Summary* const summary : summaries)
            side.counts.push_back(summary ? (summary->*count).value_or(0) : 0);
    };
    add(QChar(0x2212) + QStringLiteral("Inf"), &Summary::negativeInf, &Theme::infinityFill, &Theme::infinity);
    add(QStringLiteral("+Inf"), &Summary::positiveInf, &Theme::infinityFill, &Theme::infinity);
    add(QStringLiteral("NaN"), &Summary::nan, &Theme::nan, &Theme::nan);
    return sides;
}

HistogramCanvas::HistogramCanvas(QWidget* parent)
    : QChartView(parent)
{
    setAccessibleName(tr("Histogram"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false); // the grid is drawn on the view's
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    rebuild();
}

void HistogramCanvas::setLayers(
    std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, const ValueScale& scale)
{
    clear();
    m_layers = std::move(layers);
    for (const HistogramLayer& layer : m_layers)
        m_grid = m_grid ? m_grid : layer.histogram;
    for (HistogramSide& side : sides) {
        if (std::any_of(side.counts.begin(), side.counts.end(), [](std::uint64_t count) { return count > 0; }))
            m_sides.push_back(std::move(side));
    }
    m_scale = scale;
    rebuild();
    setCurrent({});
}

void HistogramCanvas::setMessage(const QString& sentence)
{
    clear();
    m_message = sentence;
    rebuild();
    setCurrent({});
}

void HistogramCanvas::clear()
{
    m_message.clear();
    m_layers.clear();
    m_sides.clear();
    m_grid.reset();
    m_dragged.reset();
}

void HistogramCanvas::setLogarithmic(bool on)
{
    m_logarithmic = on;
    rebuild();
}

int HistogramCanvas::bins() const
{
    return m_grid ? int(m_grid->counts.size()) : 0;
}

std::uint64_t HistogramCanvas::countOf(std::size_t layer, int bar) const
{
    if (bar >= bins())
        return m_sides[std::size_t(bar - bins())].counts[layer];
    const HistogramPtr& histogram = m_layers[layer].histogram;
    return histogram ? histogram->counts[std::size_t(bar)] : 0;
}

QString HistogramCanvas::barText(int bar) const
{
    const QString what = bar >= bins()
        ? m_sides[std::size_t(bar - bins())].label
        : shownRange(m_grid->edges[std::size_t(bar)], m_grid->edges[std::size_t(bar) + 1]);
    QStringList counts;
    for (std::size_t number = 0; number < m_layers.size(); ++number) {
        const HistogramLayer& layer = m_layers[number];
        const std::uint64_t count = countOf(number, bar);
        const double share = double(count) / double(std::max<std::uint64_t>(layer.elements, 1));
        const QString countText = toQString(formatCount(count));
        const QString shareText = toQString(formatShare(share));
        counts << (m_layers.size() == 1 ? tr("%1 values, %2").arg(countText, shareText)
                                        : tr("%1 %2 (%3)").arg(layer.name, countText, shareText));
    }
    return tr("%1: %2").arg(what, counts.join(QStringLiteral(", ")));
}

double HistogramCanvas::barHeight(std::uint64_t count) const
{
    if (!m_logarithmic)
        return double(count);
    return count == 0 ? 0 : std::log10(double(count)) + logarithmicOne;
}

double HistogramCanvas::sideHeight(std::uint64_t count) const
{
    return count == 0 ? 0 : std::max(barHeight(count), m_axes.top * leastSideHeight);
}

double HistogramCanvas::xOf(double value) const
{
    const auto& edges = m_grid->edges;
    if (value < edges.front())
        return -1;
    if (value > edges.back())
        return bins() + 1;
    const auto above = std::upper_bound(edges.begin(), edges.end() - 1, value);
    const auto bin = std::max<std::ptrdiff_t>(above - edges.begin() - 1, 0);
    // Halves, since the width of a bin of a range over all doubles may not be finite.
    const double low = edges[std::size_t(bin)] / 2;
    const double width = edges[std::size_t(bin) + 1] / 2 - low;
    return double(bin) + (width > 0 ? std::clamp((value / 2 - low) / width, 0.0, 1.0) : 0);
}

double HistogramCanvas::valueAt(double x) const
{
    const auto& edges = m_grid->edges;
    const auto bin = std::size_t(std::clamp(x, 0.0, bins() - 0.5));
    const double share = std::clamp(x - double(bin), 0.0, 1.0);
    return edges[bin] * (1 - share) + edges[bin + 1] * share;
}

double HistogramCanvas::pixelAt(double x) const
{
    return plotted({x, x}).left();
}

double HistogramCanvas::pixelOf(double value) const
{
    return pixelAt(xOf(value));
}

HistogramCanvas::Span HistogramCanvas::spanOf(int bar) const
{
    if (bar < bins())
        return {double(bar), double(bar + 1)};
    const double left = bins() * (1 + sideGap + (bar - bins()) * sideStep);
    return {left, left + bins() * sideWidth};
}

double HistogramCanvas::right() const
{
    return m_sides.empty() ? bins() : bins() * (1 + sideGap + double(m_sides.size()) * sideStep);
}

void HistogramCanvas::rebuild()
{
    const Theme& theme = Theme::of(palette());
    chart()->removeAllSeries();
    for (QAbstractAxis* const axis : chart()->axes())
        delete axis;
    setBackgroundBrush(theme.surface);
    m_bars.clear();
    if (!m_grid)
        return;
    std::uint64_t greatest = 0;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        for (int bar = 0; bar < barCount(); ++bar)
            greatest = std::max(greatest, countOf(layer, bar));
    }
    m_axes.top = std::max(barHeight(greatest), 1e-3) * 1.05;
    for (const HistogramLayer& layer : m_layers)
        addBars(layer, theme);
    for (std::size_t number = 0; number < m_sides.size(); ++number)
        addSide(number, theme);
    addAxes();
    placePlot();
}

void HistogramCanvas::addBars(const HistogramLayer& layer, const Theme& theme)
{
    auto* const edge = new QLineSeries;
    m_bars.push_back(edge);
    if (layer.outlined) {
        edge->setPen(QPen(theme.*layer.color, outlineWidth));
        chart()->addSeries(edge);
    } else {
        chart()->addSeries(area(edge, theme.*layer.color));
    }
}

void HistogramCanvas::placeBars()
{
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer)
        m_bars[layer]->replace(stepsOf(m_layers[layer]));
}

/// Bars narrower than a pixel would be left out where they miss its middle: then each column of pixels is as high as
/// the highest bar in it.
QList<QPointF> HistogramCanvas::stepsOf(const HistogramLayer& layer) const
{
    if (!layer.histogram)
        return {};
    const auto& counts = layer.histogram->counts;
    const auto pixels = std::size_t(std::max(plotted({0, double(bins())}).width(), 1.0));
    const std::size_t columns = std::min(counts.size(), pixels);
    // A lone value among millions is seen too; a line beside that of empty bins, half of which is below them.
    const double least = m_axes.top * (layer.outlined ? outlineWidth : 1) / std::max(chart()->plotArea().height(), 1.0);
    QList<QPointF> points;
    points.reserve(qsizetype(columns + 1) * 2);
    if (layer.outlined)
        points.append({0, 0});
    for (std::size_t column = 0; column < columns; ++column) {
        const auto first = counts.begin() + std::ptrdiff_t(column * counts.size() / columns);
        const auto end = counts.begin() + std::ptrdiff_t(((column + 1) * counts.size() + columns - 1) / columns);
        const double height = barHeight(*std::max_element(first, end));
        const double top = height > 0 ? std::max(height, least) : 0;
        const double width = bins() / double(columns);
        points.append({double(column) * width, top});
        points.append({double(column + 1) * width, top});
    }
    if (layer.outlined)
        points.append({double(bins()), 0});
    return points;
}

/// Bars of several layers stand beside each other.
void HistogramCanvas::addSide(std::size_t number, const Theme& theme)
{
    const HistogramSide& side = m_sides[number];
    const auto [left, end] = spanOf(bins() + int(number));
    const double width = (end - left) / double(m_layers.size());
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        if (side.counts[layer] == 0)
            continue;
        const double from = left + double(layer) * width;
        const double top = sideHeight(side.counts[layer]);
        auto* const upper = new QLineSeries;
        upper->append({{from, top}, {from + width, top}});
        const bool outlined = m_layers[layer].outlined;
        QAreaSeries* const bar = area(upper, outlined ? QColor(Qt::transparent) : theme.*side.fill);
        bar->setPen(QPen(theme.*side.edge, outlined ? outlineWidth : 1)); // bright cyan alone is pale beside white
        chart()->addSeries(bar);
    }
}

/// Qt Charts leaves the axes out of a chart that it finds too narrow for them. Its axes only carry the ranges here;
/// ticks and plot area are ours.
void HistogramCanvas::addAxes()
{
    const auto add = [this](Qt::Alignment side, double end) {
        auto* const axis = new QValueAxis;
        axis->setRange(0, end);
        axis->setVisible(false);
        chart()->addAxis(axis, side);
        for (QAbstractSeries* const series : chart()->series())
            series->attachAxis(axis);
    };
    m_axes.right = right();
    add(Qt::AlignBottom, m_axes.right);
    add(Qt::AlignLeft, m_axes.top);

    m_axes.countTitle = m_logarithmic ? tr("Elements, log scale") : tr("Elements");
    m_axes.valueTitle = m_scale.isLinear()
        ? m_valueName
        : tr("%1, symlog, linear within ±%2").arg(m_valueName, shownValue(m_scale.threshold()));
}

void HistogramCanvas::placeValueTicks()
{
    m_axes.values.clear();
    m_axes.sides.clear();
    const auto& edges = m_grid->edges;
    const auto ticks = m_scale.isLinear() ? roundTicks(edges.front(), edges.back(), wantedTicks)
                                          : symmetricLogTicks(edges.front(), edges.back(), m_scale.threshold(),
                                              HistogramAxes::valueTicksIn(viewport()->rect()));
    for (const AxisTick& tick : ticks)
        m_axes.values.push_back({xOf(tick.value), tick.label});
    for (int bar = bins(); bar < barCount(); ++bar) {
        QString label = m_sides[std::size_t(bar - bins())].label;
        label.replace(QStringLiteral("Inf"), QStringLiteral("∞")); // there is room for one character
        m_axes.sides.push_back({(spanOf(bar).left + spanOf(bar).right) / 2, label});
    }
}

void HistogramCanvas::placeCountTicks()
{
    const int wanted = HistogramAxes::countTicksIn(viewport()->rect());
    m_axes.counts.clear();
    const auto counts = m_logarithmic ? decadeTicks(std::pow(10.0, m_axes.top - logarithmicOne), wanted)
                                      : countTicks(m_axes.top, wanted);
    for (const AxisTick& tick : counts) {
        if (const double place = barHeight(std::uint64_t(tick.value)); place <= m_axes.top)
            m_axes.counts.push_back({place, tick.label});
    }
}

void HistogramCanvas::placePlot()
{
    if (!m_grid)
        return;
    placeCountTicks();
    placeValueTicks();
    if (const QRectF plot = m_axes.plotIn(viewport()->rect(), font()); plot.isValid())
        chart()->setPlotArea(plot);
    placeBars();
}

void HistogramCanvas::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    placePlot();
}

QRectF HistogramCanvas::plotted(Span span) const
{
    const QRectF plot = chart()->plotArea();
    const double scale = plot.width() / right();
    return {plot.left() + span.left * scale, plot.top(), (span.right - span.left) * scale, plot.height()};
}

void HistogramCanvas::setCurrent(std::optional<int> bar)
{
    m_current = bar;
    setAccessibleDescription(bar ? barText(*bar) : m_message);
    viewport()->update();
    emit currentBarChanged();
}

} // namespace loupe
