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
    std::vector<std::uint64_t> patterns; ///< CellBits::low, row by row; 0 if a last row is shorter
    std::vector<std::uint64_t> high; ///< as `patterns`: CellBits::high; empty if these are elements
    /// As `patterns`: whether the other tensor of a pair has another value there. Empty if there is none.
    std::vector<bool> differing;
    /// As `patterns`: whether the element is null, of differences on either side. Empty if none is.
    std::vector<bool> nulls = {};
    /// By column, from decimalPlaces(); empty if the page is not for a table.
    std::vector<DecimalPlace> places = {};

    bool has(Slice::Cell cell) const
    {
        // Differences wrap where the cell is before the window.
        return cell.row - window.firstRow < window.rows && cell.column - window.firstColumn < window.columns;
    }
    /// Precondition: has(cell).
    std::size_t place(Slice::Cell cell) const
    {
        return (cell.row - window.firstRow) * window.columns + (cell.column - window.firstColumn);
    }
    /// Nothing outside the window.
    std::optional<CellBits> bits(Slice::Cell cell) const
    {
        return has(cell) ? std::optional(bitsAt(place(cell))) : std::nullopt;
    }
    CellBits bitsAt(std::size_t place) const { return {patterns[place], high.empty() ? 0 : high[place]}; }
    bool isNull(Slice::Cell cell) const { return has(cell) && isNullAt(place(cell)); }
    bool isNullAt(std::size_t place) const { return !nulls.empty() && nulls[place]; }
    /// As the window shows it. Precondition: has(cell).
    QString shownText(Slice::Cell cell, Notation notation) const;
    bool isDiffering(Slice::Cell cell) const { return !differing.empty() && has(cell) && differing[place(cell)]; }
};

/// Values fetched at once; a larger window loses its last rows, then columns.
inline constexpr std::uint64_t maximumPage = 1 << 18;
SliceWindow cutToPage(SliceWindow window);

/// Values copied at once: more is work for another program.
inline constexpr std::uint64_t maximumCopy = 1'000'000;
/// TooLarge if a window with `inCell` values in each cell has more.
Result<> checkCopied(const SliceWindow& window, std::uint64_t inCell = 1);

/// For a job. Precondition: the window lies within the slice, and its values can be counted. Fails with Unsupported
/// where the values of the dtype cannot be read, with Changed, and as Elements::visit() does.
Result<std::shared_ptr<ValuePage>> readPage(const SlicedTensor& sliced, SliceWindow window, const Work& work);

/// What is shown and copied in place of a null's value.
inline QString nullText()
{
    return QStringLiteral("null");
}

/// One of the values that stand in each cell of a table.
struct PageOfSlice {
    const ValuePage& page; ///< at least what the slice has of the table
    const Slice& slice;
};
/// Lines of texts with tabs between: of each cell of the window, the values in all pages; nothing if there is none.
QString tableText(std::span<const PageOfSlice> pages, const SliceWindow& window, Notation notation);

} // namespace loupe
