#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"
#include "views/colors/theme.h"
#include "views/heat_map/heat_map_canvas.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <span>

namespace loupe {

namespace {

constexpr int heatMapSpace = 8;
constexpr int tickLength = 4;
constexpr double labelDistance = 64; // minimum pixels between numbers

QString label(std::uint64_t number)
{
    return toQString(formatCount(number));
}

QString shortText(double value)
{
    constexpr int digits = 4;
    // QString omits the sign of -0, which is a different bit pattern.
    return shownNumber(value == 0 && std::signbit(value) ? QStringLiteral("-0") : QString::number(value, 'g', digits));
}

} // namespace

QRectF HeatMapCanvas::plot() const
{
    const QFontMetrics metrics(font());
    const std::uint64_t lastRow = m_layout.rows() > 0 ? (m_layout.rows() - 1) * m_rowUnit : 0;
    const int left = metrics.horizontalAdvance(label(lastRow)) + 2 * heatMapSpace;
    const int top = metrics.height() + tickLength + heatMapSpace;
    return QRectF(rect()).adjusted(left, top, -heatMapSpace, -heatMapSpace);
}

void HeatMapCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_layout.rows() == 0 || m_layout.columns() == 0) {
        painter.setPen(Theme::of(palette()).mutedText);
        painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, m_message);
        return;
    }
    paintRulers(painter);
    const QRectF area = plot();
    painter.translate(area.topLeft());
    painter.setClipRect(QRectF(QPointF(), area.size()));
    // The area that the picture will cover.
    painter.fillRect(m_layout.toRect({0, 0, m_layout.rows(), m_layout.columns()}), Theme::of(palette()).placeholder);
    for (const ColoredCells& layer : m_layers)
        layer.paint(painter, m_colors, m_layout);
    paintValues(painter);
    paintCurrent(painter);
}

void HeatMapCanvas::paintRulers(QPainter& painter) const
{
    const Theme& theme = Theme::of(palette());
    const QFontMetrics metrics(font());
    const QRectF area = plot();
    const SliceWindow visible = m_layout.visible();
    const auto along = [](std::uint64_t first, std::uint64_t length, std::uint64_t unit, double scale, double distance,
                           auto&& draw) {
        for (const RulerMark& mark : rulerMarks(first, length, unit, scale, distance))
            draw(mark.number, mark.at);
    };
    const std::uint64_t lastColumn = visible.firstColumn + visible.columns;
    const double columnDistance =
        std::max(labelDistance, metrics.horizontalAdvance(label(lastColumn)) + 2.0 * heatMapSpace);
    along(visible.firstColumn, visible.columns, 1, m_layout.scaleX(),
        m_layout.scaleX() > metrics.horizontalAdvance(label(lastColumn)) + heatMapSpace ? 1 : columnDistance,
        [&](std::uint64_t number, double at) {
            const double x = area.left() + m_layout.toPosition(at, 0).x();
            if (x < area.left() || x > area.right())
                return;
            painter.setPen(theme.border);
            painter.drawLine(QPointF(x, area.top() - tickLength), QPointF(x, area.top() - 1));
            painter.setPen(theme.mutedText);
            const QString text = label(number);
            const double width = metrics.horizontalAdvance(text);
            const double left = std::clamp(x - width / 2, 0.0, std::max(0.0, this->width() - width));
            painter.drawText(QPointF(left, area.top() - tickLength - metrics.descent() - 1), text);
        });
    along(visible.firstRow, visible.rows, m_rowUnit, m_layout.scaleY(), 2.0 * metrics.height(),
        [&](std::uint64_t number, double at) {
            const double y = area.top() + m_layout.toPosition(0, at).y();
            if (y < area.top() || y > area.bottom())
                return;
            painter.setPen(theme.border);
            painter.drawLine(QPointF(area.left() - tickLength, y), QPointF(area.left() - 1, y));
            painter.setPen(theme.mutedText);
            painter.drawText(
                QRectF(0, y - metrics.height() / 2.0, area.left() - tickLength - heatMapSpace / 2, metrics.height()),
                int(Qt::AlignRight | Qt::AlignVCenter), label(number));
        });
}

void HeatMapCanvas::paintValues(QPainter& painter) const
{
    const QFontMetrics metrics(font());
    const double wide = metrics.horizontalAdvance(QStringLiteral("−0.1234"));
    if (m_layout.scaleX() < wide + 4 || m_layout.scaleY() < metrics.height() || m_layers.empty())
        return;
    const Grid& grid = *m_layers.back().grid();
    if (grid.shape.rowStep != 1 || grid.shape.columnStep != 1)
        return;
    for (std::uint64_t row = 0; row < grid.shape.rows(); ++row) {
        for (std::uint64_t column = 0; column < grid.shape.columns(); ++column) {
            const GridCell& cell = grid.at(row, column);
            if (cell.elements() == 0)
                continue;
            QString text = tr("NaN");
            if (cell.finite > 0)
                text = shortText(grid.number(cell.least));
            else if (cell.infinite() > 0)
                text = cell.positiveInf > 0 ? tr("+Inf") : tr("−Inf");
            QRgb color = 0;
            m_colors.color(grid.numbers, std::span(&cell, 1), row, column, &color);
            painter.setPen(readableOn(QColor(color)));
            painter.drawText(m_layout.toRect(grid.shape.cell(row, column)), Qt::AlignCenter, text);
        }
    }
}

void HeatMapCanvas::paintCurrent(QPainter& painter) const
{
    if (!m_current)
        return;
    const GridShape shape = wanted();
    const SliceWindow cell{m_current->row / shape.rowStep * shape.rowStep,
        m_current->column / shape.columnStep * shape.columnStep, shape.rowStep, shape.columnStep};
    constexpr double least = 5; // minimum visible size of a frame in pixels
    QRectF frame = m_layout.toRect(cell);
    const double growX = std::max(0.0, (least - frame.width()) / 2);
    const double growY = std::max(0.0, (least - frame.height()) / 2);
    frame.adjust(-growX - 0.5, -growY - 0.5, growX, growY);
    painter.setPen(QPen(Theme::of(palette()).surface, 3));
    painter.drawRect(frame);
    painter.setPen(QPen(Theme::of(palette()).text, 1));
    painter.drawRect(frame);
}

} // namespace loupe
