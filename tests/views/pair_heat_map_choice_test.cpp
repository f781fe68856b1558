// Tests the initial state of a pair's heat maps, and the choices that apply to all three.

#include "support/picture.h"
#include "views/colors/color_map.h"
#include "views/colors/theme.h"
#include "views/kit/color_scale.h"
#include "views/pair_heat_map_fixture.h"
#include "views/values/slice_bar.h"

#include <QApplication>
#include <QDoubleSpinBox>

#include <cmath>
#include <stdexcept>

namespace loupe {
namespace {

using test::packedBytes;
using test::PairHeatMapTest;

const QString oneScale = QStringLiteral("One scale");
const QString ownScale = QStringLiteral("Separate scale");

/// In a window of 900x600, the title and the choices take one row, and the axes another.
TEST_F(PairHeatMapTest, ControlsTakeTwoRowsWhereThereIsLittleRoom)
{
    tab.resize(446, 320);
    pair({{"transformer.h.5.mlp.c_fc.weight", "U8", "[2,2]", "abcd"}},
        {{"transformer.h.5.mlp.c_fc.weight", "U8", "[2,2]", "abce"}});
    tab.setNode(0);
    ASSERT_TRUE(waitUntilIdle());
    QApplication::processEvents();
    const int row = tab.findChild<QComboBox*>()->height() + 8;
    EXPECT_LE(tab.pictures().mapTo(&tab, QPoint()).y(), 2 * row + 8);
}

TEST_F(PairHeatMapTest, OneScaleIsThatOfTheValues)
{
    open("F32", "[2,2]", std::vector<float>{1, 2, 3, 4}, std::vector<float>{1, 2, 3, 3});
    EXPECT_FALSE(tab.hasOneScale());
    EXPECT_EQ(tab.pictures().valueScale().range(), (ColorRange{1, 4, false, false}));
    EXPECT_EQ(tab.pictures().differenceScale().range(), (ColorRange{-1, 1, true, false}));
    choose(oneScale);
    EXPECT_TRUE(tab.hasOneScale());
    const ColorRange all{-4, 4, true, false}; // differences are signed
    EXPECT_EQ(tab.pictures().valueScale().range(), all);
    const Theme& theme = Theme::of(tab.palette());
    const ColorMap colors(theme, all);
    EXPECT_TRUE(test::contains(test::pictureOf(canvas(PairSide::A)), QColor(colors(4))));
    EXPECT_TRUE(test::contains(test::pictureOf(canvas(PairSide::B)), QColor(colors(3))));
    const QImage difference = test::pictureOf(canvas(PairSide::Difference));
    EXPECT_TRUE(test::contains(difference, QColor(colors(-1)))) << "a quarter of the way";
    EXPECT_FALSE(test::contains(difference, theme.diverging(-1)));
    choose(ownScale);
    EXPECT_TRUE(test::contains(test::pictureOf(canvas(PairSide::Difference)), theme.diverging(-1)));
    EXPECT_EQ(tab.pictures().valueScale().range(), (ColorRange{1, 4, false, false}));
}

TEST_F(PairHeatMapTest, OneScaleHasOneLegendInEveryPlacing)
{
    open("F32", "[1,3]", std::vector<float>{1, 2, INFINITY}, std::vector<float>{1, 3, INFINITY});
    const Theme& theme = Theme::of(tab.palette());
    PairPictures& pictures = tab.pictures();
    for (const QSize size : {QSize(500, 800), QSize(1500, 500), QSize(900, 700)}) {
        tab.resize(size);
        choose(oneScale);
        QApplication::processEvents();
        EXPECT_TRUE(pictures.valueScale().isVisible());
        EXPECT_FALSE(pictures.differenceScale().isVisible());
        EXPECT_TRUE(pictures.valueScale().accessibleName().contains(QStringLiteral("A, B, B − A")));
        EXPECT_TRUE(test::contains(test::pictureOf(pictures.valueScale()), theme.nanFill)) << "Inf − Inf";
        const auto top = [](const QWidget& widget) { return widget.mapToGlobal(QPoint()).y(); };
        const auto bottom = [](const QWidget& widget) { return widget.mapToGlobal(widget.rect().bottomLeft()).y(); };
        for (const PairSide side : pairSides) {
            EXPECT_LE(top(*pictures.valueScale().parentWidget()), top(canvas(side)));
            EXPECT_GE(bottom(pictures.valueScale()), bottom(canvas(side)));
        }
        choose(ownScale);
        QApplication::processEvents();
        EXPECT_TRUE(pictures.differenceScale().isVisible());
        EXPECT_FALSE(test::contains(test::pictureOf(pictures.valueScale()), theme.nanFill));
    }
}

TEST_F(PairHeatMapTest, OneScaleSaysWhatGoesBeyondIt)
{
    open("F32", "[1,2]", std::vector<float>{-5, 1}, std::vector<float>{4, 1});
    choose(oneScale);
    EXPECT_EQ(tab.pictures().valueScale().range(), (ColorRange{-5, 5, true, true})) << "9 is off the scale";
}

TEST_F(PairHeatMapTest, OneScaleIsNoConcernOfPicturesWithoutADifference)
{
    tab.setOneScale(true);
    const std::string bytes = packedBytes<float>({1, 2});
    pair({{"t", "F32", "[2]", bytes}}, {{"t", "F32", "[2]", bytes}}, true);
    tab.setNode(0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(tab.pictures().valueScale().range(), (ColorRange{1, 2, false, false}));
    EXPECT_TRUE(tab.pictures().valueScale().accessibleName().endsWith(QStringLiteral("A and B")));
    EXPECT_TRUE(tab.hasOneScale()) << "but it is what was chosen";
    pair({{"t", "F32", "[2]", bytes}}, {{"t", "F32", "[1]", packedBytes<float>({7})}}, true);
    tab.setNode(0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(tab.pictures().valueScale().range(), (ColorRange{1, 7, false, false}));
}

TEST_F(PairHeatMapTest, ScalesAreChosenByKeyboard)
{
    open("F32", "[1,2]", std::vector<float>{0, 8}, std::vector<float>{0, 9});
    for (auto* const box : tab.findChildren<QComboBox*>()) {
        if (box->findText(oneScale) < 0)
            continue;
        EXPECT_EQ(box->focusPolicy() & Qt::TabFocus, Qt::TabFocus);
        EXPECT_FALSE(box->accessibleName().isEmpty());
        QTest::keyClick(box, Qt::Key_Down);
        EXPECT_EQ(tab.pictures().valueScale().range(), (ColorRange{-9, 9, true, false}));
        QTest::keyClick(box, Qt::Key_Up);
        EXPECT_EQ(tab.pictures().valueScale().range(), (ColorRange{0, 9, false, false}));
    }
}

TEST_F(PairHeatMapTest, TheRangeIsChosenForAll)
{
    std::vector<float> a(100 * 100);
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = float(i % 100) / 128;
    std::vector<float> b = a;
    for (float& value : b)
        value += 0.5F;
    a[77] = 1000;
    b[78] = 5000;
    open("F32", "[100,100]", a, b);
    const auto clipped = tab.pictures().valueScale().range().value();
    EXPECT_EQ(clipped.low, 0);
    EXPECT_LT(clipped.high, 1.5);
    EXPECT_GT(clipped.high, 1.2) << "what most of B has";
    EXPECT_TRUE(clipped.clipped);
    EXPECT_EQ(tab.pictures().differenceScale().range(), (ColorRange{-0.5, 0.5, true, true}));
    choose(QStringLiteral("Full range"));
    EXPECT_EQ(tab.pictures().valueScale().range(), (ColorRange{0, 5000, false, false}));
    EXPECT_EQ(
        tab.pictures().differenceScale().range(), (ColorRange{-5000 + 78 / 128.0, 5000 - 78 / 128.0, true, false}));
}

TEST_F(PairHeatMapTest, NothingIsReadOutOfAPairThatWasLeft)
{
    open("U8", "[1000,1000]", std::string(1'000'000, '\1'), std::string(1'000'000, '\2'));
    canvas(PairSide::A).setCurrent(Slice::Cell{3, 4});
    tab.setNode(std::nullopt);
    tab.setNode(0);
    ASSERT_TRUE(waitUntilIdle()); // takes much longer than reading a cell
    EXPECT_TRUE(tab.readout().isEmpty());
    EXPECT_TRUE(tab.pictures().readout(PairSide::B).isEmpty());
}

TEST_F(PairHeatMapTest, AfterAStopACellIsReadOutAgain)
{
    open("U8", "[2000,2000]", std::string(4'000'000, '\1'), std::string(4'000'000, '\2'));
    ASSERT_GT(canvas(PairSide::Difference).wanted().columnStep, 1U);
    canvas(PairSide::A).setCurrent(Slice::Cell{0, 0});
    tab.stop();
    EXPECT_TRUE(tab.readout().isEmpty());
    EXPECT_TRUE(QString::fromStdString(readout(0, 1)).startsWith(QStringLiteral("[0, 0] … "))) << "of the same cell";
}

/// A stack of matrices, of which the third is the first that differs.
class PairHeatMapFirstTest : public PairHeatMapTest {
protected:
    void pairStacks(bool compare)
    {
        const std::vector<float> a(4 * 6 * 5);
        std::vector<float> b = a;
        b[2 * 30 + 7] = b[3 * 30] = 1;
        pair({{"t", "F32", "[4,6,5]", packedBytes(a)}}, {{"t", "F32", "[4,6,5]", packedBytes(b)}}, compare);
        tab.setNode(0);
    }
    QDoubleSpinBox& placeBox()
    {
        for (auto* const box : tab.sliceBar().findChildren<QDoubleSpinBox*>()) {
            if (box->accessibleName() == QStringLiteral("Place on axis 0") && !box->isHidden())
                return *box;
        }
        throw std::logic_error("no such box");
    }
};

TEST_F(PairHeatMapFirstTest, OpensAtTheSliceWithTheFirstDifference)
{
    pairStacks(true);
    EXPECT_EQ(placeBox().value(), 2);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(readout(1, 2), "[2, 1, 2]: A 0, B 1, B − A 1");
    EXPECT_EQ(differenceRemark(), QString());
}

TEST_F(PairHeatMapFirstTest, GoesThereOnceItIsKnown)
{
    pairStacks(false);
    EXPECT_EQ(placeBox().value(), 0);
    compareValues();
    tab.onResultsAdded(true);
    EXPECT_EQ(placeBox().value(), 2);
    placeBox().setValue(1);
    tab.onResultsAdded(true);
    EXPECT_EQ(placeBox().value(), 1) << "only once";
}

TEST_F(PairHeatMapFirstTest, ButNotAwayFromWhatIsLookedAt)
{
    pairStacks(false);
    placeBox().setValue(1);
    compareValues();
    tab.onResultsAdded(true);
    EXPECT_EQ(placeBox().value(), 1);

    pairStacks(false);
    ASSERT_TRUE(waitUntilIdle());
    canvas(PairSide::A).zoomBy(2);
    compareValues();
    tab.onResultsAdded(true);
    EXPECT_EQ(placeBox().value(), 0);
}

} // namespace
} // namespace loupe
