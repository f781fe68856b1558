#include "analysis/slices/grid_reduction.h"

#include "analysis/comparison/difference_reader.h"
#include "analysis/parallel/parallel.h"

#include <bit>
#include <type_traits>

namespace loupe {

namespace {

template <typename Value>
std::uint64_t keep(Value value)
{
    if constexpr (std::is_same_v<Value, float>)
        return std::bit_cast<std::uint32_t>(value);
    else
        return std::bit_cast<std::uint64_t>(value);
}

/// The extremes of one cell so far.
template <typename Value>
struct Extremes {
    Value least = std::numeric_limits<Value>::max();
    Value greatest = std::numeric_limits<Value>::lowest();
    std::uint32_t finite = 0; // like all counts here, at most GridCell::mostCounted
    std::uint32_t nan = 0;
    std::uint32_t positiveInf = 0;
    std::uint32_t negativeInf = 0;

    template <typename Reader>
    void take(
        const Reader& read, const std::byte* bytes, std::uint64_t first, std::uint64_t stride, std::uint64_t count)
    {
        std::uint64_t specials = 0;
        Value low = least;
        Value high = greatest;
        for (std::uint64_t i = 0; i < count; ++i) {
            const Value value = read(bytes, first + i * stride);
            if (!isFinite(value)) [[unlikely]] {
                countSpecial(value);
                ++specials;
                continue;
            }
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        least = low;
        greatest = high;
        finite = add(finite, count - specials);
    }
    static std::uint32_t add(std::uint32_t counted, std::uint64_t more)
    {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(counted + more, GridCell::mostCounted));
    }
    void countSpecial(Value value)
    {
        if (std::isnan(static_cast<double>(value)))
            nan = add(nan, 1);
        else if (value > 0)
            positiveInf = add(positiveInf, 1);
        else
            negativeInf = add(negativeInf, 1);
    }
    GridCell cell() const
    {
        if (finite == 0)
            return {0, 0, 0, nan, positiveInf, negativeInf};
        return {keep(least), keep(greatest), finite, nan, positiveInf, negativeInf};
    }
};

/// Computes a rectangle of cells.
template <typename Reader>
class Tile {
public:
    Tile(const Reader& read, const GridShape& shape, const GridPart& part)
        : m_read(read)
        , m_shape(shape)
        , m_part(part)
        , m_extremes(part.rows * part.columns)
    {
    }

    void take(const SliceBlock& block)
    {
        const bool columns = block.linesAreColumns;
        const std::uint64_t origin = columns ? m_shape.window.firstRow : m_shape.window.firstColumn;
        const std::uint64_t step = columns ? m_shape.rowStep : m_shape.columnStep;
        for (std::uint64_t line = 0; line < block.lines; ++line) {
            const std::uint64_t lineFirst = block.first + line * block.lineStride;
            // In each line, processes one run of elements of the same cell after the other.
            for (std::uint64_t done = 0; done < block.places;) {
                const std::uint64_t place = block.place + done - origin;
                const std::uint64_t count = std::min(step - place % step, block.places - done);
                takeRun(block, lineFirst + done * block.placeStride, count,
                    at(block, block.line + line, block.place + done));
                done += count;
            }
        }
    }
    std::vector<GridCell> cells() const
    {
        std::vector<GridCell> cells(m_extremes.size());
        std::transform(
            m_extremes.begin(), m_extremes.end(), cells.begin(), [](const auto& extremes) { return extremes.cell(); });
        return cells;
    }

private:
    void takeRun(const SliceBlock& block, std::uint64_t first, std::uint64_t count,
        Extremes<typename Reader::Value>& extremes) const
    {
        if (block.present.empty())
            return extremes.take(m_read, block.bytes.data(), first, block.placeStride, count);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t element = first + i * block.placeStride;
            if (block.present[element] != std::byte{0})
                extremes.take(m_read, block.bytes.data(), element, 1, 1);
        }
    }
    Extremes<typename Reader::Value>& at(const SliceBlock& block, std::uint64_t line, std::uint64_t place)
    {
        const std::uint64_t row = (block.linesAreColumns ? place : line) - m_shape.window.firstRow;
        const std::uint64_t column = (block.linesAreColumns ? line : place) - m_shape.window.firstColumn;
        return m_extremes[(row / m_shape.rowStep - m_part.row) * m_part.columns
            + (column / m_shape.columnStep - m_part.column)];
    }

    const Reader& m_read;
    const GridShape& m_shape;
    const GridPart& m_part;
    std::vector<Extremes<typename Reader::Value>> m_extremes;
};

/// Divides a grid into tiles: pieces of work of about a million elements that are long in the direction of memory
/// lines.
struct Tiling {
    Tiling(const Slice& slice, const GridShape& shape)
        : m_shape(shape)
    {
        const bool columns = slice.rowStride() < slice.columnStride(); // consecutive elements in memory form a column
        constexpr double wanted = 1 << 20;
        const double cellSize = static_cast<double>(shape.rowStep) * static_cast<double>(shape.columnStep);
        const double room = std::max(1.0, wanted / cellSize); // cells per tile
        const std::uint64_t places = columns ? shape.rows() : shape.columns();
        const auto along = std::min(places, static_cast<std::uint64_t>(room));
        const auto across = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(room) / along);
        m_rows = columns ? along : std::min(across, shape.rows());
        m_columns = columns ? std::min(across, shape.columns()) : along;
        m_perRow = (shape.columns() - 1) / m_columns + 1;
        count = ((shape.rows() - 1) / m_rows + 1) * m_perRow;
    }
    GridPart part(std::uint64_t number) const
    {
        GridPart part;
        part.row = number / m_perRow * m_rows;
        part.column = number % m_perRow * m_columns;
        part.rows = std::min(m_rows, m_shape.rows() - part.row);
        part.columns = std::min(m_columns, m_shape.columns() - part.column);
        return part;
    }

    std::uint64_t count = 0;

private:
    GridShape m_shape;
    std::uint64_t m_rows = 1; ///< cells per tile
    std::uint64_t m_columns = 1;
    std::uint64_t m_perRow = 1;
};

SliceWindow windowOf(const GridShape& shape, const GridPart& part)
{
    const SliceWindow first = shape.cell(part.row, part.column);
    const SliceWindow last = shape.cell(part.row + part.rows - 1, part.column + part.columns - 1);
    return {first.firstRow, first.firstColumn, last.firstRow + last.rows - first.firstRow,
        last.firstColumn + last.columns - first.firstColumn};
}

Result<> checkReadable(const Elements& elements)
{
    if (hasReadableValues(elements.dtype()))
        return {};
    return fail(
        ErrorCode::Unsupported, "the values of dtype " + std::string(dtypeName(elements.dtype())) + " cannot be read");
}

/// The numbers of a grid: the elements of one tensor,
struct TensorNumbers {
    using Scratch = Buffer;

    const Elements& elements;
    NumberPart part;

    Result<> check() const { return checkReadable(elements); }
    Result<> checkUnchanged() const { return elements.source().checkUnchanged(); }
    std::uint64_t bits() const { return bitsPerElement(elements.dtype()); }
    Grid emptyGrid(const GridShape& shape) const { return loupe::emptyGrid(elements, part, shape); }
    template <typename Use>
    auto withReader(Use&& use) const
    {
        return loupe::withReader(elements.dtype(), part, use);
    }
    template <typename Visitor>
    Result<> visit(
        const Slice& slice, const SliceWindow& window, Scratch& scratch, const Work& work, Visitor&& visitor) const
    {
        return visitSlice(elements, slice, window, scratch, work, visitor);
    }
};

/// or the differences of two tensors.
struct Differences {
    using Scratch = PairScratch;

    const ElementPair& pair;
    ComplexPart part;

    Result<> check() const
    {
        if (auto readable = checkReadable(pair.a()); !readable)
            return readable;
        if (auto readable = checkReadable(pair.b()); !readable)
            return readable;
        return checkPair(pair.a(), pair.b());
    }
    Result<> checkUnchanged() const
    {
        auto unchanged = pair.a().source().checkUnchanged();
        return unchanged ? pair.b().source().checkUnchanged() : unchanged;
    }
    std::uint64_t bits() const { return bitsPerElement(pair.a().dtype()) + bitsPerElement(pair.b().dtype()); }
    Grid emptyGrid(const GridShape& shape) const { return loupe::emptyGrid(pair, part, shape); }
    template <typename Use>
    auto withReader(Use&& use) const
    {
        return use(PlainReader<double, double>());
    }
    template <typename Visitor>
    Result<> visit(
        const Slice& slice, const SliceWindow& window, Scratch& scratch, const Work& work, Visitor&& visitor) const
    {
        return visitDifferences(pair, part, slice, window, scratch, work, visitor);
    }
};

/// Forwards the stop token but not the progress.
Work withoutProgress(const Work& work)
{
    return {work.stop, nullptr};
}

template <typename Numbers>
Result<Grid> reduce(
    const Numbers& numbers, const Slice& slice, const GridShape& shape, const Work& work, const GridDelivery& deliver)
{
    if (auto possible = numbers.check(); !possible)
        return fail(std::move(possible.error()));
    Grid grid = numbers.emptyGrid(shape);
    if (shape.window.empty())
        return grid;
    const std::uint64_t bits = numbers.bits();
    work.expect(shape.window.rows * shape.window.columns / 8 * bits);
    const Tiling tiling(slice, shape);
    std::vector<typename Numbers::Scratch> scratch(threadLimit());
    auto done = numbers.withReader([&](const auto& read) {
        return runPieces(tiling.count, work, [&](std::uint64_t number, std::size_t worker) -> Result<> {
            GridPart rectangle = tiling.part(number);
            Tile tile(read, shape, rectangle);
            auto visited =
                numbers.visit(slice, windowOf(shape, rectangle), scratch[worker], work, [&](const SliceBlock& block) {
                    tile.take(block);
                    work.advance(block.lines * block.places * bits / 8);
                });
            if (!visited)
                return visited;
            rectangle.cells = tile.cells();
            copyInto(grid, rectangle); // tiles have no cells in common
            if (deliver)
                deliver(std::move(rectangle));
            return {};
        });
    });
    if (done)
        done = numbers.checkUnchanged();
    if (!done)
        return fail(std::move(done.error()));
    return grid;
}

template <typename Numbers>
Result<Grid> sample(const Numbers& numbers, const Slice& slice, const GridShape& shape, const Work& work)
{
    if (auto possible = numbers.check(); !possible)
        return fail(std::move(possible.error()));
    Grid grid = numbers.emptyGrid(shape);
    std::vector<typename Numbers::Scratch> scratch(threadLimit());
    auto done = numbers.withReader([&](const auto& read) {
        return runPieces(shape.rows(), work, [&](std::uint64_t row, std::size_t worker) -> Result<> {
            for (std::uint64_t column = 0; column < shape.columns(); ++column) {
                constexpr std::uint64_t few = 16; // consecutive elements, in one page of memory
                SliceWindow looked = shape.cell(row, column);
                const bool columns = slice.rowStride() < slice.columnStride();
                looked.rows = std::min(looked.rows, columns ? few : 1);
                looked.columns = std::min(looked.columns, columns ? 1 : few);
                GridPart rectangle{row, column, 1, 1, {}};
                Tile tile(read, shape, rectangle);
                auto visited = numbers.visit(slice, looked, scratch[worker], withoutProgress(work),
                    [&tile](const SliceBlock& block) { tile.take(block); });
                if (!visited)
                    return visited;
                rectangle.cells = tile.cells();
                copyInto(grid, rectangle);
            }
            return {};
        });
    });
    if (!done)
        return fail(std::move(done.error()));
    return grid;
}

/// A run of neighbors in memory at a pseudo-random place in part of a window. At equal distances, all runs might be in
/// the same few columns.
SliceWindow runIn(const SliceWindow& part, const Slice& slice, std::uint64_t length, std::uint64_t number)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    const auto placeIn = [number](std::uint64_t places, std::uint64_t salt) {
        const std::uint64_t mixed = (number + 1 + salt) * odd;
        return (mixed ^ mixed >> 32) % places;
    };
    const bool columns = slice.rowStride() < slice.columnStride();
    SliceWindow run = part;
    run.rows = std::min(part.rows, columns ? length : 1);
    run.columns = std::min(part.columns, columns ? 1 : length);
    run.firstRow += placeIn(part.rows - run.rows + 1, 0);
    run.firstColumn += placeIn(part.columns - run.columns + 1, odd);
    return run;
}

template <typename Numbers>
Result<Grid> elementsOf(const Numbers& numbers, const Slice& slice, const SliceWindow& window, const Work& work)
{
    if (window.empty() || window.rows <= mostSampled / window.columns)
        return reduce(numbers, slice, {window, 1, 1}, withoutProgress(work), {});
    if (auto possible = numbers.check(); !possible)
        return fail(std::move(possible.error()));
    constexpr std::uint64_t length = 16; // one page of memory
    constexpr std::uint64_t runs = mostSampled / length;
    constexpr std::uint64_t side = 256; // runs along each axis
    const bool columns = slice.rowStride() < slice.columnStride();
    const std::uint64_t across = columns ? window.columns : window.rows;
    const std::uint64_t along = columns ? window.rows : window.columns;
    const std::uint64_t lines = std::min(across, runs / std::clamp<std::uint64_t>(along / length, 1, side));
    const std::uint64_t perLine = std::min(std::max<std::uint64_t>(along / length, 1), runs / lines);
    const GridShape parts = GridShape::fitting(window, columns ? perLine : lines, columns ? lines : perLine);
    Grid grid = numbers.emptyGrid({{0, 0, parts.rows() * parts.columns(), length}, 1, 1});
    std::vector<typename Numbers::Scratch> scratch(threadLimit());
    auto done = numbers.withReader([&](const auto& read) {
        return runPieces(parts.rows(), work, [&](std::uint64_t row, std::size_t worker) -> Result<> {
            for (std::uint64_t column = 0; column < parts.columns(); ++column) {
                const std::uint64_t number = row * parts.columns() + column;
                const GridShape run{runIn(parts.cell(row, column), slice, length, number), 1, 1};
                const GridPart all{0, 0, run.rows(), run.columns(), {}};
                Tile tile(read, run, all);
                auto visited = numbers.visit(slice, run.window, scratch[worker], withoutProgress(work),
                    [&tile](const SliceBlock& block) { tile.take(block); });
                if (!visited)
                    return visited;
                std::ranges::copy(tile.cells(), grid.cells.begin() + static_cast<std::ptrdiff_t>(number * length));
            }
            return {};
        });
    });
    if (!done)
        return fail(std::move(done.error()));
    return grid;
}

} // namespace

Result<Grid> reduceGrid(const Elements& elements, const Slice& slice, NumberPart part, const GridShape& shape,
    const Work& work, const GridDelivery& deliver)
{
    return reduce(TensorNumbers{elements, part}, slice, shape, work, deliver);
}

Result<Grid> reduceGrid(const ElementPair& pair, const Slice& slice, ComplexPart part, const GridShape& shape,
    const Work& work, const GridDelivery& deliver)
{
    return reduce(Differences{pair, part}, slice, shape, work, deliver);
}

Result<Grid> sampleGrid(
    const Elements& elements, const Slice& slice, NumberPart part, const GridShape& shape, const Work& work)
{
    return sample(TensorNumbers{elements, part}, slice, shape, work);
}

Result<Grid> sampleGrid(
    const ElementPair& pair, const Slice& slice, ComplexPart part, const GridShape& shape, const Work& work)
{
    return sample(Differences{pair, part}, slice, shape, work);
}

Result<Grid> sampleElements(
    const Elements& elements, const Slice& slice, NumberPart part, const SliceWindow& window, const Work& work)
{
    return elementsOf(TensorNumbers{elements, part}, slice, window, work);
}

Result<Grid> sampleElements(
    const ElementPair& pair, const Slice& slice, ComplexPart part, const SliceWindow& window, const Work& work)
{
    return elementsOf(Differences{pair, part}, slice, window, work);
}

} // namespace loupe
