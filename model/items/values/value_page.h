#pragma once

#include "analysis/slices/slice_reader.h"
#include "core/checkpoint.h"
#include "items/values/cell_form.h"
#include "items/values/decimal_places.h"

#include <QString>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// A tensor as a table of values.
struct SlicedTensor {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::uint32_t tensor = 0; ///< index into Checkpoint::tensors
    Slice slice;
};

/// The values of a window of a slice.
struct ValuePage {
    SliceWindow window;
    CellForm form;
    std::vector<std::uint64_t> patterns; ///< CellBits::low in row-major order; 0 beyond the end of a shorter last row
    std::vector<std::uint64_t> high; ///< CellBits::high in the same order; empty for elements
    /// In the same order: whether the other tensor of a pair has a different value. Empty if there is no other tensor.
    std::vector<bool> differing;
    /// In the same order: whether the element is null; for differences, on either side. Empty if there are none.
    std::vector<bool> nulls = {};
    /// By column, from decimalPlaces(); empty if the page is not for a table.
    std::vector<DecimalPlace> places = {};

    bool has(Slice::Cell cell) const
    {
        // The unsigned subtractions wrap around if the cell is before the window.
        return cell.row - window.firstRow < window.rows && cell.column - window.firstColumn < window.columns;
    }
    /// Precondition: has(cell).
    std::size_t place(Slice::Cell cell) const
    {
        return (cell.row - window.firstRow) * window.columns + (cell.column - window.firstColumn);
    }
    /// Nullopt outside the window.
    std::optional<CellBits> bits(Slice::Cell cell) const
    {
        return has(cell) ? std::optional(bitsAt(place(cell))) : std::nullopt;
    }
    CellBits bitsAt(std::size_t place) const { return {patterns[place], high.empty() ? 0 : high[place]}; }
    bool isNull(Slice::Cell cell) const { return has(cell) && isNullAt(place(cell)); }
    bool isNullAt(std::size_t place) const { return !nulls.empty() && nulls[place]; }
    /// In the window's number format. Precondition: has(cell).
    QString shownText(Slice::Cell cell, Notation notation) const;
    bool isDiffering(Slice::Cell cell) const { return !differing.empty() && has(cell) && differing[place(cell)]; }
};

/// The maximum number of values per request. A larger window is reduced by dropping its last rows, then its last
/// columns.
inline constexpr std::uint64_t maximumPage = 1 << 18;
SliceWindow cutToPage(SliceWindow window);

/// The maximum number of values per copy. Larger copies are better done by another program.
inline constexpr std::uint64_t maximumCopy = 1'000'000;
/// Fails with TooLarge if a window with `inCell` values per cell has more than maximumCopy.
Result<> checkCopied(const SliceWindow& window, std::uint64_t inCell = 1);

/// Run it in a job. Precondition: the window is within the slice, and the number of its values does not overflow. Fails
/// with Unsupported if values of the dtype cannot be read, with Changed, and as Elements::visit() does.
Result<std::shared_ptr<ValuePage>> readPage(const SlicedTensor& sliced, SliceWindow window, const Work& work);

/// Shown and copied in place of a null's value.
inline QString nullText()
{
    return QStringLiteral("null");
}

/// The source of one of the values in each cell of a table.
struct PageOfSlice {
    const ValuePage& page; ///< covers at least the part of the table that the slice has
    const Slice& slice;
};
/// Tab-separated text of a window. A cell contains the values of all pages; it is empty if there are none.
QString tableText(std::span<const PageOfSlice> pages, const SliceWindow& window, Notation notation);

} // namespace loupe
