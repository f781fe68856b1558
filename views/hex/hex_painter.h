#pragma once

#include "views/colors/theme.h"
#include "views/hex/hex_rows.h"

#include <QPalette>

class QPainter;

namespace loupe {

class HexArea;

/// Draws the hex view's rows.
class HexPainter {
public:
    /// `area` provides the selection and the cursor.
    HexPainter(QPainter& painter, HexRows rows, const HexArea& area);

    /// `top`: pixels from the painter's origin.
    void paint(std::uint64_t row, int top) const;

private:
    void paintByte(std::uint64_t offset, int index, int top) const;
    void paintValues(std::uint64_t row, int top) const;
    void paintText(int left, int width, int top, const QColor& color, const QString& text,
        Qt::Alignment alignment = Qt::AlignLeft) const;

    QPainter& m_painter;
    HexRows m_rows;
    const Theme& m_theme;
    QPalette m_palette;
    ByteRange m_selection;
    std::uint64_t m_cursor;
    int m_right; ///< right edge of the viewport, in the painter's coordinates
    int m_charWidth;
};

} // namespace loupe
