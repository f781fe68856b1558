#include "views/charts/chart_axes.h"

#include "views/colors/theme.h"

#include <QPainter>
#include <QtCharts/QChart>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>
#include <utility>

namespace loupe {

namespace {

constexpr int axisSpace = 8;

} // namespace

QRectF ChartAxes::plotIn(const QRectF& whole, const QFont& font) const
{
    const QFontMetrics metrics(font);
    int labels = 0;
    for (const AxisTick& tick : counts)
        labels = std::max(labels, metrics.horizontalAdvance(tick.label));
    const int line = metrics.height();
    const int titles = hasTitles(whole) ? line + axisSpace : 0;
    return whole.adjusted(labels + titles + 2 * axisSpace, rowsAbove * line + 2 * axisSpace, -3 * axisSpace,
        -line - 2 * axisSpace - titles);
}

void ChartAxes::setRangesOf(QChart& chart, double bottom) const
{
    const auto add = [&chart](Qt::Alignment side, double begin, double end) {
        auto* const axis = new QValueAxis;
        axis->setRange(begin, end);
        axis->setVisible(false);
        chart.addAxis(axis, side);
        for (QAbstractSeries* const series : chart.series())
            series->attachAxis(axis);
    };
    add(Qt::AlignBottom, left, right);
    add(Qt::AlignLeft, bottom, bottom + top);
}

void ChartAxes::paint(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const
{
    paintCounts(painter, plot, theme);
    paintValues(painter, whole, plot, theme);
    if (hasTitles(whole))
        paintTitles(painter, whole, plot, theme);
}

int ChartAxes::countTicksIn(const QRectF& whole)
{
    constexpr int mostTicks = 5;
    constexpr double apart = 48; // pixels, including the space above and below the plot
    return std::clamp(int(whole.height() / apart), 2, mostTicks);
}

int ChartAxes::valueTicksIn(const QRectF& whole)
{
    constexpr int mostTicks = 9;
    constexpr double apart = 64; // pixels, including the space next to the plot
    return std::clamp(int(whole.width() / apart), 3, mostTicks);
}

/// A low chart has no titles, to leave room for the bars; the line below it says what is counted.
bool ChartAxes::hasTitles(const QRectF& whole)
{
    constexpr double lowest = 240;
    return whole.height() >= lowest;
}

void ChartAxes::paintCounts(QPainter& painter, const QRectF& plot, const Theme& theme) const
{
    const double line = QFontMetricsF(painter.font()).height();
    for (const AxisTick& tick : counts) {
        const double y = std::round(plot.bottom() - plot.height() * tick.value / top) + 0.5;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(0, y - line / 2, plot.left() - axisSpace, line), int(Qt::AlignRight | Qt::AlignVCenter), tick.label);
    }
}

void ChartAxes::paintValues(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    double begin = whole.left(); // start of the free room; labels at the edges move inward
    double end = whole.right();
    const auto middle = [&](const AxisTick& tick) {
        return std::round(plot.left() + (tick.value - left) * plot.width() / (right - left)) + 0.5;
    };
    const auto place = [&](const AxisTick& tick) {
        const double x = middle(tick);
        painter.setPen(theme.border);
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + axisSpace / 2));
        const double half = metrics.horizontalAdvance(tick.label) / 2;
        return std::clamp(x, begin + half, std::max(end - half, begin + half));
    };
    const auto paintLabel = [&](double center, const QString& label) {
        const double width = metrics.horizontalAdvance(label) + 2;
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(center - width / 2, plot.bottom() + axisSpace, width, metrics.height()), Qt::AlignCenter, label);
        return std::pair(center - width / 2, center + width / 2);
    };
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
        const auto [from, to] = paintLabel(place(*side), side->label);
        (side->value < 0 ? begin : end) = side->value < 0 ? to + axisSpace : from - axisSpace;
    }
    std::vector<double> places;
    std::vector<double> widths;
    std::vector<QString> labels;
    std::size_t origin = 0;
    for (const AxisTick& tick : values) {
        if (tick.label == QStringLiteral("0"))
            origin = places.size();
        const double center = place(tick);
        if (!sides.empty() && std::abs(center - middle(tick)) > axisSpace / 2) // would overlap the label of a side bar
            continue;
        places.push_back(center);
        widths.push_back(metrics.horizontalAdvance(tick.label));
        labels.push_back(tick.label);
    }
    const std::vector<bool> shown = labelsThatFit(places, widths, origin, axisSpace / 2);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (shown[i])
            paintLabel(places[i], labels[i]);
    }
    painter.setPen(theme.border);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
}

void ChartAxes::paintTitles(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const
{
    const double line = QFontMetricsF(painter.font()).height();
    painter.setPen(theme.mutedText);
    // Centered below the plot; a long title may extend beyond it.
    const QFontMetricsF metrics(painter.font());
    const QString title = metrics.elidedText(valueTitle, Qt::ElideRight, whole.width() - axisSpace);
    QRectF place(0, plot.bottom() + axisSpace + line, metrics.horizontalAdvance(title) + 1, line + axisSpace / 2);
    place.moveLeft(std::clamp(plot.center().x() - place.width() / 2, whole.left(),
        std::max(whole.left(), whole.right() - axisSpace / 2 - place.width())));
    painter.drawText(place, Qt::AlignCenter, title);
    painter.save();
    painter.translate(0, plot.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-plot.height() / 2, axisSpace / 2, plot.height(), line), Qt::AlignCenter, countTitle);
    painter.restore();
}

} // namespace loupe
