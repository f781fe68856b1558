#include "views/charts/mini_chart.h"

#include "views/colors/theme.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace loupe {

namespace {

constexpr qreal baseline = 1; // pixels
constexpr qreal lineWidth = 1.25;
constexpr qreal dotRadius = 1.5;
constexpr int dotDistance = 4; // between dots of the axis
constexpr float paleAlpha = 0.35F;

struct LineRange {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
    /// From 0 at the bottom to 1 at the top. Uses halves, because the difference of two doubles may overflow.
    double placeOf(double value) const
    {
        return least < greatest ? (value / 2 - least / 2) / (greatest / 2 - least / 2) : 0.5;
    }
};

/// Draws the points between two gaps.
void drawRun(QPainter& painter, QPolygonF& run)
{
    if (run.size() == 1) {
        painter.setBrush(painter.pen().color());
        painter.drawEllipse(run.front(), dotRadius - lineWidth / 2, dotRadius - lineWidth / 2);
        painter.setBrush(Qt::NoBrush);
    } else if (run.size() > 1) {
        painter.drawPolyline(run);
    }
    run.clear();
}

} // namespace

void paintMiniHistogram(
    QPainter& painter, const QRect& rect, std::span<const double> heights, const Theme& theme, const QColor& color)
{
    const QRectF whole(rect);
    if (heights.empty() || whole.isEmpty())
        return;
    const QColor bar = color.isValid() ? color : theme.bar;
    const qreal room = whole.height() - baseline;
    const qreal width = whole.width() / static_cast<qreal>(heights.size());
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (!(heights[i] > 0))
            continue;
        const qreal height = std::max(std::min(heights[i], 1.0) * room, 1.0);
        const qreal left = whole.left() + width * static_cast<qreal>(i);
        painter.fillRect(
            QRectF(QPointF(left, whole.bottom() - baseline - height), QPointF(left + width, whole.bottom() - baseline)),
            bar);
    }
    painter.fillRect(QRectF(whole.left(), whole.bottom() - baseline, whole.width(), baseline),
        color.isValid() ? color : theme.border);
}

void paintSparkline(
    QPainter& painter, const QRect& rect, std::span<const double> values, const Theme& theme, const QColor& color)
{
    LineRange range;
    for (const double value : values) {
        if (std::isfinite(value))
            range.add(value);
    }
    const QRectF inside = QRectF(rect).adjusted(dotRadius, dotRadius, -dotRadius, -dotRadius);
    if (!(range.least <= range.greatest) || inside.isEmpty())
        return;
    range.add(0); // so that heights are proportional
    for (int x = rect.left(); x <= rect.right(); x += dotDistance) // dotted axis, unlike the baseline of bars
        painter.fillRect(x, rect.bottom(), 1, 1, color.isValid() ? color : theme.mutedText);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color.isValid() ? color : theme.bar, lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto heightOf = [&](double value) { return inside.bottom() - range.placeOf(value) * inside.height(); };

    // If there are more values than pixels, a column shows their mean and, faintly behind it, their range.
    const std::size_t columns = std::max<std::size_t>(static_cast<std::size_t>(inside.width()), 1);
    const std::size_t step = std::max<std::size_t>((values.size() + columns - 1) / columns, 1);
    const qreal last = static_cast<qreal>(std::max<std::size_t>((values.size() - 1) / step, 1));
    const qreal half = inside.width() / last / 2;
    QPolygonF run;
    QColor pale = painter.pen().color();
    pale.setAlphaF(paleAlpha);
    for (std::size_t begin = 0; begin < values.size(); begin += step) {
        const auto column = values.subspan(begin, std::min(step, values.size() - begin));
        LineRange drawn;
        double mean = 0;
        std::size_t count = 0;
        for (const double value : column) {
            if (!std::isfinite(value))
                continue;
            drawn.add(value);
            ++count;
            mean += value / double(count) - mean / double(count); // avoids a sum that may overflow
        }
        if (!(drawn.least <= drawn.greatest)) {
            drawRun(painter, run);
            continue;
        }
        const qreal x = values.size() > step ? inside.left() + inside.width() * static_cast<qreal>(begin / step) / last
                                             : inside.center().x();
        run << QPointF(x, heightOf(mean));
        if (drawn.least < drawn.greatest)
            painter.fillRect(
                QRectF(x - half, heightOf(drawn.greatest), 2 * half, heightOf(drawn.least) - heightOf(drawn.greatest)),
                pale);
    }
    drawRun(painter, run);
    painter.restore();
}

} // namespace loupe
