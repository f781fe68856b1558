#include "views/compare/pair_messages.h"

#include "support/compared_files.h"
#include "views/compare/pair_byte_colors.h"
#include "views/compare/pair_heat_map_tab.h"
#include "views/compare/pair_histogram_charts.h"
#include "views/compare/pair_histogram_tab.h"
#include "views/compare/pair_values_tab.h"
#include "views/kit/elided_label.h"
#include "views/values/values_panel.h"

#include <QTest>

#include <set>

namespace loupe {
namespace {

using test::packedBytes;

/// All tabs that show the values of a pair.
class PairMessagesTest : public testing::Test {
protected:
    PairMessagesTest()
    {
        for (ComparisonTab* const tab : tabs()) {
            tab->resize(700, 600);
            tab->show();
            tab->setActive(true);
        }
    }
    std::vector<ComparisonTab*> tabs() { return {&histogram, &heatMap, &values}; }
    void open()
    {
        for (ComparisonTab* const tab : tabs())
            tab->setResults(compared.results());
    }
    void select(std::optional<NameTree::NodeId> node)
    {
        for (ComparisonTab* const tab : tabs()) {
            tab->setNode(node);
            EXPECT_TRUE(QTest::qWaitFor([tab] { return !tab->isBusy(); }, 20'000));
        }
    }
    void select(std::string_view name)
    {
        const auto& tensors = compared.results()->paired()->names->tensors;
        for (std::uint32_t i = 0; i < tensors.size(); ++i) {
            if (tensors[i].name == name)
                return select(std::optional<NameTree::NodeId>(i));
        }
        FAIL() << name;
    }
    /// The message, which must be the same in all tabs.
    QString message()
    {
        const std::set<QString> all{histogram.charts().values().message(), heatMap.message(), values.message()};
        EXPECT_EQ(all.size(), 1U) << histogram.charts().values().message().toStdString() << '\n'
                                  << heatMap.message().toStdString() << '\n'
                                  << values.message().toStdString();
        return *all.begin();
    }
    QString differenceMessage()
    {
        const std::set<QString> all{histogram.charts().differences().message(), heatMap.note(), values.panel().note()};
        EXPECT_EQ(all.size(), 1U) << histogram.charts().differences().message().toStdString() << '\n'
                                  << heatMap.note().toStdString() << '\n'
                                  << values.panel().note().toStdString();
        return *all.begin();
    }

    test::ComparedTensors compared{
        {{"g.none", "F32", "[0]", ""}, {"g.opaque", "F6_E2M3", "[4]", "abc"}, {"g.half", "F6_E2M3", "[4]", "abc"},
            {"g.shape", "U8", "[4]", "abcd"}, {"g.left", "U8", "[2]", "ab"}, {"g.same", "U8", "[2]", "ab"}},
        {{"g.none", "F32", "[0]", ""}, {"g.opaque", "F6_E2M3", "[4]", "xyz"}, {"g.half", "U8", "[4]", "abcd"},
            {"g.shape", "U8", "[2,2]", "abcd"}, {"g.same", "U8", "[2]", "ab"}}};
    PairHistogramTab histogram;
    PairHeatMapTab heatMap;
    PairValuesTab values;
};

TEST_F(PairMessagesTest, AllTabsSayTheSame)
{
    std::set<QString> sentences{message()};
    open();
    sentences.insert(message());
    select(compared.results()->paired()->tree.root());
    sentences.insert(message());
    select("g.none");
    EXPECT_EQ(message(), QStringLiteral("This tensor has no elements."));
    sentences.insert(message());
    select("g.opaque");
    EXPECT_EQ(message(), QStringLiteral("Values of dtype F6_E2M3 cannot be read."));
    sentences.insert(message());
    EXPECT_EQ(sentences.size(), 5U) << "each has its own";
    EXPECT_FALSE(sentences.contains(QString()));
    select("g.same");
    EXPECT_EQ(message(), QString());
}

TEST_F(PairMessagesTest, AllTabsSayTheSameOfWhatIsNotSubtracted)
{
    open();
    select("g.shape");
    EXPECT_EQ(message(), QString());
    EXPECT_EQ(differenceMessage(), QStringLiteral("No difference: the shape is [4] in A and [2, 2] in B."));
    select("g.half");
    EXPECT_EQ(differenceMessage(), QStringLiteral("No difference: the values of A cannot be read."));
    select("g.left");
    EXPECT_EQ(heatMap.note(), QStringLiteral("No difference: only A has this tensor."));
    EXPECT_EQ(histogram.charts().differences().message(), heatMap.note());
}

TEST(PairMessages, AShardThatIsMissingIsNoSideThatLacksTheTensor)
{
    const test::TemporaryFolder folder;
    const auto whole =
        folder.write("a.safetensors", test::safetensorsOf({{"away", "U8", "[2]", "ab"}, {"here", "U8", "[2]", "ab"}}));
    folder.write("m-1.safetensors", test::safetensorsOf({{"here", "U8", "[2]", "ab"}}));
    const auto sharded = folder.write(
        "m.safetensors.index.json", R"({"weight_map":{"here":"m-1.safetensors","away":"m-2.safetensors"}})");
    for (const bool isMissingInA : {false, true}) {
        const ComparisonResultsPtr results =
            isMissingInA ? test::comparedFiles(sharded, whole) : test::comparedFiles(whole, sharded);
        ASSERT_TRUE(results);
        const PairedCheckpoints& paired = *results->paired();
        std::uint32_t away = 0;
        while (paired.names->tensors[away].name != "away")
            ++away;
        const QString why =
            QStringLiteral("Not compared: %1 stores this tensor in m-2.safetensors, which could not be opened.")
                .arg(isMissingInA ? QChar(u'A') : QChar(u'B'));
        EXPECT_EQ(whyNoDifference(paired, paired.pairs[away]), why);
        PairHistogramTab histogram;
        PairHeatMapTab heatMap;
        PairValuesTab values;
        for (ComparisonTab* const tab : std::initializer_list<ComparisonTab*>{&histogram, &heatMap, &values}) {
            tab->resize(700, 600);
            tab->show();
            tab->setActive(true);
            tab->setResults(results);
            tab->setNode(away);
            EXPECT_TRUE(QTest::qWaitFor([tab] { return !tab->isBusy(); }, 20'000));
        }
        EXPECT_EQ(heatMap.note(), why);
        EXPECT_EQ(histogram.charts().differences().message(), why);
        QStringList titles;
        for (const ElidedLabel* const label : values.findChildren<ElidedLabel*>())
            titles << label->text();
        EXPECT_TRUE(
            titles.contains(QStringLiteral("%1, not compared   U8 [2]").arg(isMissingInA ? QChar(u'B') : QChar(u'A'))))
            << titles.join(u'\n').toStdString();
        const PairByteColors colors(results);
        bool isTold = false;
        for (const ByteMapSource::Strip& strip : colors.strips()) {
            const auto& side = strip.side == 0 ? paired.sideA : paired.sideB;
            for (const Region& region : side.regions[strip.file].all()) {
                const QString text = colors.describe(strip, region).text;
                isTold = isTold || text.endsWith(why);
                EXPECT_FALSE(text.contains(QStringLiteral("only in")));
            }
        }
        EXPECT_TRUE(isTold);
    }
}

TEST(PairMessages, TheNextDifferenceIsNamedWhereThereIsOne)
{
    const std::vector<test::WantedTensor> one{{"t", "U8", "[2]", "ab"}};
    const std::vector<test::WantedTensor> other{{"t", "U8", "[2]", "ac"}};
    const test::ComparedTensors same(one, one);
    const test::ComparedTensors changed(one, other);
    EXPECT_EQ(whyNoPair(same.results(), std::nullopt), QStringLiteral("Select a tensor."));
    EXPECT_TRUE(whyNoPair(changed.results(), std::nullopt).contains(QStringLiteral("Alt+Down")));
}

TEST_F(PairMessagesTest, FiguresAreOfGroupsToo)
{
    const ComparisonResultsPtr& results = compared.results();
    const auto root = results->paired()->tree.root();
    EXPECT_FALSE(whyNoPair(results, root).isEmpty());
    EXPECT_TRUE(whyNoPair(results, root, true).isEmpty());
    EXPECT_EQ(whyNoPair(results, std::nullopt, true), whyNoPair(results, std::nullopt));
    EXPECT_EQ(whyNoPair(nullptr, std::nullopt, true), whyNoPair(nullptr, std::nullopt));
}

} // namespace
} // namespace loupe
