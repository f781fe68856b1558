#include "views/compare/pair_histogram_tab.h"

#include "support/compared_pair.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/compare/pair_histogram_charts.h"
#include "views/kit/choice_switch.h"
#include "views/kit/link_button.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QImage>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>

#include <limits>
#include <utility>

namespace loupe {
namespace {

using test::packedBytes;
using testing::HasSubstr;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

class PairHistogramTabTest : public testing::Test {
protected:
    PairHistogramTabTest() { tab.resize(480, 640); }

    void SetUp() override
    {
        const auto a = folder.write("a.safetensors",
            test::safetensorsOf({{"l.changed", "F32", "[4]", packedBytes<float>({-1, 0, 1, nan})},
                {"l.same", "F32", "[2]", packedBytes<float>({5, 6})},
                {"shape", "F32", "[2,2]", packedBytes<float>({1, 2, 3, 4})},
                {"only", "U8", "[3]", std::string("\1\2\3", 3)}, {"empty", "F32", "[0]", ""},
                {"zeros", "F32", "[2]", packedBytes<float>({0, 1})},
                {"nan", "F32", "[2]", packedBytes<float>({nan, 1})},
                {"complex", "C64", "[1]", packedBytes<float>({1, 2})}}));
        const auto b = folder.write("b.safetensors",
            test::safetensorsOf({{"l.changed", "F32", "[4]", packedBytes<float>({-1, 0.5, 3, 1})},
                {"l.same", "F32", "[2]", packedBytes<float>({5, 6})},
                {"shape", "F32", "[4]", packedBytes<float>({1, 2, 3, 4})}, {"empty", "F32", "[0]", ""},
                {"zeros", "F32", "[2]", packedBytes<float>({-0.0F, 1})},
                {"nan", "F32", "[2]", packedBytes<float>({2, 1})},
                {"complex", "C64", "[1]", packedBytes<float>({1, 3})}}));
        auto paired = openPair(a, b, {});
        ASSERT_TRUE(paired);
        results = std::make_shared<ComparisonResults>(*paired);
        tab.setResults(results);
        tab.show();
    }

    bool await()
    {
        return QTest::qWaitFor([this] { return !tab.isBusy(); }, 20'000);
    }
    void select(std::string_view name)
    {
        const auto& tensors = results->paired()->names->tensors;
        for (std::uint32_t i = 0; i < tensors.size(); ++i) {
            if (tensors[i].name == name) {
                tab.setNode(i);
                ASSERT_TRUE(await());
                return;
            }
        }
        FAIL() << name;
    }
    std::string valuesMessage() { return tab.charts().values().message().toStdString(); }
    std::string differencesMessage() { return tab.charts().differences().message().toStdString(); }
    QAction* action(const QString& text)
    {
        for (auto* const found : tab.findChildren<QAction*>()) {
            if (found->text() == text)
                return found;
        }
        return nullptr;
    }
    QToolButton* compute()
    {
        for (auto* const button : tab.findChildren<QToolButton*>()) {
            if (button->text() == u"Compute")
                return button;
        }
        return nullptr;
    }

    test::TemporaryFolder folder;
    ComparisonResultsPtr results;
    PairHistogramTab tab;
};

/// In a window of 900x600, two charts would consist mostly of axes and legends.
TEST_F(PairHistogramTabTest, WithLittleRoomOneChartIsShownByASwitch)
{
    select("l.changed");
    PairHistogramCharts& charts = tab.charts();
    const auto seen = [&] { return std::pair(charts.values().isVisible(), charts.differences().isVisible()); };
    EXPECT_FALSE(charts.oneSwitch().isVisible());
    EXPECT_EQ(seen(), std::pair(true, true));
    tab.resize(430, 310);
    EXPECT_TRUE(charts.oneSwitch().isVisible());
    EXPECT_EQ(seen(), std::pair(true, false));
    EXPECT_TRUE(QTest::qWaitFor([&] { return charts.values().height() >= charts.height() - 8; }));
    charts.oneSwitch().buttons()[1]->click();
    EXPECT_EQ(seen(), std::pair(false, true));
    EXPECT_EQ(differencesMessage(), "");
    tab.resize(480, 640);
    EXPECT_EQ(seen(), std::pair(true, true));
    EXPECT_FALSE(charts.oneSwitch().isVisible());
}

TEST_F(PairHistogramTabTest, DrawsBothOverEachOtherAndTheirDifferences)
{
    tab.setActive(true);
    select("l.changed");
    EXPECT_EQ(valuesMessage(), "");
    EXPECT_EQ(differencesMessage(), "");
    const Theme& theme = Theme::of(tab.palette());
    const QImage values = test::pictureOf(tab.charts().values());
    EXPECT_TRUE(test::contains(values, theme.sideA));
    EXPECT_TRUE(test::contains(values, theme.sideB));
    EXPECT_TRUE(test::contains(values, theme.nan));
    EXPECT_TRUE(test::contains(test::pictureOf(tab.charts().differences()), theme.difference));
}

TEST_F(PairHistogramTabTest, SaysTheRangeAndBothCountsOfABar)
{
    tab.setActive(true);
    select("l.changed");
    HistogramCanvas& values = tab.charts().values();
    EXPECT_EQ(values.bars().text(0), QStringLiteral("−1 to −0.984375: A 1 (25.0 %), B 1 (25.0 %)"));
    EXPECT_EQ(values.bars().text(values.bars().count() - 1), QStringLiteral("NaN: A 1 (25.0 %), B 0 (0.0 %)"));
    EXPECT_THAT(tab.note().toStdString(), HasSubstr("256 bins of width 0.01563; B − A: width 0.01556"));
    QTest::keyClick(&values, Qt::Key_Home);
    EXPECT_EQ(tab.note(), values.bars().text(0));
    HistogramCanvas& differences = tab.charts().differences();
    QTest::mouseMove(&values, QPoint(0, 0));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&values, &leave);
    QTest::keyClick(&differences, Qt::Key_End);
    EXPECT_THAT(tab.note().toStdString(), HasSubstr("B − A: NaN, Inf: 1 values, 25.0 %"));
}

TEST_F(PairHistogramTabTest, SaysInOneSentenceWhyThereIsNothing)
{
    tab.setActive(true);
    EXPECT_THAT(valuesMessage(), HasSubstr("Select a tensor"));
    tab.setNode(results->paired()->tree.root());
    EXPECT_THAT(valuesMessage(), HasSubstr("Select a tensor of this group"));
    EXPECT_FALSE(tab.isBusy());
    select("only");
    EXPECT_EQ(valuesMessage(), "");
    EXPECT_THAT(differencesMessage(), HasSubstr("only A has this tensor"));
    select("shape");
    EXPECT_EQ(valuesMessage(), "");
    EXPECT_THAT(differencesMessage(), HasSubstr("[2, 2] in A and [4] in B"));
    select("l.same");
    EXPECT_EQ(valuesMessage(), "");
    EXPECT_THAT(differencesMessage(), HasSubstr("identical"));
    select("zeros");
    EXPECT_THAT(differencesMessage(), HasSubstr("All values are the same"));
    select("nan");
    EXPECT_THAT(differencesMessage(), HasSubstr("only where one is NaN or infinite"));
    select("empty");
    EXPECT_THAT(valuesMessage(), HasSubstr("no elements"));
    tab.setResults(nullptr);
    EXPECT_THAT(valuesMessage(), HasSubstr("Nothing to compare yet"));
}

TEST_F(PairHistogramTabTest, WorksOnlyWhileItIsShown)
{
    tab.setNode(0);
    EXPECT_FALSE(tab.isBusy());
    tab.setActive(true);
    EXPECT_TRUE(tab.isBusy());
    tab.setActive(false);
    EXPECT_FALSE(tab.isBusy());
    tab.setActive(true);
    ASSERT_TRUE(await());
    EXPECT_EQ(valuesMessage(), "");
}

TEST_F(PairHistogramTabTest, AStopSaysSoAndOffersToGoOn)
{
    tab.setActive(true);
    tab.setNode(0);
    ASSERT_TRUE(tab.isBusy());
    tab.stop();
    EXPECT_FALSE(tab.isBusy());
    EXPECT_THAT(valuesMessage(), HasSubstr("Stopped"));
    ASSERT_FALSE(compute()->isHidden());
    tab.setActive(false);
    tab.setActive(true);
    EXPECT_FALSE(tab.isBusy()); // does not start by itself
    compute()->click();
    ASSERT_TRUE(await());
    EXPECT_EQ(valuesMessage(), "");
    EXPECT_TRUE(compute()->isHidden());
}

TEST_F(PairHistogramTabTest, WhatIsShownStaysWhileAnotherChoiceIsCountedAndAfterAStop)
{
    tab.setActive(true);
    select("l.changed");
    const int bars = tab.charts().values().bars().count();
    action(QStringLiteral("≤ 64 bins"))->trigger();
    EXPECT_TRUE(tab.isBusy());
    EXPECT_EQ(tab.charts().values().bars().count(), bars);
    tab.stop();
    EXPECT_EQ(tab.charts().values().bars().count(), bars);
    EXPECT_EQ(tab.controls().choice().bins, 256u);
    action(QStringLiteral("≤ 64 bins"))->trigger();
    ASSERT_TRUE(await());
    EXPECT_EQ(tab.charts().values().bars().count(), 64 + 1);
    EXPECT_EQ(tab.charts().differences().bars().count(), 65 + 1);
}

TEST_F(PairHistogramTabTest, NothingMovesWhenResultsArrive)
{
    tab.setActive(true);
    const QRect values = tab.charts().values().geometry();
    const QRect differences = tab.charts().differences().geometry();
    EXPECT_NEAR(values.height(), differences.height(), 1);
    select("l.changed");
    QCoreApplication::processEvents();
    EXPECT_EQ(tab.charts().values().geometry(), values);
    EXPECT_EQ(tab.charts().differences().geometry(), differences);
}

TEST_F(PairHistogramTabTest, ZoomsIntoEitherChartAndBack)
{
    tab.setActive(true);
    select("l.changed");
    const QString before = tab.charts().values().bars().text(0);
    const QString differences = tab.charts().differences().bars().text(0);
    emit tab.charts().differences().rangeChosen(0.25, 1);
    ASSERT_TRUE(await());
    EXPECT_THAT(tab.charts().differences().bars().text(0).toStdString(), HasSubstr("0.25 to"));
    EXPECT_EQ(tab.charts().values().bars().text(0), before);
    emit tab.charts().values().zoomWanted(0, 0.5);
    ASSERT_TRUE(await());
    EXPECT_NE(tab.charts().values().bars().text(0), before);
    action(QStringLiteral("Reset zoom"))->trigger();
    ASSERT_TRUE(await());
    EXPECT_EQ(tab.charts().values().bars().text(0), before);
    EXPECT_EQ(tab.charts().differences().bars().text(0), differences);
    EXPECT_FALSE(action(QStringLiteral("Reset zoom"))->isEnabled());
}

TEST_F(PairHistogramTabTest, EitherPartOfComplexValuesCanBeChosen)
{
    tab.setActive(true);
    auto* const parts = tab.findChild<QComboBox*>();
    select("l.changed");
    EXPECT_TRUE(parts->isHidden());
    select("complex");
    EXPECT_FALSE(parts->isHidden());
    EXPECT_THAT(tab.charts().values().bars().text(0).toStdString(), HasSubstr("0.5 to"));
    QTest::keyClick(parts, Qt::Key_Down);
    ASSERT_TRUE(await());
    EXPECT_THAT(tab.charts().values().bars().text(0).toStdString(), HasSubstr("2 to"));
    select("l.changed"); // not complex, so it has no parts
    EXPECT_TRUE(parts->isHidden());
    EXPECT_EQ(valuesMessage(), "");
    EXPECT_THAT(tab.charts().values().bars().text(0).toStdString(), HasSubstr("A 1 (25.0 %), B 1 (25.0 %)"));
    select("complex"); // the choice for complex values is remembered
    EXPECT_FALSE(parts->isHidden());
    EXPECT_THAT(tab.charts().values().bars().text(0).toStdString(), HasSubstr("2 to"));
}

TEST_F(PairHistogramTabTest, CopiesAndSavesTheData)
{
    tab.setActive(true);
    QApplication::clipboard()->setText(QStringLiteral("nothing"));
    action(QStringLiteral("Copy data"))->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("nothing"));
    select("l.changed");
    action(QStringLiteral("Copy data"))->trigger();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("of\tfrom\tto\tcount\na\t-1\t")));
    const auto path = [this](const char* name) { return QString::fromStdString((folder.path() / name).string()); };
    tab.save(HistogramFile::Png, path("both.png"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tab.saver().isRunning(); }, 20'000));
    EXPECT_EQ(tab.note(), QStringLiteral("Saved %1").arg(path("both.png")));
    const QImage written(path("both.png"));
    EXPECT_TRUE(test::contains(written, Theme::of(tab.palette()).sideA));
    EXPECT_TRUE(test::contains(written, Theme::of(tab.palette()).difference));
    QString sentence;
    QObject::connect(&tab, &ComparisonTab::saveFailed, &tab, [&](const QString& text) { sentence = text; });
    tab.save(HistogramFile::Csv, QStringLiteral("/nowhere/both.csv"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tab.saver().isRunning(); }, 20'000));
    EXPECT_THAT(sentence.toStdString(), HasSubstr("/nowhere/both.csv"));
}

TEST_F(PairHistogramTabTest, ALoneDifferenceAmongMillionsHasAPixel)
{
    std::string bytes(2'000'000, '\1');
    const auto a = folder.write("a.safetensors", test::safetensorsOf({{"t", "U8", "[2000000]", bytes}}));
    bytes[1'234'567] = '\5';
    const auto b = folder.write("b.safetensors", test::safetensorsOf({{"t", "U8", "[2000000]", bytes}}));
    results = std::make_shared<ComparisonResults>(*openPair(a, b, {}));
    tab.setResults(results);
    tab.setActive(true);
    select("t");
    struct Column {
        int pixels = 0;
        int lowest = -1;
    };
    const auto columnOf = [](HistogramCanvas& canvas, double value, const QColor& color) {
        const QImage picture = test::pictureOf(canvas);
        Column column;
        for (int y = 0; y < picture.height(); ++y) {
            if (picture.pixelColor(int(canvas.pixelOf(value)), y) == color)
                column = {column.pixels + 1, y};
        }
        return column;
    };
    const Theme& theme = Theme::of(tab.palette());
    HistogramCanvas& differences = tab.charts().differences();
    EXPECT_GE(columnOf(differences, 4, theme.difference).pixels, 1);
    EXPECT_EQ(columnOf(differences, 2, theme.difference).pixels, 0) << "where there is none";
    HistogramCanvas& values = tab.charts().values();
    EXPECT_LT(columnOf(values, 5, theme.sideB).lowest, columnOf(values, 3, theme.sideB).lowest)
        << "above the line of none";
}

TEST_F(PairHistogramTabTest, CountsWhatIsFarOutsideAndShowsItWithOneClick)
{
    std::vector<float> values(4000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = float(i % 100);
    const auto write = [&](const char* name) {
        std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
        return folder.write(name, test::safetensorsOf({{"t", "F32", "[4000]", std::move(bytes)}}));
    };
    const auto a = write("far.a.safetensors");
    for (float& value : values)
        value += 0.5F;
    values[7] = 5000;
    values[8] = -5000;
    results = std::make_shared<ComparisonResults>(*openPair(a, write("far.b.safetensors"), {}));
    tab.setResults(results);
    tab.setActive(true);
    select("t");
    LinkButton* const link = tab.findChild<LinkButton*>();
    ASSERT_TRUE(link);
    EXPECT_FALSE(link->isHidden());
    EXPECT_EQ(link->accessibleName(), u"4 values outside – show full range") << "two of B, two differences";
    tab.show();
    tab.resize(430, 310);
    EXPECT_EQ(link->accessibleName(), u"2 values outside – show full range") << "B − A has no room";
    tab.resize(480, 640);
    EXPECT_EQ(link->accessibleName(), u"4 values outside – show full range");
    const auto beyond = [](HistogramCanvas& canvas) { return canvas.bars().sides().size(); };
    EXPECT_EQ(beyond(tab.charts().values()), 2U);
    EXPECT_EQ(beyond(tab.charts().differences()), 2U);
    EXPECT_LE(tab.charts().values().bars().edges().back(), 101);
    link->click();
    ASSERT_TRUE(await());
    EXPECT_EQ(tab.controls().choice().clip, HistogramClip::Nothing);
    EXPECT_TRUE(link->isHidden());
    EXPECT_EQ(beyond(tab.charts().values()), 0U);
    EXPECT_EQ(beyond(tab.charts().differences()), 0U);
    EXPECT_GE(tab.charts().values().bars().edges().back(), 5000);
}

TEST(PairHistogramColors, OfBothSidesAreToldApartInBothThemes)
{
    for (const Theme* const theme : {&Theme::light(), &Theme::darkTheme()}) {
        // B's thin line is drawn over A's areas and next to them.
        EXPECT_GE(contrastRatio(theme->sideB, theme->sideA), 2.5);
        EXPECT_GE(contrastRatio(theme->sideB, theme->surface), 4.5);
        EXPECT_GE(contrastRatio(theme->difference, theme->surface), 3);
    }
}

} // namespace
} // namespace loupe
