// Tests the texts and the sorting of ComparisonModel's columns, for pairs and for groups.

#include "await.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_text.h"
#include "items/compare/pair/pair_figures_model.h"
#include "items/jobs/qt_text.h"
#include "reports/comparison_csv.h"
#include "support/compared_files.h"
#include "support/nan.h"

#include <gmock/gmock.h>

#include <QAbstractItemModelTester>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace loupe {
namespace {

using test::packedBytes;
using test::Signal;
using testing::ElementsAre;
using testing::HasSubstr;

using test::nan;
constexpr float inf = std::numeric_limits<float>::infinity();

std::vector<test::WantedTensor> tensors(std::vector<std::vector<float>> values)
{
    const std::vector<std::string> names{"g.moved", "g.far", "h.new", "h.sign", "h.same"};
    std::vector<test::WantedTensor> wanted;
    for (std::size_t i = 0; i < names.size(); ++i)
        wanted.push_back({names[i], "F32", "[" + std::to_string(values[i].size()) + "]", packedBytes(values[i])});
    return wanted;
}

class ComparisonColumnsTest : public testing::Test {
protected:
    void SetUp() override { model.setResults(files.results()); }

    QModelIndex find(const char* name, int column = 0, const QModelIndex& parent = {}) const
    {
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, column, parent);
            if (index.data(FullNameRole).toString() == QLatin1String(name))
                return index;
            if (const QModelIndex below = find(name, column, model.index(row, 0, parent)); below.isValid())
                return below;
        }
        return {};
    }
    std::string text(const char* name, int column) const { return find(name, column).data().toString().toStdString(); }
    /// The tensor names from top to bottom, after sorting.
    std::vector<std::string> sorted(int column, Qt::SortOrder order)
    {
        Signal arranged(&model, &ComparisonModel::arrangementFinished);
        model.sort(column, order);
        EXPECT_TRUE(arranged.await());
        std::vector<std::string> names;
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex parent = model.index(group, 0);
            for (int row = 0; row < model.rowCount(parent); ++row)
                names.push_back(model.index(row, 0, parent).data().toString().toStdString());
        }
        return names;
    }

    // |A-B| of g.moved: 0, 1, 3; of g.far: 0, 0, 0, 4. The next float after 1 is 2^-23 away, so 2 is 2^23 steps from 1
    // and 8 is 2^23 from 4.
    test::ComparedTensors files{tensors({{1, 1, 1}, {4, 4, 4, 4}, {1, nan, 2}, {1, inf}, {7}}),
        tensors({{1, 2, 4}, {4, 4, 4, 8}, {inf, 1, 2}, {1, -inf}, {7}})};
    ComparisonModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(ComparisonColumnsTest, EachFigureHasOne)
{
    EXPECT_EQ(text("g.moved", ComparisonModel::Mean), "1.333");
    EXPECT_EQ(text("g.moved", ComparisonModel::Rms), "1.826"); // the root of 10 / 3
    EXPECT_EQ(text("g.moved", ComparisonModel::Ulp), "16,777,216"); // 1 to 4
    EXPECT_EQ(text("g.moved", ComparisonModel::FirstDifference), "1");
    EXPECT_EQ(text("g.moved", ComparisonModel::Nonfinite), "0");
    EXPECT_EQ(text("h.new", ComparisonModel::Nonfinite), "A: 1, B: 1");
    EXPECT_EQ(text("h.same", ComparisonModel::FirstDifference), "–");
}

TEST_F(ComparisonColumnsTest, GroupsShowTheLargestAndTheFirst)
{
    EXPECT_EQ(text("g", ComparisonModel::Mean), "1.333");
    EXPECT_EQ(text("g", ComparisonModel::Rms), "2"); // of g.far: the root of 16 / 4
    EXPECT_EQ(text("g", ComparisonModel::Ulp), "16,777,216");
    EXPECT_EQ(text("g", ComparisonModel::FirstDifference), "1");
    EXPECT_EQ(text("h", ComparisonModel::FirstDifference), "0");
    EXPECT_EQ(text("h", ComparisonModel::Nonfinite), "A: 1, B: 1");
    EXPECT_THAT(
        model.headerData(ComparisonModel::FirstDifference, Qt::Horizontal, Qt::ToolTipRole).toString().toStdString(),
        HasSubstr("for a group, the smallest"));
}

TEST_F(ComparisonColumnsTest, AnyOfThemSorts)
{
    // Tensors with equal figures stay in natural order. Figures cover only finite elements, so tensors that differ in
    // NaN or infinities come first.
    const std::pair<int, Qt::SortOrder> byMoved[] = {{ComparisonModel::Mean, Qt::DescendingOrder},
        {ComparisonModel::Ulp, Qt::DescendingOrder}, {ComparisonModel::RelativeL2, Qt::DescendingOrder},
        {ComparisonModel::Cosine, Qt::AscendingOrder}};
    for (const auto& [column, order] : byMoved)
        EXPECT_THAT(sorted(column, order), ElementsAre("new", "sign", "same", "moved", "far")) << column;
    for (const int column : {ComparisonModel::Rms, ComparisonModel::Maximum}) {
        EXPECT_THAT(sorted(column, Qt::DescendingOrder), ElementsAre("new", "sign", "same", "far", "moved")) << column;
        EXPECT_THAT(sorted(column, Qt::AscendingOrder), ElementsAre("moved", "far", "same", "new", "sign")) << column;
    }
    EXPECT_THAT(sorted(ComparisonModel::FirstDifference, Qt::AscendingOrder),
        ElementsAre("new", "sign", "same", "moved", "far"));
    // Both sides have infinities, but with different signs, so the tensor ranks above one without any.
    const auto byNonfinite = sorted(ComparisonModel::Nonfinite, Qt::DescendingOrder);
    EXPECT_THAT(std::vector(byNonfinite.begin(), byNonfinite.begin() + 3), ElementsAre("new", "sign", "same"));
}

TEST(ComparisonSorting, ANanThatOnlyAHasComesFirst)
{
    const auto tensor = [](const char* name, float value) {
        return test::WantedTensor{name, "F32", "[2]", packedBytes<float>({1, value})};
    };
    const test::ComparedTensors files({tensor("little", 1), tensor("much", 1), tensor("nan", nan)},
        {tensor("little", 2), tensor("much", 99), tensor("nan", 1)});
    ComparisonModel model;
    model.setResults(files.results());
    Signal arranged(&model, &ComparisonModel::arrangementFinished);
    model.sort(ComparisonModel::RelativeL2, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    std::vector<std::string> names;
    for (int row = 0; row < model.rowCount(); ++row)
        names.push_back(model.index(row, 0).data().toString().toStdString());
    EXPECT_THAT(names, ElementsAre("nan", "much", "little"));
}

TEST_F(ComparisonColumnsTest, ALargestDifferenceOfZeroSaysThatNanAndInfinitiesDiffer)
{
    const auto isMarked = [&](const char* name) {
        return find(name, ComparisonModel::Maximum).data(ComparisonModel::PairNonfiniteRole).toBool();
    };
    const auto toolTip = [&](const char* name) {
        return find(name, ComparisonModel::Maximum).data(Qt::ToolTipRole).toString().toStdString();
    };
    ASSERT_EQ(text("h.new", ComparisonModel::Maximum), "0");
    ASSERT_EQ(text("h.sign", ComparisonModel::Maximum), "0");
    for (const char* const name : {"h", "h.new", "h.sign"})
        EXPECT_TRUE(isMarked(name)) << name;
    for (const char* const name : {"g", "g.moved", "g.far", "h.same"}) {
        EXPECT_FALSE(isMarked(name)) << name;
        EXPECT_EQ(toolTip(name), "") << name;
    }
    EXPECT_THAT(toolTip("h.new"), HasSubstr("NaN or infinite only in A: 1, B: 1"));
    EXPECT_THAT(toolTip("h.sign"), HasSubstr("NaN and infinities differ"));
    EXPECT_TRUE(model.hasOneSidedNonfinite());
}

TEST_F(ComparisonColumnsTest, PairsOfOneDTypeHaveNoCostOfPrecision)
{
    EXPECT_FALSE(model.hasPrecisionCost());
    EXPECT_EQ(text("g.moved", ComparisonModel::BitsPerWeight), "32");
    EXPECT_EQ(text("g.moved", ComparisonModel::SignalToNoise), "–");
    EXPECT_EQ(precisionCostText(model.results()->total().cost), QString());
    EXPECT_EQ(modelCostText(model.results()->total().cost), QString());
}

TEST(ComparisonColumns, OfOtherPrecisionSayWhatItCosts)
{
    const auto halves = [](std::uint16_t first, std::uint16_t second) {
        return packedBytes<std::uint16_t>({first, second});
    };
    // {3, 4.5} and {30, 39} as F16: the squared error is 0.25 for a squared norm of 25, and 1 for 2500.
    const test::ComparedTensors files(
        {{"x", "F32", "[2]", packedBytes<float>({3, 4})}, {"y", "F32", "[2]", packedBytes<float>({30, 40})},
            {"z", "F32", "[2]", packedBytes<float>({1, 2})}},
        {{"x", "F16", "[2]", halves(0x4200, 0x4480)}, {"y", "F16", "[2]", halves(0x4F80, 0x50E0)},
            {"z", "F32", "[2]", packedBytes<float>({1, 3})}});
    ComparisonModel model;
    model.setResults(files.results());
    EXPECT_TRUE(model.hasPrecisionCost());
    const auto column = [&](int number) {
        std::vector<std::string> texts;
        for (int row = 0; row < model.rowCount(); ++row)
            texts.push_back(model.index(row, number).data().toString().toStdString());
        return texts;
    };
    EXPECT_THAT(column(ComparisonModel::SignalToNoise), ElementsAre("20", "33.98", "–"));
    EXPECT_THAT(column(ComparisonModel::BitsPerWeight), ElementsAre("32 → 16", "32 → 16", "32"));
    // 10 log10(2525 / 1.25), and 16 bytes for 6 elements.
    EXPECT_EQ(
        precisionCostText(model.results()->total().cost).toStdString(), "32 → 21.33 bits per weight, SNR 33.05 dB");
    EXPECT_EQ(modelCostText(model.results()->total().cost).toStdString(),
        "32 → 21.33 bits per weight, SNR 33.05 dB, largest error 1");
    EXPECT_EQ(model.results()->total().cost.largestError(), 1);
    Signal arranged(&model, &ComparisonModel::arrangementFinished);
    model.sort(ComparisonModel::SignalToNoise, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_THAT(column(ComparisonModel::Name), ElementsAre("z", "y", "x"));
}

TEST(PairSums, DifferingPairsOfOneStatusGiveItToTheirGroup)
{
    PairSums sums;
    EXPECT_EQ(sums.status(), std::nullopt);
    sums.count(PairStatus::Identical) = 79;
    EXPECT_EQ(sums.status(), PairStatus::Identical);
    sums.waiting = 1;
    EXPECT_EQ(sums.status(), std::nullopt);
    sums.count(PairStatus::OnlyA) = 8;
    EXPECT_EQ(sums.status(), PairStatus::OnlyA) << "whatever waits";
    sums.waiting = 0;
    EXPECT_EQ(sums.status(), PairStatus::OnlyA);
    sums.count(PairStatus::OnlyB) = 1;
    EXPECT_EQ(sums.status(), PairStatus::Changed);
    sums.count(PairStatus::NotCompared) = 1;
    EXPECT_EQ(sums.status(), PairStatus::NotCompared);
}

TEST(CosineText, HasTheDigitsThatTellItFromOne)
{
    const auto text = [](double cosine) { return cosineText(cosine, false, 7).toStdString(); };
    EXPECT_EQ(text(1), "1");
    EXPECT_EQ(text(0.5), "0.5");
    EXPECT_EQ(text(0.98115577), "0.9811558");
    EXPECT_EQ(text(0.99999998), "0.99999998");
    EXPECT_EQ(text(0.9999999999999), "0.9999999999999");
    EXPECT_EQ(text(std::nextafter(1.0, 0.0)), "0.9999999999999999");
    EXPECT_EQ(text(-0.99999998), "−0.99999998");
}

TEST(MovedTensors, AreToldInTheFigures)
{
    const auto tensor = [](const char* name) {
        return test::WantedTensor{name, "F32", "[1]", packedBytes<float>({1})};
    };
    const test::ComparedTensors files(
        {tensor("g.x"), tensor("g.y"), tensor("z")}, {tensor("g.y"), tensor("g.x"), tensor("z")});
    EXPECT_EQ(files.results()->total().moved, 2u);
    PairFiguresModel figures;
    const auto value = [&](NameTree::NodeId node, const QString& title) {
        figures.setNode(files.results(), node);
        for (int row = 0; row < figures.rowCount(); ++row) {
            if (figures.index(row, 0).data().toString() == title)
                return figures.index(row, PairFiguresModel::A).data().toString().toStdString();
        }
        return std::string("no row");
    };
    EXPECT_EQ(value(0, QStringLiteral("Moved")), "within the file");
    EXPECT_EQ(value(2, QStringLiteral("Moved")), "no row");
    EXPECT_EQ(value(files.results()->paired()->tree.root() + 1, QStringLiteral(" moved")), "2");
}

/// 3 of 1,200 elements differ, by 0.5 at most. The last digits of counts align with the decimal points of other
/// figures.
TEST(PairFigures, HaveTheirDecimalPointsBelowEachOther)
{
    const test::TemporaryFolder folder;
    std::vector<float> values(1200, 1);
    const auto file = [&](const char* name) {
        return folder.write(name, test::safetensorsOf({{"w", "F32", "[1200]", packedBytes<float>(values)}}));
    };
    const auto a = file("a.safetensors");
    for (const std::size_t at : {3U, 5U, 1100U})
        values[at] = 1.5F;
    const auto results = test::comparedFiles(a, file("b.safetensors"));
    ASSERT_TRUE(results);
    PairFiguresModel figures;
    figures.setNode(results, 0);
    std::map<std::string, std::string> shown;
    std::set<std::string> withoutDefinition;
    for (int row = 0; row < figures.rowCount(); ++row) {
        const QModelIndex cell = figures.index(row, PairFiguresModel::A);
        const QModelIndex title = figures.index(row, PairFiguresModel::Figure);
        if (title.data(Qt::ToolTipRole).toString().isEmpty())
            withoutDefinition.insert(title.data().toString().toStdString());
        shown[figures.index(row, PairFiguresModel::Figure).data().toString().toStdString()] =
            std::string(std::size_t(figures.indent(cell)), ' ') + cell.data().toString().toStdString();
    }
    EXPECT_EQ(shown["Status"], "changed");
    const auto point = shown["Max ULP distance"].size();
    EXPECT_EQ(shown["Max ULP distance"], "4,194,304") << "the longest: half of 2^23 steps between 1 and 2";
    EXPECT_EQ(shown["Bitwise different"], "        3");
    EXPECT_EQ(shown["Max |A−B|"], "        0.5");
    EXPECT_EQ(shown["Max |A−B|"].find('.'), point);
    EXPECT_EQ(shown["Mean |A−B|"].find('.'), point);
    EXPECT_THAT(shown["Differing"], testing::StartsWith("        3 ("));
    EXPECT_EQ(figures.indent(figures.index(0, PairFiguresModel::Figure)), 0);
    EXPECT_THAT(
        withoutDefinition, testing::UnorderedElementsAre("Name", "Status", "DType", "Shape", "Size", "File offset"));
    // ‖A‖² is 1,200 and ‖A−B‖² is 3 / 4.
    EXPECT_NEAR(QString::fromStdString(shown["SNR in dB"]).trimmed().toDouble(), 10 * std::log10(1200 / 0.75), 1e-3);
}

TEST(UnreadShard, ItsTensorsAreNotComparedAndSayWhy)
{
    const test::TemporaryFolder folder;
    const auto tensor = [](const char* name) {
        return test::WantedTensor{name, "F32", "[1]", packedBytes<float>({1})};
    };
    folder.write("m-1.safetensors", test::safetensorsOf({tensor("here")}));
    const auto a = folder.write(
        "m.safetensors.index.json", R"({"weight_map":{"here":"m-1.safetensors","away":"m-2.safetensors"}})");
    const auto b =
        folder.write("whole.safetensors", test::safetensorsOf({tensor("here"), tensor("away"), tensor("b")}));
    const auto results = test::comparedFiles(a, b);
    ASSERT_TRUE(results);
    EXPECT_EQ(statusText(results->total()).toStdString(), "1 only in B, 1 not compared");
    ComparisonModel model;
    model.setResults(results);
    const QModelIndex away = model.indexOf(1, ComparisonModel::Status);
    ASSERT_EQ(away.data(FullNameRole).toString(), QStringLiteral("away"));
    EXPECT_EQ(away.data().toString(), QStringLiteral("not compared"));
    EXPECT_THAT(away.data(Qt::ToolTipRole).toString().toStdString(),
        testing::AllOf(HasSubstr("m-2.safetensors"), HasSubstr("could not be opened")));
    EXPECT_THAT(
        comparisonCsvRow(*results->paired()->a, *results->paired()->b, results->paired()->pairs[1], *results->find(1)),
        testing::AllOf(HasSubstr("not_compared"), HasSubstr("could not be opened")));
    EXPECT_EQ(results->paired()->onlyIn(PairStatus::OnlyB), 1u) << "the dialog of renames looks among these";
}

} // namespace
} // namespace loupe
