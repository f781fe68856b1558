#pragma once

#include "analysis/slices/slice_reader.h"
#include "core/checkpoint.h"
#include "items/values/cell_form.h"

#include <QString>
#include <memory>
#include <optional>
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
    std::vector<std::uint64_t> patterns; ///< CellBits::low, row by row; 0 where a last row is shorter
    std::vector<std::uint64_t> high; ///< as `patterns`: CellBits::high; empty where these are elements
    /// As `patterns`: whether the other tensor of a pair has another value there. Empty where there is none.
    std::vector<bool> differing;
    /// As `patterns`: whether the element is null, of differences on either side. Empty where none is.
    std::vector<bool> nulls = {};

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
    bool isDiffering(Slice::Cell cell) const { return !differing.empty() && has(cell) && differing[place(cell)]; }
};

/// Values fetched at once; a larger window loses its last rows, then columns.
inline constexpr std::uint64_t maximumPage = 1 << 18;
SliceWindow cutToPage(SliceWindow window);

/// Values copied at once: more is work for another program.
inline constexpr std::uint64_t maximumCopy = 1'000'000;
/// TooLarge where the window has more.
Result<> checkCopied(const SliceWindow& window);

/// For a job. Precondition: the window lies within the slice, and its values can be counted. Fails with Unsupported
/// where the values of the dtype cannot be read, with Changed, and as Elements::visit() does.
Result<std::shared_ptr<ValuePage>> readPage(const SlicedTensor& sliced, SliceWindow window, const Work& work);

/// What is shown and copied in place of a null's value.
inline QString nullText()
{
    return QStringLiteral("null");
}

/// Lines of texts with tabs between.
QString tableText(const ValuePage& page, const Slice& slice, Notation notation);

} // namespace loupe
