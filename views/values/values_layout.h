#pragma once

#include "analysis/slices/slice_reader.h"
#include "items/values/value_text.h"

#include <QPoint>
#include <QRect>
#include <QSize>

#include <optional>
#include <vector>

namespace loupe {

/// The geometry of the table of values; pure 64-bit arithmetic, so that 10^9 rows scroll like ten. Scrolls by whole
/// rows and columns. All columns have the same width.
class ValuesLayout {
public:
    struct Metrics {
        int charWidth = 8; ///< of the monospace font
        int rowHeight = 16;
    };

    ValuesLayout() = default;
    /// `rowUnit`: elements per unit of the row numbers. `valueChars`: per value in a cell, the length of the longest
    /// text.
    ValuesLayout(
        std::uint64_t rows, std::uint64_t columns, std::uint64_t rowUnit, std::vector<int> valueChars, Metrics metrics);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    bool empty() const { return m_rows == 0 || m_columns == 0; }
    int rowHeight() const { return m_metrics.rowHeight; }
    /// True if cells have several values; a second header line then names them.
    bool hasNames() const { return m_valueChars.size() > 1; }
    int headerHeight() const { return (hasNames() ? 2 : 1) * m_metrics.rowHeight + 4; }
    int headerWidth() const;
    int columnWidth() const;
    /// The gap between a value and the right edge of its rectangle, which keeps the corner mark of the next value away.
    int gapAfter() const;

    /// The number of whole rows and columns that fit into a viewport, at least 1.
    std::uint64_t rowsIn(QSize viewport) const;
    std::uint64_t columnsIn(QSize viewport) const;
    /// The cell at a position, clamped into the table. Precondition: not empty.
    Slice::Cell cellAt(QPoint position, Slice::Cell top) const;
    /// The cell at a position; empty over the headers or outside the table.
    std::optional<Slice::Cell> cellUnder(QPoint position, Slice::Cell top) const;
    /// The rectangle of a cell. `top` is the first visible cell.
    QRect rect(Slice::Cell cell, Slice::Cell top) const;
    /// The part of a cell's rectangle for one of its values, including the gap to its right.
    QRect valueRect(const QRect& cell, std::size_t value) const;

private:
    int valueWidth(std::size_t value) const;

    std::uint64_t m_rows = 0;
    std::uint64_t m_columns = 0;
    int m_headerChars = 1;
    std::vector<int> m_valueChars{1};
    Metrics m_metrics;
};

} // namespace loupe
