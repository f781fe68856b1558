#pragma once

#include "analysis/slices/grid.h"

#include <functional>

namespace loupe {

/// Receives parts as they are completed, on any thread and concurrently.
using GridDelivery = std::function<void(GridPart)>;

/// Reads every element of the window once, in memory order where possible. Uses private memory for the grid and a few
/// MiB. Progress is in bytes. Precondition: the window is within the slice, and the slice within the elements. Fails
/// with Unsupported for dtypes without readable values, Stopped, and as Elements::visit() does; parts that were already
/// delivered may then be wrong.
Result<Grid> reduceGrid(const Elements& elements, const Slice& slice, NumberPart part, const GridShape& shape,
    const Work& work = {}, const GridDelivery& deliver = {});
/// As above, for the differences b - a of two tensors with equal element counts, as DifferenceReader computes them.
/// Progress is in bytes of both. Fails with InvalidArgument if element counts differ.
Result<Grid> reduceGrid(const ElementPair& pair, const Slice& slice, ComplexPart part, const GridShape& shape,
    const Work& work = {}, const GridDelivery& deliver = {});

/// A quick preview that reads only a few elements of each cell, for grids of few cells over many elements. Fails as
/// reduceGrid() does.
Result<Grid> sampleGrid(
    const Elements& elements, const Slice& slice, NumberPart part, const GridShape& shape, const Work& work = {});
Result<Grid> sampleGrid(
    const ElementPair& pair, const Slice& slice, ComplexPart part, const GridShape& shape, const Work& work = {});

/// A sample of the window's elements, one per cell: all up to `mostSampled`, otherwise about that many spread over the
/// window, the same each time. The positions in the grid have no meaning. Fails as reduceGrid() does.
inline constexpr std::uint64_t mostSampled = std::uint64_t{1} << 20;
Result<Grid> sampleElements(
    const Elements& elements, const Slice& slice, NumberPart part, const SliceWindow& window, const Work& work = {});
Result<Grid> sampleElements(
    const ElementPair& pair, const Slice& slice, ComplexPart part, const SliceWindow& window, const Work& work = {});

} // namespace loupe
