#include "views/histogram_chart.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "views/axis_ticks.h"
#include "views/theme.h"

#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int wantedTicks = 5;
// In shares of the bins' width.
constexpr double sideGap = 0.08;
constexpr double sideWidth = 0.07;
constexpr double sideStep = 0.13;
constexpr double leastSideHeight = 0.02; // of the plot: a single NaN must be seen
constexpr double markGap = 3; // pixels between a mark's line and the bar below it
constexpr double logarithmicOne = 0.3; // height of a count of 1, in decades: it is not 0

QString numberText(double value)
{
    return QString::number(value, 'g', 6).replace(u'-', QChar(0x2212));
}

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

void HistogramChart::setSummary(SummaryPtr summary)
{
    m_message.clear();
    m_summary = std::move(summary);
    m_sides.clear();
    const auto add = [this](const QString& label, std::optional<std::uint64_t> count, QColor Theme::*color) {
        if (count.value_or(0) > 0)
            m_sides.push_back({label, *count, color});
    };
    add(QChar(0x2212) + QStringLiteral("Inf"), m_summary->negativeInf, &Theme::infinity);
    add(QStringLiteral("+Inf"), m_summary->positiveInf, &Theme::infinity);
    add(QStringLiteral("NaN"), m_summary->nan, &Theme::nan);
    rebuild();
    setCurrent({});
}

void HistogramChart::setMessage(const QString& sentence)
{
    m_message = sentence;
    m_summary.reset();
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
    return m_summary ? int(m_summary->histogram->counts.size()) : 0;
}

QString HistogramChart::barText(int bar) const
{
    const bool side = bar >= bins();
    const std::uint64_t count =
        side ? m_sides[std::size_t(bar - bins())].count : m_summary->histogram->counts[std::size_t(bar)];
    const auto& edges = m_summary->histogram->edges;
    const QString what = side
        ? m_sides[std::size_t(bar - bins())].label
        : tr("%1 to %2").arg(numberText(edges[std::size_t(bar)]), numberText(edges[std::size_t(bar) + 1]));
    const double share = double(count) / double(std::max<std::uint64_t>(m_summary->elements, 1));
    return tr("%1: %2 values, %3").arg(what, toQString(formatCount(count)), toQString(formatShare(share)));
}

double HistogramChart::height(std::uint64_t count) const
{
    if (!m_logarithmic)
        return double(count);
    return count == 0 ? 0 : std::log10(double(count)) + logarithmicOne;
}

double HistogramChart::xOf(double value) const
{
    const auto& edges = m_summary->histogram->edges;
    // Halves, since the width of a range over all doubles is not finite.
    const double width = edges.back() / 2 - edges.front() / 2;
    return width > 0 ? (value / 2 - edges.front() / 2) / width * bins() : 0;
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
    if (!m_summary)
        return;
    const auto& counts = m_summary->histogram->counts;
    std::uint64_t greatest = *std::max_element(counts.begin(), counts.end());
    for (const Side& side : m_sides)
        greatest = std::max(greatest, side.count);
    m_axes.top = std::max(height(greatest), 1e-3) * 1.05;
    addBars(theme.bar);
    for (std::size_t number = 0; number < m_sides.size(); ++number)
        addSide(number, theme.*m_sides[number].color);
    addAxes();
    placePlot();
}

void HistogramChart::addBars(const QColor& color)
{
    const auto& counts = m_summary->histogram->counts;
    QList<QPointF> points;
    points.reserve(qsizetype(counts.size()) * 2);
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        points.append({double(bin), height(counts[bin])});
        points.append({double(bin + 1), height(counts[bin])});
    }
    auto* const upper = new QLineSeries;
    upper->append(points);
    chart()->addSeries(area(upper, color));
}

void HistogramChart::addSide(std::size_t number, const QColor& color)
{
    const Span span = spanOf(bins() + int(number));
    const double top = std::max(height(m_sides[number].count), m_axes.top * leastSideHeight);
    auto* const upper = new QLineSeries;
    upper->append({{span.left, top}, {span.right, top}});
    chart()->addSeries(area(upper, color));
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

    m_axes.values.clear();
    const auto& edges = m_summary->histogram->edges;
    for (const AxisTick& tick : roundTicks(edges.front(), edges.back(), wantedTicks))
        m_axes.values.push_back({xOf(tick.value), tick.label});
    for (int bar = bins(); bar < barCount(); ++bar) {
        QString label = m_sides[std::size_t(bar - bins())].label;
        label.replace(QStringLiteral("Inf"), QStringLiteral("∞")); // there is room for one character
        m_axes.values.push_back({(spanOf(bar).left + spanOf(bar).right) / 2, label});
    }
}

void HistogramChart::placeCountTicks()
{
    const int wanted = HistogramAxes::countTicksIn(viewport()->rect());
    m_axes.counts.clear();
    const auto counts = m_logarithmic ? decadeTicks(std::pow(10.0, m_axes.top - logarithmicOne), wanted)
                                      : countTicks(m_axes.top, wanted);
    for (const AxisTick& tick : counts) {
        if (const double place = height(std::uint64_t(tick.value)); place <= m_axes.top)
            m_axes.counts.push_back({place, tick.label});
    }
}

void HistogramChart::placePlot()
{
    if (!m_summary)
        return;
    placeCountTicks();
    if (const QRectF plot = m_axes.plotIn(viewport()->rect(), font()); plot.isValid())
        chart()->setPlotArea(plot);
}

void HistogramChart::drawBackground(QPainter* painter, const QRectF& rect)
{
    QChartView::drawBackground(painter, rect);
    if (!m_summary)
        return;
    painter->setFont(font());
    m_axes.paint(*painter, viewport()->rect(), chart()->plotArea(), Theme::of(palette()));
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

void HistogramChart::drawForeground(QPainter* painter, const QRectF&)
{
    const Theme& theme = Theme::of(palette());
    painter->setFont(font());
    if (!m_summary) {
        painter->setPen(theme.mutedText);
        painter->drawText(sceneRect().adjusted(24, 24, -24, -24), int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
        return;
    }
    if (m_current) {
        QColor tint = theme.accent;
        tint.setAlphaF(0.25F);
        painter->fillRect(plotted(spanOf(*m_current)), tint);
    }
    paintMarks(*painter, theme);
}

void HistogramChart::paintMarks(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(font());
    if (m_summary->mean) {
        const double mean = *m_summary->mean;
        paintMark(painter, theme.text, mean, tr("mean"), 1, Qt::AlignHCenter);
        if (const double sigma = m_summary->standardDeviation.value_or(0); sigma > 0) {
            paintMark(painter, theme.mutedText, mean - sigma, QChar(0x2212) + QStringLiteral("σ"), 0, Qt::AlignRight);
            paintMark(painter, theme.mutedText, mean + sigma, QStringLiteral("+σ"), 0, Qt::AlignLeft);
        }
    }
    // Counts of what is not finite stand above their bars, or the marks' lines where those reach the top.
    for (int bar = bins(); bar < barCount(); ++bar) {
        const Side& side = m_sides[std::size_t(bar - bins())];
        const QRectF column = plotted(spanOf(bar));
        const double top =
            column.bottom() - column.height() * std::max(height(side.count) / m_axes.top, leastSideHeight);
        const QString text = toQString(side.count < 10'000 ? formatCount(side.count) : formatShort(side.count));
        QRectF place(0, 0, metrics.horizontalAdvance(text), metrics.height());
        place.moveCenter({column.center().x(), top - metrics.height() / 2 - 1});
        place.moveRight(std::min(place.right(), sceneRect().right() - 2));
        painter.setPen(theme.text);
        painter.drawText(place, int(Qt::AlignCenter) | Qt::TextDontClip, text);
    }
}

/// The line ends above the bars that stand at its place: a narrow bar must not vanish under it.
void HistogramChart::paintMark(
    QPainter& painter, const QColor& color, double value, const QString& label, int line, Qt::Alignment alignment) const
{
    const double place = xOf(value);
    if (!(place >= 0 && place <= bins()))
        return;
    const QRectF plot = chart()->plotArea();
    const double x = std::round(plotted({place, place}).left()) + 0.5;
    const double lineHeight = QFontMetricsF(font()).height();
    const double top = plot.top() - (line + 1) * lineHeight - 2;
    const double begin = top + (line == 0 ? 2 : lineHeight);
    const double end = plot.bottom() - plot.height() * heightAround(place) / m_axes.top - markGap;
    QPen pen(color, 1);
    if (line == 0)
        pen.setDashPattern({4, 4});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, begin), QPointF(x, std::max(begin, end)));
    painter.setPen(color);
    constexpr double reach = 100;
    const double left = alignment & Qt::AlignRight ? x - reach - 4 : alignment & Qt::AlignLeft ? x + 4 : x - reach / 2;
    painter.drawText(QRectF(left, top, reach, lineHeight), int(alignment | Qt::AlignVCenter), label);
}

double HistogramChart::heightAround(double place) const
{
    const double pixel = right() / std::max(chart()->plotArea().width(), 1.0);
    const int first = std::clamp(int(place - 2 * pixel), 0, bins() - 1);
    const int last = std::clamp(int(place + 2 * pixel), 0, bins() - 1);
    const auto& counts = m_summary->histogram->counts;
    return height(*std::max_element(counts.begin() + first, counts.begin() + last + 1));
}

void HistogramChart::setCurrent(std::optional<int> bar)
{
    m_current = bar;
    setAccessibleDescription(bar ? barText(*bar) : m_message);
    viewport()->update();
    emit currentBarChanged();
}

void HistogramChart::mouseMoveEvent(QMouseEvent* event)
{
    std::optional<int> found;
    if (m_summary && chart()->plotArea().contains(event->position())) {
        const double x = (event->position().x() - chart()->plotArea().left()) / chart()->plotArea().width() * right();
        if (x < bins())
            found = int(x);
        for (int bar = bins(); bar < barCount(); ++bar) {
            if (x >= spanOf(bar).left && x < spanOf(bar).right)
                found = bar;
        }
    }
    if (found != m_current)
        setCurrent(found);
}

void HistogramChart::keyPressEvent(QKeyEvent* event)
{
    if (barCount() == 0)
        return QChartView::keyPressEvent(event);
    const int last = barCount() - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return setCurrent(std::max(0, m_current.value_or(1) - 1));
    case Qt::Key_Right:
        return setCurrent(std::min(last, m_current.value_or(-1) + 1));
    case Qt::Key_Home:
        return setCurrent(0);
    case Qt::Key_End:
        return setCurrent(last);
    default:
        QChartView::keyPressEvent(event);
    }
}

bool HistogramChart::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
        rebuild();
        break;
    case QEvent::Leave:
        setCurrent({});
        break;
    default:
        break;
    }
    return QChartView::event(event);
}

} // namespace loupe
