#include "views/layers/layers_mark.h"

#include "views/colors/theme.h"
#include "views/kit/pair_mark.h"

#include <QPainter>

#include <algorithm>

namespace loupe {

namespace {

QRect filled(const QRect& rect)
{
    return rect.adjusted(0, 0, -1, -1);
}

/// A dot in the center of a cell. Its size is odd, so that it is exactly centered.
QRect dot(const QRect& rect)
{
    const QRect cell = filled(rect);
    const int size = std::max(3, std::min(cell.width(), cell.height()) / 6 * 2 + 1);
    return {cell.left() + (cell.width() - size) / 2, cell.top() + (cell.height() - size) / 2, size, size};
}

} // namespace

void paintChangedMark(QPainter& painter, const QRect& rect, const QColor& color)
{
    painter.fillRect(filled(rect), color);
}

void paintIdenticalMark(QPainter& painter, const QRect& rect, const Theme& theme)
{
    painter.fillRect(dot(rect), theme.border);
}

void paintNoFigureMark(QPainter& painter, const QRect& rect, const Theme& theme)
{
    const QRect cell = filled(rect);
    const int width = std::max(3, cell.width() / 3);
    painter.fillRect(cell.left() + (cell.width() - width) / 2, cell.center().y(), width, 1, theme.mutedText);
}

void paintWaitingMark(QPainter& painter, const QRect& rect, const Theme& theme)
{
    painter.setPen(theme.grid);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(filled(rect).adjusted(0, 0, -1, -1));
}

void paintSignMark(QPainter& painter, const QRect& rect, PairStatus status, const Theme& theme, const QColor& color)
{
    constexpr qreal signSize = 11;
    const QRect cell = filled(rect);
    QColor ground = colorOf(status, theme);
    ground.setAlpha(40);
    painter.fillRect(cell, color.isValid() ? color : ground);
    painter.save();
    painter.translate(QRectF(cell).center());
    const qreal scale = std::min(1.0, (cell.width() - 1) / signSize);
    painter.scale(scale, scale);
    paintPairMark(painter, QRect(-8, -8, 16, 16), status, theme, color.isValid() ? readableOn(color) : QColor());
    painter.restore();
}

void paintNonfiniteMark(QPainter& painter, const QRect& rect, const Theme& theme)
{
    const QRect cell = filled(rect);
    painter.fillRect(cell, theme.nanFill);
    const int left = cell.left() + (cell.width() - 1) / 2 - (cell.width() > 8 ? 1 : 0);
    const int width = cell.width() > 8 ? 3 : 1;
    const QColor color = readableOn(theme.nanFill);
    painter.fillRect(left, cell.center().y() - 5, width, 7, color);
    painter.fillRect(left, cell.center().y() + 4, width, 2, color);
}

void paintUnreadableMark(QPainter& painter, const QRect& rect, const QColor& color)
{
    constexpr int largest = 8;
    const QRect cell = filled(rect);
    QRectF cross(0, 0, 1, 1);
    cross.setSize(QSizeF(1, 1) * std::min({cell.width() - 2, cell.height() - 2, largest}));
    cross.moveCenter(QRectF(cell).center());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(cross.topLeft(), cross.bottomRight());
    painter.drawLine(cross.topRight(), cross.bottomLeft());
    painter.restore();
}

void paintDTypeMark(QPainter& painter, const QRect& rect, const QColor& color)
{
    const QRectF cell = filled(rect);
    const qreal size = std::min(6.0, cell.width() / 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(
        QPolygonF{cell.topRight() - QPointF(size, 0), cell.topRight(), cell.topRight() + QPointF(0, size)});
    painter.restore();
}

} // namespace loupe
