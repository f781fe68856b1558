#include "items/compare/metadata_difference_model.h"

#include "await.h"
#include "items/compare/comparison_model.h"

#include <QAbstractItemModelTester>
#include <gmock/gmock.h>

namespace loupe {
namespace {

using test::Signal;
using testing::ElementsAre;
using Lines = std::vector<std::string>;

class MetadataDifferenceTest : public testing::Test {
protected:
    void compare(std::optional<Metadata> a, std::optional<Metadata> b)
    {
        const auto made = [](std::optional<Metadata> metadata) {
            auto checkpoint = std::make_shared<Checkpoint>();
            checkpoint->metadata = std::move(metadata);
            return checkpoint;
        };
        auto paired = std::make_shared<PairedCheckpoints>();
        paired->a = made(std::move(a));
        paired->b = made(std::move(b));
        Signal loaded(&model, &MetadataDifferenceModel::loaded);
        model.setPaired(paired);
        ASSERT_TRUE(loaded.await());
    }
    /// Each row as "  key ≠ A | B", indented by its depth.
    Lines rows(const QModelIndex& parent = {}, const std::string& indent = {}) const
    {
        const char* const signs[] = {" = ", " ≠ ", " - ", " + "};
        Lines lines;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const auto text = [&](int column) {
                return model.index(row, column, parent).data().toString().toStdString();
            };
            const QModelIndex index = model.index(row, 0, parent);
            lines.push_back(indent + text(MetadataDifferenceModel::Key)
                + signs[index.data(ComparisonModel::PairStatusRole).toInt()] + text(MetadataDifferenceModel::A) + " | "
                + text(MetadataDifferenceModel::B));
            for (std::string& below : rows(index, indent + "  "))
                lines.push_back(std::move(below));
        }
        return lines;
    }

    MetadataDifferenceModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(MetadataDifferenceTest, WhatDiffersStandsBeforeWhatDoesNot)
{
    compare(Metadata{{"format", "pt"}, {"step", "1"}, {"gone", "x"}},
        Metadata{{"new", "y"}, {"step", "2"}, {"format", "pt"}});
    EXPECT_THAT(rows(), ElementsAre("step ≠ 1 | 2", "gone - x | ", "new +  | y", "format = pt | pt"));
    EXPECT_FALSE(model.index(1, MetadataDifferenceModel::B).data(WholeTextRole).isValid());
    EXPECT_EQ(model.index(0, 0).data(Qt::AccessibleDescriptionRole).toString(), QStringLiteral("changed"));
}

TEST_F(MetadataDifferenceTest, JsonIsUnfoldedOnBothSides)
{
    compare(Metadata{{"config", R"({"layers": 2, "rope": {"theta": 1e4, "type": "x"}, "list": [1, 2, 3]})"}},
        Metadata{{"config", R"({"rope": {"type": "x", "theta": 5e5}, "layers": 2, "list": [1, 4], "lora": true})"}});
    const Lines shown = rows();
    ASSERT_EQ(shown.size(), 10U);
    EXPECT_EQ(shown[1], "  rope ≠ {2 keys} | {2 keys}");
    EXPECT_EQ(shown[2], "    theta ≠ 1e4 | 5e5");
    EXPECT_EQ(shown[3], "    type = x | x");
    EXPECT_EQ(shown[4], "  list ≠ [3 values] | [2 values]");
    EXPECT_EQ(shown[5], "    [0] = 1 | 1"); // array values keep their indices
    EXPECT_EQ(shown[6], "    [1] ≠ 2 | 4");
    EXPECT_EQ(shown[7], "    [2] - 3 | ");
    EXPECT_EQ(shown[8], "  lora +  | true");
    EXPECT_EQ(shown[9], "  layers = 2 | 2");
}

TEST_F(MetadataDifferenceTest, WhiteSpaceAloneIsADifferenceOfTheKeyOnly)
{
    compare(Metadata{{"config", R"({"a":{"b":1,"c":2}})"}}, Metadata{{"config", R"({"a": {"c": 2, "b": 1}})"}});
    EXPECT_THAT(rows(),
        ElementsAre(R"(config ≠ {"a":{"b":1,"c":2}} | {"a": {"c": 2, "b": 1}})", "  a = {2 keys} | {2 keys}",
            "    b = 1 | 1", "    c = 2 | 2"));
}

TEST_F(MetadataDifferenceTest, AValueThatIsJsonOnOneSideOnly)
{
    compare(Metadata{{"k", "text"}}, Metadata{{"k", "[7]"}});
    EXPECT_THAT(rows(), ElementsAre("k ≠ text | [7]", "  [0] +  | 7"));
}

TEST_F(MetadataDifferenceTest, MemberNamesMayRepeat)
{
    compare(Metadata{{"k", R"({"x": 1, "x": 2})"}}, Metadata{{"k", R"({"x": 1, "x": 3, "x": 2})"}});
    const Lines shown = rows();
    ASSERT_EQ(shown.size(), 4U);
    EXPECT_EQ(shown[1], "  x ≠ 2 | 3");
    EXPECT_EQ(shown[2], "  x +  | 2");
    EXPECT_EQ(shown[3], "  x = 1 | 1");
}

TEST_F(MetadataDifferenceTest, LongValuesAreShortenedInCellsOnly)
{
    const std::string longText(3'000'000, 'x');
    compare(Metadata{{"k", longText}}, Metadata{{"k", longText + "y"}});
    const QModelIndex cell = model.index(0, MetadataDifferenceModel::B);
    EXPECT_LT(cell.data().toString().size(), 1000);
    EXPECT_EQ(cell.data(WholeTextRole).toString().toStdString(), longText + "y");
    EXPECT_EQ(cell.data(ComparisonModel::PairStatusRole).toInt(), int(PairStatus::Changed));
}

TEST_F(MetadataDifferenceTest, NoMetadataIsNoRow)
{
    compare(std::nullopt, Metadata{});
    EXPECT_EQ(model.rowCount(), 0);
    compare(std::nullopt, Metadata{{"k", "v"}});
    EXPECT_THAT(rows(), ElementsAre("k +  | v"));
    model.setPaired(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

} // namespace
} // namespace loupe
