#include "analysis/slices/grid_reduction.h"

#include "analysis/parallel/parallel.h"
#include "one_tensor.h"
#include "plain_grid.h"

#include <limits>
#include <mutex>

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
    const Shape shape{6, 37, 5, 22}; // a whole number of bytes of F4 too
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
                    // Next, of an inner part.
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
