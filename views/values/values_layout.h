#pragma once

#include "analysis/slices/slice_reader.h"
#include "items/values/value_text.h"

#include <QPoint>
#include <QRect>
#include <QSize>

#include <optional>
#include <vector>

namespace loupe {

/// Where the table of values draws what: pure arithmetic in 64 bits, so that 10^9 rows scroll like ten. Scrolled by
/// whole rows and columns; all columns are equally wide.
class ValuesLayout {
public:
    struct Metrics {
        int charWidth = 8; ///< of the monospace font
        int rowHeight = 16;
    };

    ValuesLayout() = default;
    /// `rowUnit`: what the numbers of rows count, in rows. `valueChars`: for each of the values in a cell, of the
    /// longest one.
    ValuesLayout(
        std::uint64_t rows, std::uint64_t columns, std::uint64_t rowUnit, std::vector<int> valueChars, Metrics metrics);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    bool empty() const { return m_rows == 0 || m_columns == 0; }
    int rowHeight() const { return m_metrics.rowHeight; }
    /// Where a cell has several values, a second line names them.
    bool hasNames() const { return m_valueChars.size() > 1; }
    int headerHeight() const { return (hasNames() ? 2 : 1) * m_metrics.rowHeight + 4; }
    int headerWidth() const;
    int columnWidth() const;
    /// Between a value and the right edge of its rectangle: a corner that marks the next one is not near it.
    int gapAfter() const;

    /// Whole rows and columns that fit in a viewport, at least 1.
    std::uint64_t rowsIn(QSize viewport) const;
    std::uint64_t columnsIn(QSize viewport) const;
    /// The cell at a position, clamped into the table. Precondition: not empty.
    Slice::Cell cellAt(QPoint position, Slice::Cell top) const;
    /// The cell that is drawn at a position; nothing in the headers and next to the table. Precondition: not empty.
    std::optional<Slice::Cell> cellUnder(QPoint position, Slice::Cell top) const;
    /// Where a cell is drawn; `top` is the first visible one.
    QRect rect(Slice::Cell cell, Slice::Cell top) const;
    /// The part of a cell's rectangle that one of its values has, with the gap to its right.
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
