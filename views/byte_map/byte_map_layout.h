#pragma once

#include "core/byte_range.h"

#include <cstdint>

namespace loupe {

/// Maps bytes to pixel columns of a strip; pure arithmetic, exact in 64 bits. All strips of a map share one layout, so
/// that shards are drawn to the same scale.
class ByteMapLayout {
public:
    ByteMapLayout() = default;
    /// `total`: bytes of the longest strip. `width`: pixels.
    ByteMapLayout(std::uint64_t total, int width);

    /// The bytes in view; never empty, never past max(total, 1).
    ByteRange view() const { return m_view; }
    std::uint64_t total() const { return m_total; }
    int width() const { return m_width; }
    bool isZoomed() const { return m_view.size() < m_total; }
    double zoom() const { return double(m_total) / double(m_view.size()); }

    /// The first byte of column `x`. Precondition: 0 <= x <= width(); width() gives view().end.
    std::uint64_t offsetAt(int x) const;
    /// The bytes of a column; the byte at its left edge if a byte is wider than a column.
    ByteRange bytesAt(int x) const;
    /// The column where the byte starts; 0 before the view, width() after it.
    int columnOf(std::uint64_t offset) const;

    void setWidth(int width);
    /// Shows `factor` times as many bytes. The byte at column `x` stays in place, as far as the ends allow.
    void zoomAround(int x, double factor);
    /// Moves the contents by this many columns to the right.
    void pan(int columns);
    void reset();
    /// Moves the view, without zooming, so that it contains the beginning of the range.
    void reveal(ByteRange range);

    /// The smallest number of bytes in view.
    static constexpr std::uint64_t smallestView = 64;

private:
    void setView(std::uint64_t begin, std::uint64_t size);

    std::uint64_t m_total = 1;
    int m_width = 1;
    ByteRange m_view{0, 1};
};

} // namespace loupe
