#include "views/history/history_chart.h"

#include "views/colors/theme.h"
#include "views/kit/axis_ticks.h"
#include "views/kit/plain_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QtCharts/QLineSeries>
#include <QtCharts/QScatterSeries>

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

// Pixels.
constexpr double curveWidth = 2;
constexpr double pointSize = 5;
constexpr double currentRadius = 4.5;
constexpr double nanMarkSize = 8;
constexpr double brokenMarkSize = 3;
constexpr double legendTop = 6;
constexpr double legendMargin = 12; // next to the legend
constexpr double roomForPoint = 8; // minimum pixels per point; with less, only the line is drawn
constexpr double legendShare = 1.0 / 3; // maximum fraction of the chart's height

/// Some hues are similar, so every other group of four curves is dashed.
bool isDashed(std::size_t hue)
{
    constexpr std::size_t together = 4;
    return hue / together % 2 == 1;
}

QString sinceText(const RunCurvePoint& first)
{
    return HistoryChart::tr("NaN/Inf since step %1").arg(qulonglong(first.step));
}

} // namespace

HistoryChart::HistoryChart(QWidget* parent)
    : ChartView(tr("Curve over steps"), parent)
{
    rebuild();
}

void HistoryChart::setCurves(std::vector<RunCurve> curves, const CurveAxes& axes)
{
    m_curves = std::move(curves);
    m_figure = axes;
    m_message.clear();
    rebuild();
    setCurrentRow(m_row);
}

void HistoryChart::setMessage(const QString& sentence)
{
    m_curves.clear();
    m_message = sentence;
    rebuild();
    setCurrentRow({});
}

void HistoryChart::setLogarithmic(bool on)
{
    m_logarithmic = on;
    rebuild();
}

void HistoryChart::setCurrentRow(std::optional<int> row)
{
    m_row = row && !pointsOf(*row).empty() ? row : std::nullopt;
    viewport()->update();
}

std::vector<const RunCurvePoint*> HistoryChart::pointsOf(int row) const
{
    std::vector<const RunCurvePoint*> points;
    for (const RunCurve& curve : m_curves) {
        const auto found = std::ranges::lower_bound(curve.points, row, {}, &RunCurvePoint::row);
        if (found != curve.points.end() && found->row == row)
            points.push_back(&*found);
    }
    return points;
}

double HistoryChart::levelOf(double value) const
{
    return isLogarithmic() ? std::log10(value) : value;
}

void HistoryChart::rebuild()
{
    const Theme& theme = Theme::of(palette());
    chart()->removeAllSeries();
    for (QAbstractAxis* const axis : chart()->axes())
        delete axis;
    setBackgroundBrush(theme.surface);
    if (m_curves.empty())
        return;
    findRanges();
    m_axes.valueTitle = m_figure.along;
    m_axes.countTitle = isLogarithmic() ? tr("%1, log scale").arg(m_figure.title) : m_figure.title;
    placePlot();
    for (std::size_t curve = 0; curve < m_curves.size(); ++curve)
        addCurve(curve, theme);
    m_axes.setRangesOf(*chart(), m_bottom);
}

/// An axis that does not start at 0 has some room below, too.
void HistoryChart::findRanges()
{
    constexpr double margin = 0.05;
    m_low = std::numeric_limits<double>::infinity();
    m_high = -m_low;
    m_axes.left = m_low;
    m_axes.right = m_high;
    for (const RunCurve& curve : m_curves) {
        for (const RunCurvePoint& point : curve.points) {
            m_axes.left = std::min(m_axes.left, point.step);
            m_axes.right = std::max(m_axes.right, point.step);
            m_low = std::min(m_low, point.value.value_or(m_low));
            m_high = std::max(m_high, point.value.value_or(m_high));
        }
    }
    if (m_low > m_high)
        m_low = m_high = 0;
    constexpr double sides = 0.01; // so that the first and last points are not cut off
    const double beside = m_axes.left < m_axes.right ? (m_axes.right - m_axes.left) * sides : 1;
    m_axes.left -= beside;
    m_axes.right += beside;
    const bool beginsAtZero = m_figure.fromZero;
    m_bottom = beginsAtZero && !isLogarithmic() ? std::min(m_low, 0.0) : levelOf(m_low);
    m_top = levelOf(m_high);
    double room = (m_top / 2 - m_bottom / 2) * 2 * margin; // uses halves because the full width may not be finite
    if (!(room > 0))
        room = isLogarithmic() ? 0.5 : std::max(std::abs(m_top) * margin, std::numeric_limits<double>::min());
    if (room == std::numeric_limits<double>::min())
        room = 1;
    constexpr double farthest = std::numeric_limits<double>::max() / 4;
    if (!beginsAtZero || isLogarithmic())
        m_bottom = std::max(m_bottom - room, -farthest);
    m_top = std::min(m_top + room, farthest);
    m_axes.top = m_top - m_bottom;
}

QColor HistoryChart::colorOf(std::size_t hue, const Theme& theme)
{
    const std::size_t number = hue % mostCurves;
    return number < Theme::groupHues ? theme.groups[number] : theme.mutedText;
}

/// A single curve has the color of bars, unless it has a hue of its own.
QPen HistoryChart::penOf(std::size_t number) const
{
    const Theme& theme = Theme::of(palette());
    const std::size_t hue = hueOf(number);
    const bool isAlone = m_curves.size() == 1 && !m_curves.front().hue;
    QPen pen(isAlone ? theme.bar : colorOf(hue, theme), curveWidth);
    if (isDashed(hue))
        pen.setDashPattern({3, 2}); // in line widths
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

/// Adds a line for each run of checkpoints with the figure, and points if there is room.
void HistoryChart::addCurve(std::size_t number, const Theme& theme)
{
    const RunCurve& curve = m_curves[number];
    const QPen pen = penOf(number);
    QList<QPointF> run;
    const auto addLine = [&] {
        if (run.size() > 1) {
            auto* const line = new QLineSeries;
            line->setPen(pen);
            line->replace(run);
            chart()->addSeries(line);
        }
        run.clear();
    };
    QList<QPointF> points;
    QList<QPointF> lone; // points without a line
    for (const RunCurvePoint& point : curve.points) {
        if (point.value && std::isfinite(levelOf(*point.value))) {
            run.append({point.step, levelOf(*point.value)});
            points.append(run.last());
            continue;
        }
        if (run.size() == 1)
            lone.append(run.first());
        addLine();
    }
    if (run.size() == 1)
        lone.append(run.first());
    addLine();
    const bool hasRoom = chart()->plotArea().width() >= roomForPoint * double(points.size());
    const QList<QPointF>& shown = hasRoom ? points : lone;
    if (shown.isEmpty())
        return;
    auto* const marks = new QScatterSeries;
    marks->setMarkerSize(pointSize);
    marks->setBrush(isDashed(hueOf(number)) ? theme.surface : pen.color());
    marks->setPen(isDashed(hueOf(number)) ? QPen(pen.color(), 1) : QPen(Qt::NoPen));
    marks->replace(shown);
    chart()->addSeries(marks);
}

std::vector<AxisTick> HistoryChart::valueTicks(int wanted) const
{
    std::vector<AxisTick> ticks;
    if (isLogarithmic()) {
        const double low = std::pow(10, m_bottom);
        const double high = std::pow(10, m_top);
        ticks = symmetricLogTicks(low, high, std::pow(10, std::floor(m_bottom) - 1), wanted);
    } else if (m_figure.isCount) {
        ticks = countTicks(m_top, wanted);
    } else {
        ticks = roundTicks(m_bottom, m_top, wanted);
    }
    for (AxisTick& tick : ticks)
        tick.value = levelOf(tick.value) - m_bottom;
    std::erase_if(ticks, [this](const AxisTick& tick) { return !(tick.value >= 0 && tick.value <= m_axes.top); });
    return ticks;
}

/// Steps are whole numbers.
std::vector<AxisTick> HistoryChart::stepTicks() const
{
    std::vector<AxisTick> ticks = roundTicks(m_axes.left, m_axes.right, ChartAxes::valueTicksIn(viewport()->rect()));
    std::erase_if(ticks, [](const AxisTick& tick) { return tick.value != std::floor(tick.value); });
    return ticks;
}

void HistoryChart::placePlot()
{
    if (m_curves.empty())
        return;
    constexpr int leastTicks = 3;
    m_axes.counts = valueTicks(std::max(leastTicks, ChartAxes::countTicksIn(viewport()->rect())));
    m_axes.values = stepTicks();
    m_axes.rowsAbove = 1;
    layOutLegend(m_axes.plotIn(viewport()->rect(), font()));
    m_axes.rowsAbove = std::max(m_legend.lines(), 1);
    if (const QRectF plot = m_axes.plotIn(viewport()->rect(), font()); plot.isValid())
        chart()->setPlotArea(plot);
}

void HistoryChart::layOutLegend(const QRectF& plot)
{
    std::vector<CurveLegend::Entry> entries;
    for (std::size_t i = 0; m_curves.size() > 1 && i < m_curves.size(); ++i) {
        entries.push_back({.name = shownText(m_curves[i].series), .pen = penOf(i)});
        const auto first = std::ranges::find_if(m_curves[i].points, &RunCurvePoint::isFirstNonfinite);
        if (first != m_curves[i].points.end())
            entries.back().note = sinceText(*first);
    }
    const QRectF room(
        plot.left(), legendTop, viewport()->width() - legendMargin - plot.left(), legendShare * viewport()->height());
    m_legend.layOut(entries, entries.empty() ? QString() : m_figure.hint, font(), room);
}

double HistoryChart::pixelOfStep(double step) const
{
    const QRectF plot = chart()->plotArea();
    return plot.left() + (step - m_axes.left) / (m_axes.right - m_axes.left) * plot.width();
}

QPointF HistoryChart::pixelOf(const RunCurvePoint& point) const
{
    const QRectF plot = chart()->plotArea();
    const double level = point.value ? levelOf(*point.value) : m_bottom;
    const double place = std::isfinite(level) ? level / m_axes.top - m_bottom / m_axes.top : 0;
    return {pixelOfStep(point.step), plot.bottom() - place * plot.height()};
}

std::optional<int> HistoryChart::rowAt(QPointF place) const
{
    std::optional<int> nearest;
    std::pair<double, double> least(std::numeric_limits<double>::infinity(), 0); // along the axis, then across
    for (const RunCurve& curve : m_curves) {
        for (const RunCurvePoint& point : curve.points) {
            const QPointF at = pixelOf(point);
            const std::pair distance(std::abs(at.x() - place.x()), std::abs(at.y() - place.y()));
            if (distance < least) {
                least = distance;
                nearest = point.row;
            }
        }
    }
    return nearest;
}

void HistoryChart::mouseMoveEvent(QMouseEvent* event)
{
    if (const auto row = rowAt(event->position())) {
        setCurrentRow(row);
        emit rowChosen(*row);
    }
}

void HistoryChart::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    mouseMoveEvent(event);
    if (m_row && event->button() == Qt::LeftButton)
        emit rowSelected(*m_row);
}

void HistoryChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto row = rowAt(event->position()))
        emit rowActivated(*row);
}

void HistoryChart::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    emit rowChosen(-1);
}

void HistoryChart::keyPressEvent(QKeyEvent* event)
{
    int last = -1;
    for (const RunCurve& curve : m_curves)
        last = std::max(last, curve.points.empty() ? -1 : curve.points.back().row);
    if (last < 0)
        return QChartView::keyPressEvent(event);
    int row = 0;
    switch (event->key()) {
    case Qt::Key_Left:
        row = m_row ? std::max(*m_row - 1, 0) : last;
        break;
    case Qt::Key_Right:
        row = m_row ? std::min(*m_row + 1, last) : 0;
        break;
    case Qt::Key_Home:
        break;
    case Qt::Key_End:
        row = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_row)
            emit rowActivated(*m_row);
        return;
    default:
        return QChartView::keyPressEvent(event);
    }
    setCurrentRow(row);
    emit rowChosen(row);
    emit rowSelected(row);
}

void HistoryChart::drawBackground(QPainter* painter, const QRectF& rect)
{
    QChartView::drawBackground(painter, rect);
    if (m_curves.empty())
        return;
    painter->setFont(font());
    m_axes.paint(*painter, viewport()->rect(), chart()->plotArea(), Theme::of(palette()));
}

void HistoryChart::drawForeground(QPainter* painter, const QRectF& /*rect*/)
{
    const Theme& theme = Theme::of(palette());
    painter->setFont(font());
    if (m_curves.empty()) {
        painter->setPen(theme.mutedText);
        painter->drawText(sceneRect().adjusted(24, 24, -24, -24), int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    paintFirst(*painter, theme);
    paintMarks(*painter, theme);
    paintCurrent(*painter, theme);
    m_legend.paint(*painter, theme);
}

/// Draws a triangle above each checkpoint with NaN or infinities, and a cross on the axis below each incomplete one.
void HistoryChart::paintMarks(QPainter& painter, const Theme& theme) const
{
    const QRectF plot = chart()->plotArea();
    for (const RunCurve& curve : m_curves) {
        for (const RunCurvePoint& point : curve.points) {
            const double x = pixelOfStep(point.step);
            if (point.isNonfinite) {
                painter.setPen(QPen(theme.nan, 1));
                painter.setBrush(theme.nanFill);
                painter.drawPolygon(QPolygonF({{x - nanMarkSize / 2, plot.top() - nanMarkSize},
                    {x + nanMarkSize / 2, plot.top() - nanMarkSize}, {x, plot.top()}}));
            }
            if (point.isBroken) {
                const QPointF middle(x, plot.bottom() - 2 * brokenMarkSize);
                const QPointF slope(brokenMarkSize, brokenMarkSize);
                const QPointF other(brokenMarkSize, -brokenMarkSize);
                painter.setPen(QPen(theme.error, 2));
                painter.drawLine(middle - slope, middle + slope);
                painter.drawLine(middle - other, middle + other);
            }
        }
    }
}

/// Marks where NaN and infinities begin. For several curves the legend says so, because labels would cross lines.
void HistoryChart::paintFirst(QPainter& painter, const Theme& theme) const
{
    const QRectF plot = chart()->plotArea();
    painter.setPen(QPen(theme.nan, 1, Qt::DashLine));
    for (const RunCurve& curve : m_curves) {
        const auto first = std::ranges::find_if(curve.points, &RunCurvePoint::isFirstNonfinite);
        if (first == curve.points.end())
            continue;
        const double x = std::round(pixelOfStep(first->step)) + 0.5;
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        if (m_curves.size() > 1)
            continue;
        const QFontMetricsF metrics(painter.font());
        const QString text = sinceText(*first);
        QRectF place(0, 0, metrics.horizontalAdvance(text) + 1, metrics.height());
        place.moveBottomRight({x - nanMarkSize, plot.top() - 1});
        if (place.left() < plot.left())
            place.moveTopLeft({x + nanMarkSize, plot.top() + 2}); // below the marks of later steps
        painter.setPen(theme.nan);
        painter.drawText(place, int(Qt::AlignVCenter | Qt::AlignLeft) | Qt::TextDontClip, text);
    }
}

void HistoryChart::paintCurrent(QPainter& painter, const Theme& theme) const
{
    const auto points = m_row ? pointsOf(*m_row) : std::vector<const RunCurvePoint*>();
    if (points.empty())
        return;
    const QRectF plot = chart()->plotArea();
    const double x = std::round(pixelOfStep(points.front()->step)) + 0.5;
    painter.setPen(QPen(theme.accent, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(QPen(theme.accent, 2));
    painter.setBrush(theme.surface);
    for (const RunCurvePoint* const point : points) {
        if (point->value && std::isfinite(levelOf(*point->value)))
            painter.drawEllipse(pixelOf(*point), currentRadius, currentRadius);
    }
}

} // namespace loupe
