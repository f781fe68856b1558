#include "analysis/slices/slice_reader.h"

namespace loupe {

SliceWindow intersect(const SliceWindow& window, const Slice& slice)
{
    SliceWindow part;
    part.firstRow = std::min(window.firstRow, slice.rows());
    part.firstColumn = std::min(window.firstColumn, slice.columns());
    part.rows = std::min(window.rows, slice.rows() - part.firstRow);
    part.columns = std::min(window.columns, slice.columns() - part.firstColumn);
    return part;
}

namespace detail {

SliceLines::SliceLines(const Slice& slice, const SliceWindow& window)
    : columns(slice.rowStride() < slice.columnStride())
    , line(columns ? window.firstColumn : window.firstRow)
    , lines(columns ? window.columns : window.rows)
    , place(columns ? window.firstRow : window.firstColumn)
    , places(columns ? window.rows : window.columns)
    , lineStride(columns ? slice.columnStride() : slice.rowStride())
    , placeStride(columns ? slice.rowStride() : slice.columnStride())
{
}

} // namespace detail

} // namespace loupe
