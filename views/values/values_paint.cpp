#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/difference_tint.h"
#include "views/colors/theme.h"
#include "views/colors/value_text_color.h"
#include "views/values/values_area.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace loupe {

namespace {

bool contains(const SliceWindow& window, Slice::Cell cell)
{
    return cell.row - window.firstRow < window.rows && cell.column - window.firstColumn < window.columns;
}

/// A difference that involves a null.
constexpr Scalar scalarWithoutSize{.kind = Scalar::Kind::Float, .real = std::numeric_limits<double>::quiet_NaN()};

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
    const QRect rect = m_layout.rect(cell, m_top);
    const auto value = difference();
    const bool differs = value && m_pages[*value] && m_pages[*value]->isDiffering(cell);
    const bool isSelected = contains(selection(), cell);
    if (isSelected)
        painter.fillRect(
            rect, palette().brush(hasFocus() ? QPalette::Active : QPalette::Inactive, QPalette::Highlight));
    // A single selected cell has only a frame, so that the color of its difference stays visible.
    if (differs && (!isSelected || (selection().rows == 1 && selection().columns == 1)))
        painter.fillRect(differenceRect(rect).adjusted(0, 0, -1, -1), tint(cell));
    if (differs)
        paintCorner(painter, differenceRect(rect).topLeft());
    for (std::size_t place = 0; place < m_shown.size(); ++place)
        paintValue(painter, m_layout.valueRect(rect, place), cell, m_shown[place]);
    if (m_layout.hasNames()) {
        painter.setPen(Theme::of(palette()).grid);
        painter.drawLine(rect.topRight(), rect.bottomRight());
    }
    if (cell == m_cursor) {
        painter.setPen(Theme::of(palette()).accent);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
}

void ValuesArea::paintValue(QPainter& painter, const QRect& rect, Slice::Cell cell, std::size_t value) const
{
    const Theme& theme = Theme::of(palette());
    const ValuePage* const page = m_pages[value].get();
    const bool isKnown = page && page->has(cell) && !page->isNull(cell);
    const Scalar number = isKnown ? page->form.value(*page->bits(cell)) : Scalar();
    const bool isQuiet = isKnown && !page->differing.empty() && !page->isDiffering(cell) && !isNonfinite(number);
    QColor color = isKnown && !isQuiet ? valueColor(theme, number) : theme.mutedText;
    QFont valueFont = font();
    if (contains(selection(), cell)) {
        const auto group = hasFocus() ? QPalette::Active : QPalette::Inactive;
        const bool standsOut = isKnown && isNonfinite(number);
        color = standsOut ? selectedColor(palette(), group, color) : selectedText(palette(), group);
        valueFont.setBold(standsOut);
    }
    painter.setFont(valueFont);
    painter.setPen(color);
    const int character = painter.fontMetrics().horizontalAdvance(u'0');
    const QString shown = text(cell, value);
    int right = m_layout.gapAfter();
    if (m_notation == Notation::Decimal && page && page->has(cell) && !page->places.empty())
        right += character * (page->places[cell.column - page->window.firstColumn].after - decimalPlace(shown).after);
    painter.drawText(
        rect.adjusted(0, 0, -right, 0), int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
}

QRect ValuesArea::differenceRect(const QRect& cell) const
{
    const auto place = std::ranges::find(m_shown, *difference());
    if (place == m_shown.begin() || place == m_shown.end())
        return cell;
    // Half of the gap to its left is for the corner mark.
    const QRect value = m_layout.valueRect(cell, std::size_t(place - m_shown.begin()));
    return value.adjusted(-QFontMetrics(font()).horizontalAdvance(u'0'), 0, 0, 0);
}

QColor ValuesArea::tint(Slice::Cell cell) const
{
    const ValuePage& page = *m_pages[*difference()];
    return differenceTint(Theme::of(palette()),
        page.isNull(cell) ? scalarWithoutSize : page.form.value(*page.bits(cell)),
        std::max(m_largest.value_or(0), m_largestOnPage));
}

void ValuesArea::paintCorner(QPainter& painter, QPoint corner) const
{
    constexpr int length = 6;
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::of(palette()).warning);
    painter.drawPolygon(QPolygon({corner, corner + QPoint(length, 0), corner + QPoint(0, length)}));
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
    const auto number = [&](const QRect& rect, std::uint64_t place, bool current, Qt::Alignment alignment) {
        painter.setPen(current ? theme.text : theme.mutedText);
        painter.drawText(rect.adjusted(0, 0, -gap, 0), int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
            toQString(formatCount(place)));
    };
    for (std::uint64_t column = seen.firstColumn; column < seen.firstColumn + seen.columns; ++column) {
        QRect rect = m_layout.rect({m_top.row, column}, m_top);
        rect.moveTop(0);
        rect.setHeight(m_layout.hasNames() ? m_layout.rowHeight() : m_layout.headerHeight());
        number(rect, column, column == m_cursor.column, m_layout.hasNames() ? Qt::AlignHCenter : Qt::AlignRight);
        if (m_layout.hasNames())
            paintNames(painter, rect.translated(0, m_layout.rowHeight()));
    }
    for (std::uint64_t row = seen.firstRow; row < seen.firstRow + seen.rows; ++row) {
        QRect rect = m_layout.rect({row, m_top.column}, m_top);
        if (rect.top() >= viewport()->height())
            break;
        rect.setLeft(0);
        rect.setWidth(m_layout.headerWidth());
        number(rect, row * m_rowUnit, row == m_cursor.row, Qt::AlignRight);
    }
    painter.fillRect(QRect(0, 0, left.width() - 1, top.height() - 1), theme.background);
}

void ValuesArea::paintNames(QPainter& painter, const QRect& cell) const
{
    const Theme& theme = Theme::of(palette());
    painter.setPen(theme.mutedText);
    for (std::size_t place = 0; place < m_shown.size(); ++place) {
        painter.drawText(m_layout.valueRect(cell, place).adjusted(0, 0, -m_layout.gapAfter(), 0),
            int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine, m_values[m_shown[place]].name);
    }
    painter.setPen(theme.grid);
    painter.drawLine(cell.right(), cell.top() - m_layout.rowHeight(), cell.right(), cell.bottom());
}

} // namespace loupe
