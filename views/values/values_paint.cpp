#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"
#include "views/colors/value_text_color.h"
#include "views/values/values_area.h"

#include <QApplication>
#include <QPainter>

namespace loupe {

namespace {

bool contains(const SliceWindow& window, Slice::Cell cell)
{
    return cell.row - window.firstRow < window.rows && cell.column - window.firstColumn < window.columns;
}

} // namespace

void ValuesArea::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    if (m_slice.empty()) {
        painter.setPen(Theme::of(palette()).mutedText);
        painter.setFont(QApplication::font());
        painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, m_message);
        return;
    }
    const SliceWindow seen = visible();
    for (std::uint64_t row = seen.firstRow; row < seen.firstRow + seen.rows; ++row)
        for (std::uint64_t column = seen.firstColumn; column < seen.firstColumn + seen.columns; ++column)
            paintCell(painter, {row, column});
    painter.setFont(font());
    paintHeaders(painter);
}

void ValuesArea::paintCell(QPainter& painter, Slice::Cell cell) const
{
    if (!m_slice.element(cell))
        return;
    const Theme& theme = Theme::of(palette());
    const QRect rect = m_layout.rect(cell, m_top);
    const auto bits = m_page ? m_page->bits(cell) : std::nullopt;
    const bool isNull = m_page && m_page->isNull(cell);
    const Scalar value = bits && !isNull ? m_form.value(*bits) : Scalar();
    QColor color = bits && !isNull ? valueColor(theme, value) : theme.mutedText;
    const bool differs = m_page && m_page->isDiffering(cell);
    if (bits && !differs && !m_page->differing.empty() && !isNonfinite(value))
        color = theme.mutedText;
    QFont valueFont = font();
    if (contains(selection(), cell)) {
        const QPalette::ColorGroup group = hasFocus() ? QPalette::Active : QPalette::Inactive;
        painter.fillRect(rect, palette().brush(group, QPalette::Highlight));
        color = selectedText(palette(), group);
        valueFont.setBold(isNonfinite(value));
    }
    if (differs)
        paintDifference(painter, rect);
    painter.setFont(valueFont);
    if (cell == m_cursor) {
        painter.setPen(theme.accent);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
    const int gap = painter.fontMetrics().horizontalAdvance(u'0');
    painter.setPen(color);
    painter.drawText(
        rect.adjusted(0, 0, -gap, 0), int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine, text(cell));
}

void ValuesArea::paintDifference(QPainter& painter, const QRect& rect) const
{
    constexpr int corner = 6;
    QColor tint = Theme::of(palette()).warning;
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(tint);
    painter.drawPolygon(
        QPolygon({rect.topLeft(), rect.topLeft() + QPoint(corner, 0), rect.topLeft() + QPoint(0, corner)}));
    tint.setAlpha(34);
    painter.fillRect(rect.adjusted(0, 0, -1, -1), tint);
    painter.restore();
}

void ValuesArea::paintHeaders(QPainter& painter) const
{
    const Theme& theme = Theme::of(palette());
    const SliceWindow seen = visible();
    const int gap = painter.fontMetrics().horizontalAdvance(u'0');
    const QRect top(0, 0, viewport()->width(), m_layout.headerHeight());
    const QRect left(0, 0, m_layout.headerWidth(), viewport()->height());
    painter.fillRect(top, theme.background);
    painter.fillRect(left, theme.background);
    painter.setPen(theme.grid);
    painter.drawLine(top.bottomLeft(), top.bottomRight());
    painter.drawLine(left.topRight(), left.bottomRight());
    const auto number = [&](const QRect& rect, std::uint64_t place, bool current) {
        painter.setPen(current ? theme.text : theme.mutedText);
        painter.drawText(rect.adjusted(0, 0, -gap, 0), int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine,
            toQString(formatCount(place)));
    };
    for (std::uint64_t column = seen.firstColumn; column < seen.firstColumn + seen.columns; ++column) {
        QRect rect = m_layout.rect({m_top.row, column}, m_top);
        rect.moveTop(0);
        rect.setHeight(m_layout.headerHeight());
        number(rect, column, column == m_cursor.column);
    }
    for (std::uint64_t row = seen.firstRow; row < seen.firstRow + seen.rows; ++row) {
        QRect rect = m_layout.rect({row, m_top.column}, m_top);
        if (rect.top() >= viewport()->height())
            break;
        rect.setLeft(0);
        rect.setWidth(m_layout.headerWidth());
        number(rect, row * m_rowUnit, row == m_cursor.row);
    }
    painter.fillRect(QRect(0, 0, left.width() - 1, top.height() - 1), theme.background);
}

} // namespace loupe
