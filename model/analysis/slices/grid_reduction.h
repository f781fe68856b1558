#pragma once

#include "analysis/slices/grid.h"

#include <functional>

namespace loupe {

/// Told of parts as they are done: on any thread, several at once.
using GridDelivery = std::function<void(GridPart)>;

/// Reads every element of the window once, in memory order as far as it can. Private memory: the grid's and a few MiB.
/// Progress in bytes. Precondition: the window lies within the slice, the slice within the elements.
/// Fails with Unsupported for dtypes without readable values, Stopped, and as Elements::visit() does; then what was
/// delivered may be wrong.
Result<Grid> reduceGrid(const Elements& elements, const Slice& slice, NumberPart part, const GridShape& shape,
    const Work& work = {}, const GridDelivery& deliver = {});
/// The same of the differences b - a of two tensors with as many elements, as DifferenceReader has them. Progress in
/// bytes of both. Fails with InvalidArgument if one has more elements.
Result<Grid> reduceGrid(const ElementPair& pair, const Slice& slice, ComplexPart part, const GridShape& shape,
    const Work& work = {}, const GridDelivery& deliver = {});

/// A first impression: a few elements of each cell only, for grids of few cells over many elements. Fails as
/// reduceGrid() does.
Result<Grid> sampleGrid(
    const Elements& elements, const Slice& slice, NumberPart part, const GridShape& shape, const Work& work = {});
Result<Grid> sampleGrid(
    const ElementPair& pair, const Slice& slice, ComplexPart part, const GridShape& shape, const Work& work = {});

/// Elements of a window, each in a cell of its own: all up to `mostSampled`, else about as many that are spread over
/// the window, the same ones each time, in a grid whose places mean nothing. Fails as reduceGrid() does.
inline constexpr std::uint64_t mostSampled = std::uint64_t{1} << 20;
Result<Grid> sampleElements(
    const Elements& elements, const Slice& slice, NumberPart part, const SliceWindow& window, const Work& work = {});
Result<Grid> sampleElements(
    const ElementPair& pair, const Slice& slice, ComplexPart part, const SliceWindow& window, const Work& work = {});

} // namespace loupe
