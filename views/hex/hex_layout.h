#pragma once

#include "core/byte_range.h"
#include "core/dtype.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Where the hex view draws what: pure arithmetic in 64 bits, so that 1 TB scrolls like 1 KB. Rows count from the
/// first byte of the range shown, columns are in pixels from the left of an unscrolled view.
class HexLayout {
public:
    struct Metrics {
        int charWidth = 8; ///< of the monospace font
        int rowHeight = 16;
    };
    enum class Column : std::uint8_t { Offset, Hex, Text, Decoded };

    HexLayout() = default;
    /// `dtype`: whose values stand in the last column; nothing: the names of header fields stand there.
    /// `width` in pixels decides how many bytes a row has: 32, 16 or 8 where all columns fit. Where they do not, there
    /// are no values, and 16, 8 or 4 bytes, whatever fits with the text next to them, and at least as many as one
    /// value.
    HexLayout(ByteRange shown, std::optional<DType> dtype, Metrics metrics, int width);

    ByteRange shown() const { return m_shown; }
    int bytesPerRow() const { return m_bytesPerRow; }
    std::uint64_t rows() const;
    /// Precondition: `offset` is not before the range shown.
    std::uint64_t rowOf(std::uint64_t offset) const;
    /// The bytes of a row, shorter for the last one, empty past it; offsets from the first byte of the file.
    ByteRange rowBytes(std::uint64_t row) const;

    int offsetDigits() const { return m_offsetDigits; }
    int columnLeft(Column column) const;
    /// Left edge of byte number `index` of a row in the hex or the text column.
    int byteLeft(Column column, int index) const;
    /// Left edge and width of value number `index` of a row in the last column.
    int valueLeft(int index) const;
    int valueWidth() const { return m_valueChars * m_metrics.charWidth; }
    int valuesPerRow() const;
    int totalWidth() const;
    /// Without the last column.
    int bytesWidth() const { return columnLeft(Column::Text) + m_bytesPerRow * m_metrics.charWidth; }
    int rowHeight() const { return m_metrics.rowHeight; }

    /// The byte of a row that is drawn at `x`, in whichever column; the nearest one between columns.
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
