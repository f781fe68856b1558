// Tests that the grids of a pair of tensors are made off the UI thread.

#include "analysis/one_tensor.h"
#include "grid_job_fixture.h"
#include "items/compare/pair/pair_cell_job.h"

#include <QTest>

namespace loupe {
namespace {

using test::OneTensor;
using test::Signal;

class PairGrids : public test::GridJobTest { };

/// Two files of one tensor each.
struct Pair {
    OneTensor a;
    OneTensor b;
    Slice slice;

    GridSource source() const { return {{a.checkpoint(), 0, slice}, ComplexPart::Real, minuend()}; }
    GridSource::Other minuend() const { return {b.checkpoint(), 0}; }
};

Pair largePair()
{
    std::vector<std::uint8_t> a(12'000'000, 3);
    std::vector<std::int16_t> b(a.size(), 3);
    b[7'654'321] = -97;
    return {OneTensor(DType::U8, a), OneTensor(DType::I16, b), Slice::folded(a.size(), 4000)};
}

TEST_F(PairGrids, TheDifferencesOfTwoTensors)
{
    const Pair pair = largePair();
    const GridShape shape = GridShape::fitting({0, 0, pair.slice.rows(), pair.slice.columns()}, 30, 40);
    job.start(pair.source(), {{0, 0, 1, 1}, 1, 1});
    job.start(pair.source(), shape); // the newest wins
    ASSERT_TRUE(finished.await());
    ASSERT_EQ(grid->shape, shape);
    EXPECT_LE(arrived, grid->cells.size());
    const GridCell& cell = grid->at(7'654'321 / 4000 / shape.rowStep, 7'654'321 % 4000 / shape.columnStep);
    EXPECT_EQ(grid->number(cell.least), -100);
    EXPECT_EQ(grid->number(cell.greatest), 0);
    ASSERT_TRUE(ranges);
    EXPECT_EQ((*ranges)[std::size_t(RangeChoice::Full)], (ColorRange{-100, 100, true, false}));
}

TEST_F(PairGrids, RangesOfDifferencesAreAround0)
{
    const Pair pair{OneTensor(DType::F32, std::vector<float>{1, 2}), OneTensor(DType::F64, std::vector<double>{3, 6}),
        Slice::folded(2, 2)};
    job.start(pair.source(), {{0, 0, 1, 2}, 1, 1});
    ASSERT_TRUE(finished.await());
    ASSERT_TRUE(ranges);
    EXPECT_EQ((*ranges)[std::size_t(RangeChoice::Full)], (ColorRange{-4, 4, true, false}));
}

TEST_F(PairGrids, SaysWhichSideCannotBeRead)
{
    const Pair pair = largePair();
    std::filesystem::resize_file(pair.b.path(), 10);
    job.start(pair.source(), {{0, 0, 100, 100}, 1, 1});
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Changed);
    job.start(pair.source(), {{0, 0, 100, 100}, 1, 1});
    job.stop();
    EXPECT_FALSE(job.isRunning());
}

TEST(PairCell, OneCellOfBothSidesAndTheirDifference)
{
    const Pair pair{OneTensor(DType::F32, std::vector<float>{1, 2, 3, 4, 5, 6}),
        OneTensor(DType::F64, std::vector<double>{1, 2, 3, 4.5, 1, NAN}), Slice::folded(6, 3)};
    PairCellJob job;
    Signal ready(&job, &PairCellJob::ready);
    std::optional<PairCell> cell;
    QObject::connect(&job, &PairCellJob::ready, &job, [&cell](const PairCell& read) { cell = read; });
    job.start(pair.source(), {0, 0, 1, 1});
    job.start(pair.source(), {1, 0, 1, 3}); // the newest wins
    ASSERT_TRUE(ready.await());
    ASSERT_TRUE(cell);
    ASSERT_EQ(cell->a.cells.size(), 1U);
    ASSERT_EQ(cell->b.cells.size(), 1U);
    ASSERT_EQ(cell->difference.cells.size(), 1U);
    EXPECT_EQ(cell->difference.shape.window, (SliceWindow{1, 0, 1, 3}));
    const auto extremes = [](const Grid& grid) {
        return std::pair(grid.number(grid.cells[0].least), grid.number(grid.cells[0].greatest));
    };
    EXPECT_EQ(extremes(cell->a), std::pair(4.0, 6.0));
    EXPECT_EQ(extremes(cell->b), std::pair(1.0, 4.5));
    EXPECT_EQ(extremes(cell->difference), std::pair(-4.0, 0.5));
    EXPECT_EQ(cell->b.cells[0].nan, 1U);
    EXPECT_EQ(cell->difference.cells[0].nan, 1U);
}

} // namespace
} // namespace loupe
