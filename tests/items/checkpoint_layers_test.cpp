#include "items/layers/checkpoint_layers.h"

#include "adapters/adapter_cases.h"
#include "await.h"
#include "items/layers/cell_text.h"
#include "items/tree/health/health_scan.h"
#include "support/compared_pair.h"
#include "support/nan.h"
#include "support/opened.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <sstream>

namespace loupe {
namespace {

using test::packedBytes;
using test::Signal;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two blocks with the tensors "w" and "n", which have different sizes. "e" are six experts of the first block.
std::vector<test::WantedTensor> wantedTensors()
{
    std::vector<test::WantedTensor> tensors{
        {"l.0.w", "F32", "[4]", packedBytes<float>({1, -1, 1, -1})}, // deviation 1
        {"l.1.w", "F32", "[4]", packedBytes<float>({3, -3, 0, 0})}, // deviation sqrt(4.5), two zeros
        {"l.0.n", "U8", "[2]", std::string("\0\4", 2)}, // deviation 2, one zero
        {"l.1.n", "F32", "[3]", packedBytes<float>({2, test::nan, 2})}, // deviation 0, a NaN
        {"head", "F64", "[1]", packedBytes<double>({0.5})},
    };
    for (int expert = 0; expert < 6; ++expert)
        tensors.push_back({"l.0.e." + std::to_string(expert) + ".k", "F32", "[2]",
            packedBytes<float>({float(expert), float(-expert)})}); // the deviation is the expert's number
    return tensors;
}

class CheckpointLayersTest : public testing::Test {
protected:
    CheckpointLayersTest()
        : opened(test::openFile(folder.write("m.safetensors", test::safetensorsOf(wantedTensors()))))
        , grid(LayerGrid::build(opened->tree).value())
    {
    }
    std::shared_ptr<HealthResults> scanned(std::size_t count) const
    {
        const auto tensors = std::uint32_t(opened->checkpoint->tensors.size());
        auto results = std::make_shared<HealthResults>(tensors);
        std::vector<std::uint32_t> first(std::min<std::size_t>(count, tensors));
        std::iota(first.begin(), first.end(), 0U);
        EXPECT_TRUE(scanHealth(opened->checkpoint, first, {},
            [&](std::uint32_t tensor, const Result<Health>& health) { results->add(*opened, tensor, health); }));
        return results;
    }
    std::uint32_t tensor(std::string_view name) const
    {
        const auto& tensors = opened->checkpoint->tensors;
        const auto found = std::ranges::find(tensors, name, &Tensor::name);
        EXPECT_NE(found, tensors.end()) << name;
        return std::uint32_t(found - tensors.begin());
    }
    FigureCell cell(CellFigure figure, std::string_view name, const HealthResults* results) const
    {
        return findFigureCells(*opened, grid, figure, results, {}).cells[grid.cellOf(tensor(name))];
    }
    double value(CellFigure figure, std::string_view name, const HealthResults* results = nullptr) const
    {
        const FigureCell found = cell(figure, name, results);
        return found.state == FigureCell::State::Known ? found.value : -1;
    }

    test::TemporaryFolder folder;
    OpenedCheckpointPtr opened;
    LayerGrid grid;
};

TEST_F(CheckpointLayersTest, TheHeaderSaysSizeBitsAndDType)
{
    EXPECT_EQ(value(CellFigure::Bytes, "l.0.w"), 16);
    EXPECT_EQ(value(CellFigure::Bytes, "l.0.n"), 2);
    EXPECT_EQ(value(CellFigure::Bytes, "l.0.e.3.k"), 6 * 8) << "six experts";
    EXPECT_EQ(value(CellFigure::BitsPerWeight, "l.0.n"), 8);
    EXPECT_EQ(value(CellFigure::BitsPerWeight, "l.0.e.3.k"), 32);
    EXPECT_EQ(value(CellFigure::BitsPerWeight, "head"), 64);
    const FigureCells types = findFigureCells(*opened, grid, CellFigure::DType, nullptr, {});
    const auto typeOf = [&](std::string_view name) {
        return types.dtypes[std::size_t(types.cells[grid.cellOf(tensor(name))].value)].name;
    };
    EXPECT_EQ(typeOf("l.0.n"), "U8");
    EXPECT_EQ(typeOf("l.1.n"), "F32");
    EXPECT_EQ(typeOf("head"), "F64");
    EXPECT_EQ(types.dtypes.size(), 3U);
    EXPECT_FALSE(types.whole.has_value());
}

TEST_F(CheckpointLayersTest, AScanSaysTheRest)
{
    const auto results = scanned(100);
    struct Case {
        std::string_view name;
        double deviation;
        double largest;
        double zeros;
        double nonfinite;
    };
    // The experts together have twelve values, whose squares add up to 2 (0 + 1 + 4 + 9 + 16 + 25).
    for (const Case& one :
        {Case{"l.0.w", 1, 1, 0, 0}, Case{"l.1.w", std::sqrt(4.5), 3, 0.5, 0}, Case{"l.0.n", 2, 4, 0.5, 0},
            Case{"l.1.n", 0, 2, 0, 1}, Case{"l.0.e.2.k", std::sqrt(110.0 / 12), 5, 2.0 / 12, 0}}) {
        EXPECT_NEAR(value(CellFigure::StandardDeviation, one.name, results.get()), one.deviation, 1e-12) << one.name;
        EXPECT_EQ(value(CellFigure::Largest, one.name, results.get()), one.largest) << one.name;
        EXPECT_DOUBLE_EQ(value(CellFigure::Zeros, one.name, results.get()), one.zeros) << one.name;
        EXPECT_EQ(value(CellFigure::Nonfinite, one.name, results.get()), one.nonfinite) << one.name;
        EXPECT_EQ(cell(CellFigure::Largest, one.name, results.get()).isNonfinite, one.nonfinite > 0) << one.name;
    }
    const FigureCell experts = cell(CellFigure::StandardDeviation, "l.0.e.2.k", results.get());
    EXPECT_EQ(experts.known, 6U);
    EXPECT_EQ(experts.leastTensor, tensor("l.0.e.0.k"));
    EXPECT_EQ(experts.greatestTensor, tensor("l.0.e.5.k"));
    EXPECT_EQ(experts.least, 0);
    EXPECT_EQ(experts.greatest, 5);
    EXPECT_EQ(cell(CellFigure::Farthest, "l.0.w", results.get()).state, FigureCell::State::None) << "too few elements";
}

TEST_F(CheckpointLayersTest, WhatIsNotScannedWaits)
{
    const std::uint32_t last = tensor("l.0.e.5.k");
    const auto some = scanned(last);
    EXPECT_EQ(cell(CellFigure::Largest, "l.0.w", nullptr).state, FigureCell::State::Waiting);
    EXPECT_EQ(cell(CellFigure::Largest, "l.0.w", some.get()).state, FigureCell::State::Known);
    const FigureCell experts = cell(CellFigure::Largest, "l.0.e.0.k", some.get());
    EXPECT_EQ(experts.state, FigureCell::State::Known);
    EXPECT_EQ(experts.known, 5U);
    EXPECT_EQ(experts.value, 4);
    EXPECT_TRUE(findFigureCells(*opened, grid, CellFigure::Largest, nullptr, {}).occurring.waiting);
    EXPECT_FALSE(findFigureCells(*opened, grid, CellFigure::Largest, scanned(100).get(), {}).occurring.waiting);
}

TEST_F(CheckpointLayersTest, ARangeIsOfARowOrOfAll)
{
    const FigureCells found = findFigureCells(*opened, grid, CellFigure::Largest, scanned(100).get(), {});
    const auto row = [&](std::string_view name) { return found.rows[grid.rowOf(grid.cellOf(tensor(name)))]; };
    EXPECT_EQ(row("l.0.w"), (ColorRange{.low = 1, .high = 3}));
    EXPECT_EQ(row("l.0.n"), (ColorRange{.low = 2, .high = 4}));
    EXPECT_EQ(found.whole, (ColorRange{.low = 0.5, .high = 5}));
    const FigureCells nonfinite = findFigureCells(*opened, grid, CellFigure::Nonfinite, scanned(100).get(), {});
    EXPECT_EQ(nonfinite.whole, (ColorRange{.low = 1, .high = 1})) << "cells without NaN have no color";
    EXPECT_TRUE(nonfinite.occurring.zero);
}

TEST_F(CheckpointLayersTest, FollowsTheScanAndTheChoices)
{
    HealthScan scan;
    CheckpointLayers layers;
    layers.setScan(&scan);
    scan.setCheckpoint(opened);
    layers.setActive(true);
    Signal laidOut(&layers, &CheckpointLayers::laidOut);
    layers.setCheckpoint(opened);
    while (layers.grid().series().empty())
        ASSERT_TRUE(laidOut.await());
    EXPECT_EQ(layers.cells().figure, CellFigure::Bytes);
    ASSERT_EQ(layers.blocksWithExperts().size(), 1U);
    EXPECT_EQ(opened->tree.path(layers.blocksWithExperts().front()), "l.0");
    EXPECT_EQ(cellText(layers, layers.grid().cellOf(tensor("l.0.w"))).toStdString(),
        "Size: 16 bytes\nF32 · [4] · 4 elements");
    EXPECT_THAT(cellText(layers, layers.grid().cellOf(tensor("l.0.e.0.k"))).toStdString(),
        HasSubstr("Size: 48 bytes\n6 tensors · 8 B in each tensor"));
    EXPECT_EQ(
        cellName(opened->tree, layers.grid(), layers.grid().cellOf(tensor("l.0.e.0.k"))).toStdString(), "l.0.e.*.k");

    Signal changed(&layers, &CheckpointLayers::changed);
    layers.setFigure(CellFigure::StandardDeviation);
    ASSERT_TRUE(changed.await());
    EXPECT_EQ(layers.cells().known, 0U);
    EXPECT_THAT(cellText(layers, 0).toStdString(), HasSubstr("Standard deviation: not scanned yet\n"));
    scan.start();
    while (layers.cells().known < opened->checkpoint->tensors.size())
        ASSERT_TRUE(changed.await());
    EXPECT_THAT(cellText(layers, layers.grid().cellOf(tensor("l.0.e.0.k"))).toStdString(),
        HasSubstr("\n6 tensors · max 5 in e.5.k (click to select) · min 0 in e.0.k"));

    layers.setParts({LayerParts::Kind::Block, layers.blocksWithExperts().front()});
    ASSERT_TRUE(laidOut.await());
    EXPECT_EQ(layers.grid().series().front().path, "l.0.e.*");
    EXPECT_EQ(layers.grid().series().front().columnCount, 6U);
    EXPECT_EQ(layers.grid().cellOf(tensor("l.1.w")), LayerGrid::none);
    EXPECT_EQ(layers.blocksWithExperts().size(), 1U) << "stay known";
    layers.setParts({LayerParts::Kind::Each});
    ASSERT_TRUE(laidOut.await());
    EXPECT_EQ(layers.grid().rowCount(), 6U + 2 + 1);

    layers.setCheckpoint(nullptr);
    EXPECT_TRUE(layers.grid().series().empty());
}

TEST_F(CheckpointLayersTest, TheCsvHasARowForEachCell)
{
    std::vector<std::string> lines;
    std::istringstream text(layersCsv(*opened, grid, scanned(100).get(), {}));
    for (std::string line; std::getline(text, line);)
        lines.push_back(line);
    EXPECT_THAT(lines,
        ElementsAre("series,block,role,tensors,first_tensor,bytes,bits_per_weight,dtype,std,largest_magnitude,"
                    "zero_share,nonfinite,farthest_sigmas,stable_rank",
            testing::StartsWith("l.*,0,e.*.k,6,l.0.e.0.k,48,32,F32,3.0276503540974"), // sqrt(110 / 12)
            "l.*,0,n,1,l.0.n,2,8,U8,2,4,0.5,0,,", "l.*,1,n,1,l.1.n,12,32,F32,0,2,0,1,,",
            "l.*,0,w,1,l.0.w,16,32,F32,1,1,0,0,,", testing::StartsWith("l.*,1,w,1,l.1.w,16,32,F32,2.12132034355964"),
            ",,head,1,head,8,64,F64,0,0.5,0,0,,"));
}

TEST_F(CheckpointLayersTest, StableRanksAreFoundOnRequest)
{
    // diag(2, 1) has 5/4, diag(1, 1) has 2, diag(3, 0) has 1. A zero matrix, a matrix with a NaN and a vector have
    // none.
    const auto matrix = [](std::string name, float a, float b) {
        return test::WantedTensor{std::move(name), "F32", "[2,2]", packedBytes<float>({a, 0, 0, b})};
    };
    opened = test::openFile(folder.write("r.safetensors",
        test::safetensorsOf({matrix("l.0.a", 2, 1), matrix("l.1.a", 1, 1), matrix("l.0.b", 0, 0),
            matrix("l.1.b", test::nan, 1), {"l.0.c", "F32", "[2]", packedBytes<float>({1, 2})},
            matrix("l.0.e.0.k", 3, 0), matrix("l.0.e.1.k", 1, 1), matrix("l.0.e.2.k", 1, 1), matrix("l.0.e.3.k", 1, 1),
            matrix("l.0.e.4.k", 1, 1)})));
    HealthScan scan;
    CheckpointLayers layers;
    layers.setScan(&scan);
    layers.setFigure(CellFigure::StableRank);
    layers.setActive(true);
    Signal laidOut(&layers, &CheckpointLayers::laidOut);
    layers.setCheckpoint(opened);
    while (layers.grid().series().empty())
        ASSERT_TRUE(laidOut.await());
    EXPECT_EQ(layers.ranks().results()->size(), 0U);
    EXPECT_TRUE(layers.cells().occurring.waiting);
    EXPECT_THAT(cellText(layers, 0).toStdString(), HasSubstr("Stable rank: not computed\n"));

    Signal changed(&layers, &CheckpointLayers::changed);
    const auto cellOf = [&](std::string_view name) { return layers.grid().cellOf(tensor(name)); };
    layers.findRanks({layers.grid().rowOf(cellOf("l.0.b"))});
    while (layers.cells().occurring.waiting)
        ASSERT_TRUE(changed.await());
    EXPECT_EQ(layers.ranks().results()->size(), opened->checkpoint->tensors.size());
    EXPECT_EQ(layers.ranks().share(), 1);
    const auto found = [&](std::string_view name) { return layers.cells().cells[cellOf(name)]; };
    EXPECT_NEAR(found("l.0.a").value, 1.25, 1e-12);
    EXPECT_NEAR(found("l.1.a").value, 2, 1e-12);
    for (const char* const name : {"l.0.b", "l.1.b", "l.0.c"})
        EXPECT_EQ(found(name).state, FigureCell::State::None) << name;
    EXPECT_NEAR(found("l.0.e.0.k").value, (1 + 4 * 2) / 5.0, 1e-12) << "the mean of five";
    EXPECT_EQ(found("l.0.e.0.k").leastTensor, tensor("l.0.e.0.k"));
    EXPECT_THAT(layersCsv(*opened, layers.grid(), nullptr, {}, layers.ranks().results().get()),
        HasSubstr("\nl.*,0,a,1,l.0.a,16,32,F32,,,,,,1.2"));

    layers.setCheckpoint(nullptr);
    EXPECT_EQ(layers.ranks().results()->size(), 0U);
}

/// If one role is far from the others, the scale is logarithmic, so that the others still have different colors.
TEST_F(CheckpointLayersTest, OneRoleFarFromTheOthersDoesNotTakeTheirColors)
{
    for (const int blocks : {3, 40}) {
        SCOPED_TRACE(blocks);
        std::vector<test::WantedTensor> tensors;
        const auto add = [&](const std::string& name, float deviation) {
            tensors.push_back({name, "F32", "[2]", packedBytes<float>({deviation, -deviation})});
        };
        for (int block = 0; block < blocks; ++block) {
            const std::string prefix = "l." + std::to_string(block) + '.';
            add(prefix + "q", 0.01F);
            add(prefix + "k", 0.02F);
            add(prefix + "v", 0.04F);
            add(prefix + "norm", 60);
        }
        opened = test::openFile(folder.write("far.safetensors", test::safetensorsOf(tensors)));
        grid = LayerGrid::build(opened->tree).value();
        const auto results = scanned(tensors.size());
        const ColorRange range =
            findFigureCells(*opened, grid, CellFigure::StandardDeviation, results.get(), {}).whole.value();
        EXPECT_FLOAT_EQ(float(range.low), 0.01F);
        EXPECT_FLOAT_EQ(float(range.high), 60);
        EXPECT_GT(range.linear, 0);
        // log(2) and log(4) of log(6000)
        EXPECT_NEAR(range.positionOf(0.02), 0.08, 0.01);
        EXPECT_NEAR(range.positionOf(0.04), 0.16, 0.01);
    }
}

TEST_F(CheckpointLayersTest, FactorsOfAnAdapterHaveTheNormOfTheirUpdate)
{
    EXPECT_FALSE(UpdateNorms::areIn(*opened->checkpoint));
    for (const auto& adapter : test::adapterCases()) {
        SCOPED_TRACE(adapter["name"]);
        opened = test::openData("adapters/" + adapter["adapter"].get<std::string>());
        EXPECT_TRUE(UpdateNorms::areIn(*opened->checkpoint));
        grid = LayerGrid::build(opened->tree).value();
        const auto norms = UpdateNorms::find(opened->checkpoint, {});
        ASSERT_TRUE(norms);
        const FigureCells cells =
            findFigureCells(*opened, grid, CellFigure::UpdateNorm, nullptr, {}, nullptr, norms->get());
        const auto read = readAdapter(opened->checkpoint);
        ASSERT_TRUE(read);
        std::uint64_t known = 0;
        for (const auto& module : adapter["modules"]) {
            if (!module.contains("rank"))
                continue;
            const auto found =
                std::ranges::find(read->modules, module["name"].get<std::string>(), &AdapterModule::name);
            ASSERT_NE(found, read->modules.end());
            for (const AdapterPart part : partsOf(found->form)) {
                const auto factor = found->part(part);
                if (!factor)
                    continue;
                const double wanted = module["norm"].get<double>();
                EXPECT_NEAR((*norms)->of(*factor).value_or(-1), wanted, 1e-6 * std::max(1.0, wanted));
                if (const auto cell = grid.cellOf(*factor); grid.tensors(cell).size() == 1) {
                    EXPECT_EQ(cells.cells[cell].value, (*norms)->of(*factor));
                }
                ++known;
            }
        }
        EXPECT_EQ(cells.known, known) << "of nothing else";
        const std::string csv = layersCsv(*opened, grid, nullptr, {}, nullptr, norms->get());
        EXPECT_THAT(csv.substr(0, csv.find('\n')), testing::EndsWith(",stable_rank,update_norm"));
    }
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(UpdateNorms::find(opened->checkpoint, Work{stop.get_token()}));
}

TEST_F(CheckpointLayersTest, TensorsPastTheEndOfTheFileAreUnreadable)
{
    // The last one of the file lacks its last byte.
    std::string bytes = test::safetensorsOf(wantedTensors());
    bytes.pop_back();
    opened = test::openFile(folder.write("cut.safetensors", bytes));
    ASSERT_TRUE(opened);
    grid = LayerGrid::build(opened->tree).value();
    const std::string last(opened->checkpoint->tensors.back().name);
    for (const CellFigure figure : {CellFigure::Bytes, CellFigure::DType, CellFigure::StandardDeviation}) {
        const FigureCells found = findFigureCells(*opened, grid, figure, nullptr, {});
        EXPECT_TRUE(found.occurring.unreadable);
        const std::uint32_t cut = grid.cellOf(tensor(last));
        for (std::uint32_t number = 0; number < grid.cellCount(); ++number)
            EXPECT_EQ(found.cells[number].isUnreadable, number == cut) << number;
    }
}

TEST_F(CheckpointLayersTest, NumbersInWords)
{
    EXPECT_EQ(wholeFigureText(CellFigure::Bytes, 33'554'432).toStdString(), "33,554,432 bytes");
    EXPECT_EQ(wholeFigureText(CellFigure::Nonfinite, 1234).toStdString(), "1,234");
    EXPECT_EQ(wholeFigureText(CellFigure::StandardDeviation, 0.1).toStdString(), "0.1");
    EXPECT_EQ(wholeFigureText(CellFigure::Zeros, 0.25), QStringLiteral("25\u00a0%"));
    EXPECT_EQ(shortFigureText(CellFigure::Farthest, 12.34567), QStringLiteral("12.35\u00a0σ"));
    EXPECT_EQ(wholeFigureText(CellFigure::StableRank, 12.3456789).toStdString(), "12.35") << "known to few digits";
    EXPECT_EQ(axisTitle(CellFigure::Bytes, unitOf(CellFigure::Bytes, 5 << 20)).toStdString(), "Size (MiB)");
    EXPECT_EQ(unitOf(CellFigure::Bytes, 5 << 20).size, 1 << 20);
    for (const CellFigure figure : allCellFigures) {
        EXPECT_FALSE(figureName(figure).isEmpty());
        EXPECT_TRUE(figureHelp(figure).endsWith(u'.'));
    }
}

} // namespace
} // namespace loupe
