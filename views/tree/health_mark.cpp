#include "views/tree/health_mark.h"

#include "views/colors/theme.h"

#include <QPainter>
#include <QPolygonF>

namespace loupe {

namespace {

// Pixels.
constexpr qreal radius = 4.5;
constexpr qreal loopRadius = 2.5; // of one half of ∞

QPolygonF triangle(QPointF middle)
{
    return QPolygonF(
        {middle + QPointF(0, -radius), middle + QPointF(radius, radius - 1), middle + QPointF(-radius, radius - 1)});
}

QPolygonF tippedSquare(QPointF middle)
{
    return QPolygonF({middle + QPointF(0, -radius), middle + QPointF(radius, 0), middle + QPointF(0, radius),
        middle + QPointF(-radius, 0)});
}

} // namespace

void paintHealthMark(
    QPainter& painter, const QRect& rect, HealthRemark remark, const Theme& theme, const QColor& outline)
{
    const QPointF middle = QRectF(rect).center();
    const auto fill = [&](const QPolygonF& shape, const QColor& color, const QColor& edge) {
        painter.setBrush(color);
        painter.setPen(QPen(outline.isValid() ? outline : edge, 1));
        painter.drawPolygon(shape);
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    switch (remark) {
    case HealthRemark::NaN:
        fill(tippedSquare(middle), theme.nanFill, theme.nan);
        break;
    case HealthRemark::Infinite:
        painter.setPen(QPen(outline.isValid() ? outline : theme.infinity, 1.75));
        for (const qreal side : {-1, 1})
            painter.drawEllipse(middle + QPointF(side * loopRadius, 0), loopRadius, loopRadius + 0.25);
        break;
    case HealthRemark::Unread:
        painter.setPen(QPen(outline.isValid() ? outline : theme.error, 2));
        painter.drawLine(middle + QPointF(-3.5, -3.5), middle + QPointF(3.5, 3.5));
        painter.drawLine(middle + QPointF(-3.5, 3.5), middle + QPointF(3.5, -3.5));
        break;
    case HealthRemark::Duplicate:
        break;
    case HealthRemark::Quantization:
    case HealthRemark::Outliers:
    case HealthRemark::AllZero:
    case HealthRemark::Constant:
    case HealthRemark::Subnormal:
        painter.setPen(QPen(outline.isValid() ? outline : theme.warning, 1.5));
        painter.drawPolygon(triangle(middle));
        break;
    }
    painter.restore();
}

} // namespace loupe
