#include "views/kit/pair_mark.h"

#include "views/colors/theme.h"

#include <QPainter>

namespace loupe {

namespace {

constexpr qreal reach = 4.5; // pixels from the middle
constexpr qreal stroke = 2;

void drawBars(QPainter& painter, QPointF middle)
{
    for (const qreal y : {-2.0, 2.0})
        painter.drawLine(middle + QPointF(-reach, y), middle + QPointF(reach, y));
}

} // namespace

QColor colorOf(PairStatus status, const Theme& theme)
{
    switch (status) {
    case PairStatus::Identical:
        return theme.mutedText;
    case PairStatus::Changed:
    case PairStatus::ShapeChanged:
        return theme.warning;
    case PairStatus::OnlyA:
        return theme.info;
    case PairStatus::OnlyB:
        return theme.success;
    case PairStatus::NotCompared:
        return theme.error;
    }
    return theme.text;
}

void paintPairMark(QPainter& painter, const QRect& rect, PairStatus status, const Theme& theme, const QColor& color)
{
    const QPointF middle = QRectF(rect).center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color.isValid() ? color : colorOf(status, theme), stroke, Qt::SolidLine, Qt::FlatCap));
    switch (status) {
    case PairStatus::Identical:
        drawBars(painter, middle);
        break;
    case PairStatus::Changed:
        drawBars(painter, middle);
        painter.drawLine(middle + QPointF(-2.5, reach), middle + QPointF(2.5, -reach));
        break;
    case PairStatus::OnlyB:
        painter.drawLine(middle + QPointF(0, -reach), middle + QPointF(0, reach));
        [[fallthrough]];
    case PairStatus::OnlyA:
        painter.drawLine(middle + QPointF(-reach, 0), middle + QPointF(reach, 0));
        break;
    case PairStatus::ShapeChanged:
        painter.drawRect(QRectF(middle + QPointF(-reach, -0.5), middle + QPointF(0.5, reach)));
        painter.drawPolyline(QPolygonF({middle + QPointF(-reach, -reach + 0.5), middle + QPointF(reach, -reach + 0.5),
            middle + QPointF(reach, reach)}));
        break;
    case PairStatus::NotCompared:
        painter.drawLine(middle + QPointF(-3.5, -3.5), middle + QPointF(3.5, 3.5));
        painter.drawLine(middle + QPointF(-3.5, 3.5), middle + QPointF(3.5, -3.5));
        break;
    }
    painter.restore();
}

void paintRenamedMark(QPainter& painter, const QRect& rect, const QColor& color)
{
    const QPointF middle = QRectF(rect).center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5));
    for (const qreal side : {-1.0, 1.0}) {
        const QPointF tip = middle + QPointF(-side * reach, side * 2.5);
        painter.drawLine(middle + QPointF(side * reach, side * 2.5), tip);
        painter.drawLine(tip, tip + QPointF(side * 2.5, -2));
        painter.drawLine(tip, tip + QPointF(side * 2.5, 2));
    }
    painter.restore();
}

} // namespace loupe
