#include "analysis/slices/grid_reduction.h"

#include "analysis/parallel/parallel.h"
#include "one_tensor.h"
#include "plain_grid.h"

#include <array>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>

namespace loupe {
namespace {

using Shape = std::vector<std::uint64_t>;

using test::expectSame;
using test::randomBytes;

Grid plainGrid(DType dtype, const std::string& bytes, const Slice& slice, ComplexPart part, const GridShape& shape)
{
    const std::span<const std::byte> stored(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
    return test::plainGrid(
        slice, shape, [&](std::uint64_t element) { return test::numberOf(readScalar(dtype, stored, element), part); });
}

class GridOfDType : public testing::TestWithParam<DType> { };

TEST_P(GridOfDType, IsWhatAPlainLoopFinds)
{
    const DType dtype = GetParam();
    const Shape shape{6, 37, 5, 22}; // an even count, so that F4 fills whole bytes
    const std::uint64_t count = *elementCount(shape);
    const std::string bytes = randomBytes(count * bitsPerElement(dtype) / 8, unsigned(dtype));
    for (const auto access : {Source::Access::Map, Source::Access::Read}) {
        const test::OneTensor tensor(dtype, bytes, access);
        const Elements elements = tensor.elements();
        std::vector<Slice> slices{Slice::folded(count, 100), Slice::folded(count, 3), Slice::folded(count, count)};
        const Shape index{4, 31, 3, 17};
        for (const auto& [rowAxis, columnAxis] : {std::pair(0, 1), {1, 0}, {1, 3}, {3, 1}, {2, 3}, {3, 0}})
            slices.push_back(Slice::across(shape, std::size_t(rowAxis), std::size_t(columnAxis), index).value());
        for (const Slice& slice : slices) {
            for (const ComplexPart part : {ComplexPart::Real, ComplexPart::Imaginary, ComplexPart::Magnitude}) {
                SliceWindow window = intersect({0, 0, slice.rows(), slice.columns()}, slice);
                for (const std::uint64_t most : {1000U, 7U, 1U}) {
                    const GridShape grid = GridShape::fitting(window, most, most + 2);
                    expectSame(*reduceGrid(elements, slice, part, grid), plainGrid(dtype, bytes, slice, part, grid));
                    // Then the same for an inner window.
                    window = intersect({1, 2, window.rows - window.rows / 3, window.columns}, slice);
                }
                if (dtype != DType::C64)
                    break;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, GridOfDType, testing::ValuesIn(test::readableDTypes()),
    [](const auto& dtype) { return std::string(dtypeName(dtype.param)); });

TEST(GridReduction, LongLinesAreReadInChunks)
{
    const Shape shape{3, 700'001}; // a line is longer than a chunk
    const std::string bytes = randomBytes(3 * 700'001 * 4, 1);
    const test::OneTensor tensor(DType::F32, bytes);
    for (const auto& [rowAxis, columnAxis] : {std::pair(0, 1), {1, 0}}) {
        const Slice slice = Slice::across(shape, std::size_t(rowAxis), std::size_t(columnAxis), Shape{0, 0}).value();
        const SliceWindow window{0, 0, slice.rows(), slice.columns()};
        for (const std::uint64_t most : {2U, 100U}) {
            const GridShape grid = GridShape::fitting(window, most, most);
            expectSame(*reduceGrid(tensor.elements(), slice, ComplexPart::Real, grid),
                plainGrid(DType::F32, bytes, slice, ComplexPart::Real, grid));
        }
    }
}

TEST(GridReduction, KeepsIntegersBeyondDoubles)
{
    const std::vector<std::int64_t> values{9007199254740993, -9007199254740995,
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    const test::OneTensor tensor(DType::I64, values);
    const Slice slice = Slice::folded(4, 4);
    const Grid whole = *reduceGrid(tensor.elements(), slice, ComplexPart::Real, {{0, 0, 1, 4}, 1, 2});
    EXPECT_EQ(toText(whole.exact(whole.at(0, 0).least)), "-9007199254740995");
    EXPECT_EQ(toText(whole.exact(whole.at(0, 0).greatest)), "9007199254740993");
    EXPECT_EQ(toText(whole.exact(whole.at(0, 1).least)), "-9223372036854775808");
    EXPECT_EQ(toText(whole.exact(whole.at(0, 1).greatest)), "9223372036854775807");
}

TEST(GridReduction, DeliversEveryCellOnce)
{
    const std::string bytes = randomBytes(3'000'000 * 2, 2);
    const test::OneTensor tensor(DType::BF16, bytes);
    const Slice slice = Slice::folded(3'000'000, 2'000);
    const GridShape shape = GridShape::fitting({0, 0, slice.rows(), slice.columns()}, 300, 400);
    Grid delivered = emptyGrid(tensor.elements(), ComplexPart::Real, shape);
    std::mutex mutex;
    std::uint64_t cells = 0;
    Progress progress;
    const Grid grid =
        *reduceGrid(tensor.elements(), slice, ComplexPart::Real, shape, {{}, &progress}, [&](GridPart part) {
            const std::scoped_lock lock(mutex);
            copyInto(delivered, part);
            cells += part.cells.size();
        });
    EXPECT_EQ(cells, grid.cells.size());
    EXPECT_EQ(delivered.cells, grid.cells);
    EXPECT_EQ(progress.done, bytes.size());
    EXPECT_EQ(progress.total, bytes.size());
}

TEST(GridReduction, SamplesAreElementsOfTheirCells)
{
    std::vector<float> values(1'000'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    const test::OneTensor tensor(DType::F32, values);
    const Slice slice = Slice::folded(values.size(), 1000);
    const GridShape shape = GridShape::fitting({0, 0, 1000, 1000}, 16, 16);
    const Grid samples = *sampleGrid(tensor.elements(), slice, ComplexPart::Real, shape);
    const Grid exact = *reduceGrid(tensor.elements(), slice, ComplexPart::Real, shape);
    for (std::size_t i = 0; i < samples.cells.size(); ++i) {
        EXPECT_GT(samples.cells[i].finite, 0U);
        EXPECT_LT(samples.cells[i].finite, exact.cells[i].finite);
        EXPECT_GE(samples.number(samples.cells[i].least), exact.number(exact.cells[i].least));
        EXPECT_LE(samples.number(samples.cells[i].greatest), exact.number(exact.cells[i].greatest));
    }
}

TEST(GridReduction, ElementsOfASmallWindowAreAllOfIt)
{
    const std::string bytes = randomBytes(40 * 30 * 4, 5);
    const test::OneTensor tensor(DType::F32, bytes);
    const Slice slice = Slice::folded(40 * 30 - 7, 30); // the last row is shorter
    const SliceWindow window{0, 0, slice.rows(), slice.columns()};
    expectSame(*sampleElements(tensor.elements(), slice, ComplexPart::Real, window),
        plainGrid(DType::F32, bytes, slice, ComplexPart::Real, {window, 1, 1}));
}

TEST(GridReduction, ElementsOfALargeWindowAreSpreadOverIt)
{
    // Each value is its own index, so the sampled values show which elements were taken.
    std::vector<std::uint32_t> values(3 << 20);
    std::iota(values.begin(), values.end(), 0U);
    const test::OneTensor tensor(DType::U32, values);
    const Shape shape{1024, 3072};
    for (const auto& [rowAxis, columnAxis] : {std::pair(0, 1), {1, 0}}) {
        const Slice slice = Slice::across(shape, std::size_t(rowAxis), std::size_t(columnAxis), Shape{0, 0}).value();
        const SliceWindow window{0, 0, slice.rows(), slice.columns()};
        const Grid sample = *sampleElements(tensor.elements(), slice, ComplexPart::Real, window);
        EXPECT_LE(sample.cells.size(), mostSampled);
        EXPECT_GE(sample.cells.size(), mostSampled / 2);
        std::set<std::uint64_t> taken;
        std::array<std::size_t, 16> inPart{}; // samples in each of 4 x 4 parts of the tensor
        for (const GridCell& cell : sample.cells) {
            if (cell.finite == 0)
                continue;
            EXPECT_EQ(cell.elements(), 1U);
            EXPECT_EQ(cell.least, cell.greatest);
            EXPECT_TRUE(taken.insert(cell.least).second) << "none twice";
            ++inPart[cell.least / 3072 / 256 * 4 + cell.least % 3072 / 768];
        }
        for (const std::size_t count : inPart)
            EXPECT_NEAR(double(count), double(taken.size()) / 16, double(taken.size()) / 160);
        expectSame(*sampleElements(tensor.elements(), slice, ComplexPart::Real, window), sample);
    }
    for (const std::uint64_t columns : {1U, 2U, 1U << 21}) { // narrow windows, and a single long line
        const Slice slice = Slice::folded(values.size(), columns);
        const SliceWindow window{0, 0, slice.rows(), slice.columns()};
        const Grid sample = *sampleElements(tensor.elements(), slice, ComplexPart::Real, window);
        const auto known = std::ranges::count_if(sample.cells, [](const GridCell& cell) { return cell.finite == 1; });
        EXPECT_GE(known, 1000) << columns;
        EXPECT_LE(sample.cells.size(), mostSampled);
    }
}

TEST(GridReduction, StopsAndFails)
{
    const std::string bytes(4096, '\0');
    const test::OneTensor tensor(DType::U8, bytes);
    const Slice slice = Slice::folded(4096, 64);
    const GridShape shape{{0, 0, 64, 64}, 1, 1};
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(reduceGrid(tensor.elements(), slice, ComplexPart::Real, shape, {stop.get_token(), nullptr}).error().code,
        ErrorCode::Stopped);
    EXPECT_EQ(sampleGrid(tensor.elements(), slice, ComplexPart::Real, shape, {stop.get_token(), nullptr}).error().code,
        ErrorCode::Stopped);

    const test::OneTensor unreadable(DType::F6_E2M3, bytes.substr(0, 3));
    EXPECT_EQ(
        reduceGrid(unreadable.elements(), Slice::folded(4, 4), ComplexPart::Real, {{0, 0, 1, 4}, 1, 1}).error().code,
        ErrorCode::Unsupported);

    const Elements elements = tensor.elements();
    std::filesystem::resize_file(tensor.path(), 10);
    EXPECT_EQ(reduceGrid(elements, slice, ComplexPart::Real, shape).error().code, ErrorCode::Changed);
}

} // namespace
} // namespace loupe
