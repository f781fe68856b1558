#pragma once

#include "analysis/slices/slice.h"
#include "core/elements.h"
#include "core/work.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace loupe {

/// Rows [firstRow, firstRow + rows) and columns [firstColumn, firstColumn + columns) of a slice.
struct SliceWindow {
    std::uint64_t firstRow = 0;
    std::uint64_t firstColumn = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;

    bool empty() const { return rows == 0 || columns == 0; }
    bool operator==(const SliceWindow&) const = default;
};

/// The part of `window` that is inside the slice.
SliceWindow intersect(const SliceWindow& window, const Slice& slice);

/// Elements of a slice that are in one run of bytes. "Lines" follow the axis with the smaller stride in memory: rows of
/// the slice, or its columns if `linesAreColumns`.
struct SliceBlock {
    std::span<const std::byte> bytes;
    std::span<const std::byte> bytesB; ///< the second tensor of a pair; otherwise empty
    /// One byte per element of `bytes`: 0 if it is null, for a pair on either side. Empty if none is.
    std::span<const std::byte> present;
    bool linesAreColumns = false;
    std::uint64_t line = 0; ///< index of the first line: a row or column of the slice
    std::uint64_t lines = 0;
    std::uint64_t place = 0; ///< index of the first place in each line
    std::uint64_t places = 0;
    std::uint64_t first = 0; ///< index in `bytes`, and `bytesB`, of the first line's first element
    std::uint64_t lineStride = 0; ///< in elements
    std::uint64_t placeStride = 0;
};

namespace detail {

/// The lines of a window, without a shorter last row of a folded slice.
struct SliceLines {
    SliceLines(const Slice& slice, const SliceWindow& window);
    bool columns = false;
    std::uint64_t line = 0;
    std::uint64_t lines = 0;
    std::uint64_t place = 0;
    std::uint64_t places = 0;
    std::uint64_t lineStride = 0;
    std::uint64_t placeStride = 0;
};

} // namespace detail

/// Calls `visitor(const SliceBlock&)` for blocks that tile the window of one tensor (Elements and a Buffer) or of two
/// (ElementPair and a PairScratch), in memory order. Each block spans about chunkElements() elements at most, which is
/// also the most that is read at once. Checks `work` before each block. Precondition: the window is within the slice,
/// and the slice within the elements. Fails with Stopped and as Elements::visit() does; then discard what the visitor
/// computed.
template <typename Source, typename Scratch, typename Visitor>
Result<> visitSlice(const Source& elements, const Slice& slice, const SliceWindow& window, Scratch& scratch,
    const Work& work, Visitor&& visitor);

// Implementation.

namespace detail {

/// Visits one block of whole lines, or part of one line.
template <typename Source, typename Scratch, typename Visitor>
Result<> visitBlock(const Source& elements, std::uint64_t element, SliceBlock block, Scratch& scratch, const Work& work,
    Visitor& visitor)
{
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    constexpr std::uint64_t wholeBytes = 8; // 8 elements of any sub-byte dtype begin and end at a byte boundary
    const std::uint64_t aligned = element / wholeBytes * wholeBytes;
    block.first = element - aligned;
    const std::uint64_t last = element + (block.lines - 1) * block.lineStride + (block.places - 1) * block.placeStride;
    Buffer present;
    if (elements.hasNulls()) {
        auto read =
            present.resize(last + 1 - aligned).and_then([&] { return elements.readPresent(aligned, present.bytes()); });
        if (!read)
            return read;
        block.present = present.bytes();
    }
    return elements.visit(aligned, last + 1 - aligned, scratch,
        [&](std::span<const std::byte> bytes, std::span<const std::byte> bytesB = {}) {
            block.bytes = bytes;
            block.bytesB = bytesB;
            visitor(std::as_const(block));
        });
}

template <typename Source, typename Scratch, typename Visitor>
Result<> visitLines(const Source& elements, std::uint64_t element, const SliceLines& all, Scratch& scratch,
    const Work& work, Visitor& visitor)
{
    const std::uint64_t most = elements.chunkElements();
    const std::uint64_t extent = (all.places - 1) * all.placeStride + 1;
    SliceBlock block{.bytes = {},
        .bytesB = {},
        .present = {},
        .linesAreColumns = all.columns,
        .line = all.line,
        .lines = 1,
        .place = all.place,
        .places = all.places,
        .first = 0,
        .lineStride = all.lineStride,
        .placeStride = all.placeStride};
    if (extent <= most) {
        // Gaps between lines cost nothing in a map; otherwise they are read and discarded.
        constexpr std::uint64_t smallGap = 4096;
        const bool together = all.lineStride <= (elements.lieInMap() ? most : extent + smallGap);
        const std::uint64_t linesAtOnce = together ? (most - extent) / all.lineStride + 1 : 1;
        for (std::uint64_t done = 0; done < all.lines; done += block.lines) {
            block.line = all.line + done;
            block.lines = std::min(linesAtOnce, all.lines - done);
            auto result = visitBlock(elements, element + done * all.lineStride, block, scratch, work, visitor);
            if (!result)
                return result;
        }
        return {};
    }
    const std::uint64_t placesAtOnce = (most - 1) / all.placeStride + 1;
    for (std::uint64_t line = 0; line < all.lines; ++line) {
        block.line = all.line + line;
        for (std::uint64_t done = 0; done < all.places; done += block.places) {
            block.place = all.place + done;
            block.places = std::min(placesAtOnce, all.places - done);
            auto result = visitBlock(
                elements, element + line * all.lineStride + done * all.placeStride, block, scratch, work, visitor);
            if (!result)
                return result;
        }
    }
    return {};
}

} // namespace detail

template <typename Source, typename Scratch, typename Visitor>
Result<> visitSlice(const Source& elements, const Slice& slice, const SliceWindow& window, Scratch& scratch,
    const Work& work, Visitor&& visitor)
{
    if (window.empty())
        return {};
    SliceWindow whole = window;
    const std::uint64_t lastRow = window.firstRow + window.rows - 1;
    const std::uint64_t inLastRow = std::min(slice.columnsIn(lastRow), window.firstColumn + window.columns);
    const bool shorter = inLastRow < window.firstColumn + window.columns;
    if (shorter)
        --whole.rows;
    const auto visitWhole = [&](const SliceWindow& part) -> Result<> {
        if (part.empty())
            return {};
        const auto first = slice.element({part.firstRow, part.firstColumn});
        return detail::visitLines(elements, *first, detail::SliceLines(slice, part), scratch, work, visitor);
    };
    if (auto done = visitWhole(whole); !done || !shorter || inLastRow <= window.firstColumn)
        return done;
    return visitWhole({lastRow, window.firstColumn, 1, inLastRow - window.firstColumn});
}

} // namespace loupe
