#include "analysis/slices/grid_reduction.h"

#include "one_tensor.h"
#include "plain_grid.h"
#include "support/plain_delta.h"

#include <limits>
#include <mutex>

namespace loupe {
namespace {

using test::expectSame;
using test::OneTensor;
using test::plainGrid;
using test::randomBytes;

using Shape = std::vector<std::uint64_t>;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::span<const std::byte> stored(const std::string& bytes)
{
    return {reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()};
}

/// b - a of one element, read individually.
double difference(DType dtypeA, const std::string& a, DType dtypeB, const std::string& b, std::uint64_t element,
    ComplexPart part = ComplexPart::Real)
{
    const Scalar scalarA = readScalar(dtypeA, stored(a), element);
    const Scalar scalarB = readScalar(dtypeB, stored(b), element);
    const bool complex = dtypeA == DType::C64 || dtypeB == DType::C64;
    const auto number = [&](const Scalar& scalar) {
        return complex ? test::numberInComplexPair(scalar, part) : test::plainNumber(scalar).real;
    };
    const auto is64 = [](DType dtype) { return dtype == DType::I64 || dtype == DType::U64; };
    if (!is64(dtypeA) && !is64(dtypeB))
        return static_cast<double>(number(scalarB)) - static_cast<double>(number(scalarA));
    return static_cast<double>(number(scalarB) - number(scalarA));
}

/// Two tensors and the pair of their elements.
struct Both {
    template <typename ValuesA, typename ValuesB>
    Both(DType dtypeA, const ValuesA& valuesA, DType dtypeB, const ValuesB& valuesB,
        Source::Access access = Source::Access::Automatic)
        : a(dtypeA, valuesA, access)
        , b(dtypeB, valuesB, access)
    {
    }
    OneTensor a;
    OneTensor b;
    Elements elementsA = a.elements();
    Elements elementsB = b.elements();
    ElementPair pair{elementsA, elementsB};
};

class DifferencesFrom : public testing::TestWithParam<DType> { };

TEST_P(DifferencesFrom, AreWhatAPlainLoopFinds)
{
    const DType dtypeA = GetParam();
    const Shape shape{4, 13, 3, 10}; // an even count, so that F4 fills whole bytes
    const std::uint64_t count = *elementCount(shape);
    const Shape index{2, 11, 1, 7};
    std::vector<Slice> slices{Slice::folded(count, 100), Slice::folded(count, 3), Slice::folded(count, count)};
    for (const auto& [rowAxis, columnAxis] : {std::pair(0, 1), {1, 0}, {1, 3}, {3, 1}, {2, 3}, {3, 0}})
        slices.push_back(Slice::across(shape, std::size_t(rowAxis), std::size_t(columnAxis), index).value());
    const std::string a = randomBytes(count * bitsPerElement(dtypeA) / 8, unsigned(dtypeA));
    for (const DType dtypeB : test::readableDTypes()) {
        const std::string b = randomBytes(count * bitsPerElement(dtypeB) / 8, 100 + unsigned(dtypeB));
        const auto access = dtypeB == DType::F32 ? Source::Access::Read : Source::Access::Map;
        const Both both(dtypeA, a, dtypeB, b, access);
        for (const ComplexPart part : {ComplexPart::Real, ComplexPart::Imaginary, ComplexPart::Magnitude}) {
            for (const Slice& slice : slices) {
                SliceWindow window = intersect({0, 0, slice.rows(), slice.columns()}, slice);
                for (const std::uint64_t most : {1000U, 7U, 1U}) {
                    const GridShape grid = GridShape::fitting(window, most, most + 2);
                    SCOPED_TRACE(std::string(dtypeName(dtypeB)) + " in " + std::to_string(most));
                    expectSame(*reduceGrid(both.pair, slice, part, grid),
                        plainGrid(slice, grid,
                            [&](std::uint64_t element) { return difference(dtypeA, a, dtypeB, b, element, part); }));
                    // Then the same for an inner window.
                    window = intersect({1, 2, window.rows - window.rows / 3, window.columns}, slice);
                }
            }
            if (dtypeA != DType::C64 && dtypeB != DType::C64)
                break;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, DifferencesFrom, testing::ValuesIn(test::readableDTypes()),
    [](const auto& dtype) { return std::string(dtypeName(dtype.param)); });

TEST(DifferenceGrid, LinesOfEveryLength)
{
    // Rows longer than a chunk; rows longer than what is subtracted at once; and short rows, with and without gaps.
    for (const Shape& shape : {Shape{3, 700'001}, Shape{5, 2'049}, Shape{70'000, 3}, Shape{3'001, 2, 5}}) {
        const std::uint64_t count = *elementCount(shape);
        const std::string a = randomBytes(count * 4, 1);
        const std::string b = randomBytes(count * 2, 2);
        const Both both(DType::F32, a, DType::BF16, b);
        for (const auto& [rowAxis, columnAxis] : {std::pair(0, 1), {1, 0}}) {
            const Slice slice =
                Slice::across(shape, std::size_t(rowAxis), std::size_t(columnAxis), Shape(shape.size(), 1)).value();
            for (const std::uint64_t most : {2U, 101U}) {
                const GridShape grid = GridShape::fitting({0, 0, slice.rows(), slice.columns()}, most, most);
                expectSame(*reduceGrid(both.pair, slice, ComplexPart::Real, grid),
                    plainGrid(slice, grid,
                        [&](std::uint64_t element) { return difference(DType::F32, a, DType::BF16, b, element); }));
            }
        }
    }
}

TEST(DifferenceGrid, IsBMinusAAsIEEEHasIt)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double largest = std::numeric_limits<double>::max();
    const double tiny = std::numeric_limits<double>::denorm_min();
    const std::vector<float> a{1, NAN, 3, NAN, INFINITY, INFINITY, -INFINITY, 7, -0.F};
    const std::vector<double> b{0.75, 2, nan, nan, infinity, -infinity, 2, infinity, tiny};
    const Both both(DType::F32, a, DType::F64, b);
    const Slice slice = Slice::folded(9, 9);
    const Grid each = *reduceGrid(both.pair, slice, ComplexPart::Real, {{0, 0, 1, 9}, 1, 1});
    EXPECT_EQ(each.number(each.at(0, 0).least), -0.25);
    for (const std::uint64_t column : {1U, 2U, 3U, 4U})
        EXPECT_EQ(each.at(0, column), (GridCell{0, 0, 0, 1, 0, 0})) << column;
    EXPECT_EQ(each.at(0, 5), (GridCell{0, 0, 0, 0, 0, 1}));
    EXPECT_EQ(each.at(0, 6), (GridCell{0, 0, 0, 0, 1, 0}));
    EXPECT_EQ(each.at(0, 7), (GridCell{0, 0, 0, 0, 1, 0}));
    EXPECT_EQ(each.number(each.at(0, 8).greatest), tiny) << "the least difference is not lost";
    const Grid one = *reduceGrid(both.pair, slice, ComplexPart::Real, {{0, 0, 1, 9}, 1, 9});
    EXPECT_EQ(one.at(0, 0).nan, 4U);
    EXPECT_EQ(one.at(0, 0).positiveInf, 2U);
    EXPECT_EQ(one.at(0, 0).negativeInf, 1U);
    EXPECT_EQ(one.number(one.at(0, 0).least), -0.25);
    EXPECT_EQ(one.number(one.at(0, 0).greatest), tiny);

    const Both far(DType::F64, std::vector<double>{-largest}, DType::F64, std::vector<double>{largest});
    const Grid beyond = *reduceGrid(far.pair, Slice::folded(1, 1), ComplexPart::Real, {{0, 0, 1, 1}, 1, 1});
    EXPECT_EQ(beyond.at(0, 0), (GridCell{0, 0, 0, 0, 1, 0}));
}

TEST(DifferenceGrid, LargeIntegersAreSubtractedBeforeTheyAreRounded)
{
    const auto most = std::numeric_limits<std::int64_t>::max();
    const auto least = std::numeric_limits<std::int64_t>::min();
    const std::vector<std::int64_t> a{9007199254740992, most, least, most};
    const std::vector<std::uint64_t> b{9007199254740993, std::uint64_t(most) - 1, ~std::uint64_t{0}, 0};
    const Both both(DType::I64, a, DType::U64, b);
    const Grid grid = *reduceGrid(both.pair, Slice::folded(4, 4), ComplexPart::Real, {{0, 0, 1, 4}, 1, 1});
    const std::vector<double> expected{1, -1, 0x1.8p64, -0x1p63};
    for (std::uint64_t column = 0; column < 4; ++column)
        EXPECT_EQ(grid.number(grid.at(0, column).least), expected[column]) << column;
    const Both mixed(DType::I64, a, DType::F32, std::vector<float>{0x1p53F, 0, 0, 0x1p63F});
    const Grid other = *reduceGrid(mixed.pair, Slice::folded(4, 4), ComplexPart::Real, {{0, 0, 1, 4}, 1, 1});
    EXPECT_EQ(other.number(other.at(0, 0).least), 0);
    EXPECT_EQ(other.number(other.at(0, 3).least), 1);
}

TEST(DifferenceGrid, DeliversEveryCellOnce)
{
    const std::string a = randomBytes(3'000'000 * 2, 2);
    const std::string b = randomBytes(3'000'000 * 4, 3);
    const Both both(DType::BF16, a, DType::F32, b);
    const Slice slice = Slice::folded(3'000'000, 2'000);
    const GridShape shape = GridShape::fitting({0, 0, slice.rows(), slice.columns()}, 300, 400);
    Grid delivered = emptyGrid(both.pair, ComplexPart::Real, shape);
    std::mutex mutex;
    std::uint64_t cells = 0;
    Progress progress;
    const Grid grid = *reduceGrid(both.pair, slice, ComplexPart::Real, shape, {{}, &progress}, [&](GridPart part) {
        const std::scoped_lock lock(mutex);
        copyInto(delivered, part);
        cells += part.cells.size();
    });
    EXPECT_EQ(cells, grid.cells.size());
    EXPECT_EQ(delivered.cells, grid.cells);
    EXPECT_EQ(progress.done, a.size() + b.size());
    EXPECT_EQ(progress.total, a.size() + b.size());
}

TEST(DifferenceGrid, SamplesAreDifferencesOfTheirCells)
{
    std::vector<std::int32_t> a(1'000'000);
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = -std::int32_t(i);
    const Both both(DType::I32, a, DType::U8, std::string(a.size(), '\5'));
    const Slice slice = Slice::folded(a.size(), 1000);
    const GridShape shape = GridShape::fitting({0, 0, 1000, 1000}, 16, 16);
    const Grid samples = *sampleGrid(both.pair, slice, ComplexPart::Real, shape);
    const Grid exact = *reduceGrid(both.pair, slice, ComplexPart::Real, shape);
    EXPECT_EQ(exact.number(exact.at(0, 0).least), 5);
    for (std::size_t i = 0; i < samples.cells.size(); ++i) {
        EXPECT_GT(samples.cells[i].finite, 0U);
        EXPECT_LT(samples.cells[i].finite, exact.cells[i].finite);
        EXPECT_GE(samples.number(samples.cells[i].least), exact.number(exact.cells[i].least));
        EXPECT_LE(samples.number(samples.cells[i].greatest), exact.number(exact.cells[i].greatest));
    }
}

TEST(DifferenceGrid, StopsAndFails)
{
    const std::string bytes(4096, '\0');
    const Both both(DType::U8, bytes, DType::I8, bytes);
    const Slice slice = Slice::folded(4096, 64);
    const GridShape shape{{0, 0, 64, 64}, 1, 1};
    std::stop_source stop;
    stop.request_stop();
    const auto codeOf = [](const Result<Grid>& grid) { return grid ? std::nullopt : std::optional(grid.error().code); };
    EXPECT_EQ(codeOf(reduceGrid(both.pair, slice, ComplexPart::Real, shape, {stop.get_token(), nullptr})),
        ErrorCode::Stopped);
    EXPECT_EQ(codeOf(sampleGrid(both.pair, slice, ComplexPart::Real, shape, {stop.get_token(), nullptr})),
        ErrorCode::Stopped);

    const GridShape four{{0, 0, 1, 4}, 1, 1};
    const Both unreadable(DType::U8, std::string(4, 'x'), DType::F6_E2M3, std::string(3, 'x'));
    EXPECT_EQ(
        codeOf(reduceGrid(unreadable.pair, Slice::folded(4, 4), ComplexPart::Real, four)), ErrorCode::Unsupported);
    const Both unlike(DType::U8, std::string(5, 'x'), DType::U8, std::string(4, 'x'));
    EXPECT_EQ(
        codeOf(reduceGrid(unlike.pair, Slice::folded(4, 4), ComplexPart::Real, four)), ErrorCode::InvalidArgument);

    std::filesystem::resize_file(both.b.path(), 10);
    EXPECT_EQ(codeOf(reduceGrid(both.pair, slice, ComplexPart::Real, shape)), ErrorCode::Changed);
}

} // namespace
} // namespace loupe
