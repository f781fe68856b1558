#include "views/histogram_chart.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "views/axis_ticks.h"
#include "views/histogram_notes.h"
#include "views/theme.h"

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

HistogramChart::HistogramChart(QWidget* parent)
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

void HistogramChart::setHistogram(SummaryPtr summary, HistogramPtr histogram, const ValueScale& scale)
{
    m_message.clear();
    m_summary = std::move(summary);
    m_histogram = std::move(histogram);
    m_scale = scale;
    m_dragged.reset();
    m_sides.clear();
    const auto add = [this](const QString& label, std::optional<std::uint64_t> count, QColor Theme::*fill,
                         QColor Theme::*edge) {
        if (count.value_or(0) > 0)
            m_sides.push_back({label, *count, fill, edge});
    };
    add(QChar(0x2212) + QStringLiteral("Inf"), m_summary->negativeInf, &Theme::infinityFill, &Theme::infinity);
    add(QStringLiteral("+Inf"), m_summary->positiveInf, &Theme::infinityFill, &Theme::infinity);
    add(QStringLiteral("NaN"), m_summary->nan, &Theme::nan, &Theme::nan);
    rebuild();
    setCurrent({});
}

void HistogramChart::setMessage(const QString& sentence)
{
    m_message = sentence;
    m_summary.reset();
    m_histogram.reset();
    m_dragged.reset();
    m_sides.clear();
    rebuild();
    setCurrent({});
}

void HistogramChart::setLogarithmic(bool on)
{
    m_logarithmic = on;
    rebuild();
}

int HistogramChart::bins() const
{
    return m_histogram ? int(m_histogram->counts.size()) : 0;
}

QString HistogramChart::barText(int bar) const
{
    const bool side = bar >= bins();
    const std::uint64_t count = side ? m_sides[std::size_t(bar - bins())].count : m_histogram->counts[std::size_t(bar)];
    const auto& edges = m_histogram->edges;
    const QString what = side ? m_sides[std::size_t(bar - bins())].label
                              : shownRange(edges[std::size_t(bar)], edges[std::size_t(bar) + 1]);
    const double share = double(count) / double(std::max<std::uint64_t>(m_summary->elements, 1));
    return tr("%1: %2 values, %3").arg(what, toQString(formatCount(count)), toQString(formatShare(share)));
}

double HistogramChart::barHeight(std::uint64_t count) const
{
    if (!m_logarithmic)
        return double(count);
    return count == 0 ? 0 : std::log10(double(count)) + logarithmicOne;
}

double HistogramChart::xOf(double value) const
{
    const auto& edges = m_histogram->edges;
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

double HistogramChart::valueAt(double x) const
{
    const auto& edges = m_histogram->edges;
    const auto bin = std::size_t(std::clamp(x, 0.0, bins() - 0.5));
    const double share = std::clamp(x - double(bin), 0.0, 1.0);
    return edges[bin] * (1 - share) + edges[bin + 1] * share;
}

double HistogramChart::pixelOf(double value) const
{
    const double x = xOf(value);
    return plotted({x, x}).left();
}

HistogramChart::Span HistogramChart::spanOf(int bar) const
{
    if (bar < bins())
        return {double(bar), double(bar + 1)};
    const double left = bins() * (1 + sideGap + (bar - bins()) * sideStep);
    return {left, left + bins() * sideWidth};
}

double HistogramChart::right() const
{
    return m_sides.empty() ? bins() : bins() * (1 + sideGap + double(m_sides.size()) * sideStep);
}

void HistogramChart::rebuild()
{
    const Theme& theme = Theme::of(palette());
    chart()->removeAllSeries();
    for (QAbstractAxis* const axis : chart()->axes())
        delete axis;
    setBackgroundBrush(theme.surface);
    if (!m_histogram)
        return;
    const auto& counts = m_histogram->counts;
    std::uint64_t greatest = *std::max_element(counts.begin(), counts.end());
    for (const Side& side : m_sides)
        greatest = std::max(greatest, side.count);
    m_axes.top = std::max(barHeight(greatest), 1e-3) * 1.05;
    addBars(theme.bar);
    for (std::size_t number = 0; number < m_sides.size(); ++number)
        addSide(number, theme);
    addAxes();
    placePlot();
}

void HistogramChart::addBars(const QColor& color)
{
    m_bars = new QLineSeries;
    chart()->addSeries(area(m_bars, color));
}

/// Bars narrower than a pixel would be left out where they miss its middle: then each column of pixels is as high as
/// the highest bar in it.
void HistogramChart::placeBars()
{
    const auto& counts = m_histogram->counts;
    const auto pixels = std::size_t(std::max(plotted({0, double(bins())}).width(), 1.0));
    const std::size_t columns = std::min(counts.size(), pixels);
    QList<QPointF> points;
    points.reserve(qsizetype(columns) * 2);
    for (std::size_t column = 0; column < columns; ++column) {
        const auto first = counts.begin() + std::ptrdiff_t(column * counts.size() / columns);
        const auto end = counts.begin() + std::ptrdiff_t(((column + 1) * counts.size() + columns - 1) / columns);
        const double top = barHeight(*std::max_element(first, end));
        const double width = bins() / double(columns);
        points.append({double(column) * width, top});
        points.append({double(column + 1) * width, top});
    }
    m_bars->replace(points);
}

void HistogramChart::addSide(std::size_t number, const Theme& theme)
{
    const Span span = spanOf(bins() + int(number));
    const double top = std::max(barHeight(m_sides[number].count), m_axes.top * leastSideHeight);
    auto* const upper = new QLineSeries;
    upper->append({{span.left, top}, {span.right, top}});
    QAreaSeries* const bar = area(upper, theme.*m_sides[number].fill);
    bar->setPen(theme.*m_sides[number].edge); // bright cyan alone is pale beside white
    chart()->addSeries(bar);
}

/// Qt Charts leaves the axes out of a chart that it finds too narrow for them. Its axes only carry the ranges here;
/// ticks and plot area are ours.
void HistogramChart::addAxes()
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
    m_axes.valueTitle =
        m_scale.isLinear() ? tr("Value") : tr("Value, symlog, linear within ±%1").arg(shownValue(m_scale.threshold()));
}

void HistogramChart::placeValueTicks()
{
    m_axes.values.clear();
    m_axes.sides.clear();
    const auto& edges = m_histogram->edges;
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

void HistogramChart::placeCountTicks()
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

void HistogramChart::placePlot()
{
    if (!m_histogram)
        return;
    placeCountTicks();
    placeValueTicks();
    if (const QRectF plot = m_axes.plotIn(viewport()->rect(), font()); plot.isValid())
        chart()->setPlotArea(plot);
    placeBars();
}

void HistogramChart::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    placePlot();
}

QRectF HistogramChart::plotted(Span span) const
{
    const QRectF plot = chart()->plotArea();
    const double scale = plot.width() / right();
    return {plot.left() + span.left * scale, plot.top(), (span.right - span.left) * scale, plot.height()};
}

void HistogramChart::setCurrent(std::optional<int> bar)
{
    m_current = bar;
    setAccessibleDescription(bar ? barText(*bar) : m_message);
    viewport()->update();
    emit currentBarChanged();
}

} // namespace loupe
