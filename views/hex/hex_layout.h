#pragma once

#include "core/byte_range.h"
#include "core/dtype.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// The geometry of the hex view; pure 64-bit arithmetic, so that 1 TB scrolls like 1 KB. Rows count from the first byte
/// of the range shown. Columns are in pixels from the left edge of an unscrolled view.
class HexLayout {
public:
    struct Metrics {
        int charWidth = 8; ///< of the monospace font
        int rowHeight = 16;
    };
    enum class Column : std::uint8_t { Offset, Hex, Text, Decoded };

    HexLayout() = default;
    /// `dtype`: the last column shows values of this dtype; empty: it shows the names of header fields. `width` in
    /// pixels determines the bytes per row: 32, 16 or 8 if all columns fit. Otherwise the values are left out, and a
    /// row has 16, 8 or 4 bytes, as many as fit with their text, but at least one value.
    HexLayout(ByteRange shown, std::optional<DType> dtype, Metrics metrics, int width);

    ByteRange shown() const { return m_shown; }
    int bytesPerRow() const { return m_bytesPerRow; }
    std::uint64_t rows() const;
    /// Precondition: `offset` is not before the beginning of the range shown.
    std::uint64_t rowOf(std::uint64_t offset) const;
    /// The bytes of a row, shorter for the last one, empty past it; offsets from the first byte of the file.
    ByteRange rowBytes(std::uint64_t row) const;

    int offsetDigits() const { return m_offsetDigits; }
    int columnLeft(Column column) const;
    /// The left edge of byte number `index` of a row, in the hex or the text column.
    int byteLeft(Column column, int index) const;
    /// The left edge and the width of value number `index` of a row in the last column.
    int valueLeft(int index) const;
    int valueWidth() const { return m_valueChars * m_metrics.charWidth; }
    int valuesPerRow() const;
    int totalWidth() const;
    /// The width without the last column.
    int bytesWidth() const { return columnLeft(Column::Text) + m_bytesPerRow * m_metrics.charWidth; }
    int rowHeight() const { return m_metrics.rowHeight; }

    /// The byte of a row at `x`, in any column; the nearest one between columns.
    int byteAt(int x) const;

private:
    ByteRange m_shown;
    std::optional<DType> m_dtype;
    Metrics m_metrics;
    int m_bytesPerRow = 16;
    int m_offsetDigits = 8;
    int m_valueChars = 0;
};

/// Maps rows onto the positions of a scroll bar, which are ints. One to one while they fit, else in proportion.
class RowScale {
public:
    static constexpr int limit = 1 << 30;

    RowScale() = default;
    /// `lastTop`: the greatest row that may be the first visible one.
    explicit RowScale(std::uint64_t lastTop)
        : m_lastTop(lastTop)
    {
    }
    int maximum() const { return m_lastTop < std::uint64_t(limit) ? int(m_lastTop) : limit; }
    int position(std::uint64_t row) const;
    std::uint64_t row(int position) const;

private:
    std::uint64_t m_lastTop = 0;
};

} // namespace loupe
