#include "views/hex/hex_painter.h"

#include "views/colors/value_text_color.h"
#include "views/hex/hex_area.h"

#include <QPainter>
#include <QScrollBar>

namespace loupe {

namespace {

using PaintedColumn = HexLayout::Column;

QColor withAlpha(QColor color, double alpha)
{
    color.setAlphaF(float(alpha));
    return color;
}

} // namespace

HexPainter::HexPainter(QPainter& painter, HexRows rows, const HexArea& area)
    : m_painter(painter)
    , m_rows(rows)
    , m_theme(Theme::of(area.palette()))
    , m_palette(area.palette())
    , m_selection(area.selection())
    , m_cursor(area.cursor())
    , m_right(area.viewport()->width() + area.horizontalScrollBar()->value())
    , m_charWidth(QFontMetrics(area.font()).horizontalAdvance(u'0'))
{
    if (!area.hasFocus())
        m_palette.setCurrentColorGroup(QPalette::Inactive);
}

void HexPainter::paintText(
    int left, int width, int top, const QColor& color, const QString& text, Qt::Alignment alignment) const
{
    m_painter.setPen(color);
    m_painter.drawText(QRect(left, top, width, m_rows.layout().rowHeight()),
        int(alignment) | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
}

void HexPainter::paint(std::uint64_t row, int top) const
{
    const HexLayout& layout = m_rows.layout();
    const int left = layout.columnLeft(PaintedColumn::Offset);
    paintText(left, layout.offsetDigits() * m_charWidth, top, m_theme.mutedText, m_rows.offset(row));
    const ByteRange bytes = layout.rowBytes(row);
    for (int index = 0; index < int(bytes.size()); ++index)
        paintByte(bytes.begin + std::uint64_t(index), index, top);
    if (m_rows.values() > 0) {
        paintValues(row, top);
        return;
    }
    const int fieldsLeft = layout.columnLeft(PaintedColumn::Decoded);
    const int room = std::max(layout.totalWidth(), m_right) - fieldsLeft - m_charWidth;
    const QString fields = m_painter.fontMetrics().elidedText(m_rows.fields(row), Qt::ElideRight, room);
    paintText(fieldsLeft, room, top, m_theme.text, fields);
}

void HexPainter::paintByte(std::uint64_t offset, int index, int top) const
{
    const HexLayout& layout = m_rows.layout();
    const int hexLeft = layout.byteLeft(PaintedColumn::Hex, index);
    const int textLeft = layout.byteLeft(PaintedColumn::Text, index);
    const QRect hexCell(hexLeft - m_charWidth / 2, top, 3 * m_charWidth, layout.rowHeight());
    const QRect textCell(textLeft, top, m_charWidth, layout.rowHeight());
    const auto byte = m_rows.byte(offset);
    // Zeros and non-text bytes are muted, so that the interesting ones stand out.
    QColor hexColor = byte && *byte != std::byte{0} ? m_theme.text : m_theme.mutedText;
    const QChar character = HexRows::character(byte);
    QColor textColor = character == QChar(u'·') ? m_theme.mutedText : m_theme.text;
    if (m_selection.contains(offset)) {
        m_painter.fillRect(hexCell, m_palette.highlight());
        m_painter.fillRect(textCell, m_palette.highlight());
        hexColor = textColor = selectedText(m_palette, m_palette.currentColorGroup());
    } else if (const HeaderField* const field = m_rows.fieldAt(offset)) {
        const QColor tint = withAlpha(m_rows.isOdd(*field) ? m_theme.lengthField : m_theme.header, 0.18);
        m_painter.fillRect(hexCell, tint);
        m_painter.fillRect(textCell, tint);
    }
    if (offset == m_cursor) {
        m_painter.setPen(m_theme.accent);
        m_painter.drawRect(hexCell.adjusted(0, 0, -1, -1));
    }
    paintText(hexLeft, 2 * m_charWidth, top, hexColor, HexRows::hex(byte));
    paintText(textLeft, m_charWidth, top, textColor, character);
}

void HexPainter::paintValues(std::uint64_t row, int top) const
{
    const HexLayout& layout = m_rows.layout();
    const ByteRange bytes = layout.rowBytes(row);
    const auto perRow = std::uint64_t(layout.bytesPerRow());
    const auto count = std::uint64_t(m_rows.values());
    for (int number = 0; number < m_rows.values(); ++number) {
        const Scalar value = m_rows.value(row, number);
        const std::uint64_t begin = bytes.begin + std::uint64_t(number) * perRow / count;
        const ByteRange place{begin, begin + std::max<std::uint64_t>(perRow / count, 1)};
        const QRect cell(layout.valueLeft(number), top, layout.valueWidth(), layout.rowHeight());
        QFont font = m_painter.font();
        QColor color = valueColor(m_theme, value);
        if (place.contains(m_cursor)) {
            m_painter.fillRect(cell.adjusted(-m_charWidth / 2, 0, m_charWidth / 2, 0), withAlpha(m_theme.accent, 0.18));
            color = m_theme.text;
            font.setBold(isNonfinite(value));
        }
        m_painter.save();
        m_painter.setFont(font);
        paintText(cell.left(), cell.width(), top, color, HexRows::valueText(value), Qt::AlignRight);
        m_painter.restore();
    }
}

} // namespace loupe
