#include "support/picture.h"
#include "views/colors/color_map.h"
#include "views/colors/theme.h"
#include "views/heat_map/colored_cells.h"
#include "views/kit/choice_switch.h"
#include "views/kit/color_scale.h"
#include "views/kit/elided_label.h"
#include "views/pair_heat_map_fixture.h"
#include "views/values/slice_bar.h"

#include <QApplication>
#include <QDoubleSpinBox>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace loupe {
namespace {

using test::packedBytes;
using test::PairHeatMapTest;

TEST_F(PairHeatMapTest, SaysWhatWouldBeHere)
{
    std::set<QString> sentences{tab.message()};
    pair({{"g.t", "F32", "[1]", packedBytes<float>({1})}, {"g.none", "F32", "[0]", {}}},
        {{"g.t", "F32", "[1]", packedBytes<float>({2})}, {"g.none", "F32", "[0]", {}}});
    sentences.insert(tab.message());
    tab.setNode(results->paired()->tree.root() + 1);
    sentences.insert(tab.message());
    tab.setNode(1);
    sentences.insert(tab.message());
    EXPECT_EQ(sentences.size(), 4U);
    EXPECT_FALSE(sentences.contains(QString()));
    EXPECT_FALSE(tab.pictures().isVisible());
    EXPECT_GT(test::colorCount(test::pictureOf(tab)), 2);
    tab.setNode(0);
    EXPECT_TRUE(tab.message().isEmpty());
    EXPECT_TRUE(tab.pictures().isVisible());
}

TEST_F(PairHeatMapTest, ALongTitleKeepsLayerAndRole)
{
    const std::string name = "model.layers.15.self_attn.q_proj.weight";
    const std::vector<test::WantedTensor> tensors{{name, "F32", "[1]", packedBytes<float>({1})}};
    pair(tensors, tensors);
    tab.setNode(0);
    ASSERT_TRUE(waitUntilIdle());
    const auto labels = tab.findChildren<ElidedLabel*>();
    const auto title = std::ranges::find(labels, QString::fromStdString(name), &ElidedLabel::text);
    ASSERT_NE(title, labels.end());
    const QString wanted = QStringLiteral("…15…q_proj.weight");
    EXPECT_EQ((*title)->elidedTo((*title)->fontMetrics().horizontalAdvance(wanted)), wanted);
    tab.resize(418, 400); // as in a window 900 pixels wide
    QCoreApplication::processEvents();
    EXPECT_GE((*title)->width(), (*title)->fontMetrics().horizontalAdvance(wanted));
}

/// In a window of 900x600, three pictures side by side would be too narrow.
TEST_F(PairHeatMapTest, WithLittleRoomOnePictureIsShownByASwitch)
{
    open("F32", "[2,2]", std::vector<float>{1, 2, 3, 4}, std::vector<float>{1, 2, 3, 5});
    const PairPictures& pictures = tab.pictures();
    ChoiceSwitch& choice = tab.pictures().oneSwitch();
    EXPECT_FALSE(choice.isVisible());
    tab.resize(430, 310);
    ASSERT_TRUE(waitUntilIdle());
    const auto expectOnly = [&](PairSide wanted, const QString& scale) {
        for (const PairSide side : pairSides)
            EXPECT_EQ(canvas(side).isVisible(), side == wanted) << sideName(side).toStdString();
        EXPECT_TRUE(QTest::qWaitFor([&] { return canvas(wanted).height() >= 100; })) << canvas(wanted).height();
        for (const ColorScale* const one : pictures.findChildren<ColorScale*>())
            EXPECT_EQ(one->isVisible(), one->accessibleName() == scale) << one->accessibleName().toStdString();
    };
    EXPECT_TRUE(choice.isVisible());
    expectOnly(PairSide::Difference, QStringLiteral("Color scale of B − A"));
    choice.buttons()[std::size_t(PairSide::A)]->click();
    ASSERT_TRUE(waitUntilIdle());
    expectOnly(PairSide::A, QStringLiteral("Color scale of A and B"));
    EXPECT_EQ(readout(1, 1, PairSide::A), "[1, 1]: A 4, B 5, B − A 1") << "of all three";
    tab.resize(900, 700);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(choice.isVisible());
    for (const PairSide side : pairSides)
        EXPECT_TRUE(canvas(side).isVisible()) << sideName(side).toStdString();
    expectTogether();
}

TEST_F(PairHeatMapTest, ReadsOutBothSidesAndTheirDifference)
{
    open("F32", "[2,2]", std::vector<float>{1, 2, NAN, 4}, "F64", "[2,2]", std::vector<double>{1.25, 2, 3, -INFINITY});
    EXPECT_EQ(readout(0, 0), "[0, 0]: A 1, B 1.25, B − A 0.25");
    EXPECT_EQ(tab.pictures().readout(PairSide::Difference), QStringLiteral("0.25"));
    QTest::keyClick(&canvas(PairSide::B), Qt::Key_Down, Qt::ShiftModifier);
    ASSERT_TRUE(QTest::qWaitFor([this] { return tab.readout().startsWith(QStringLiteral("[1, 0]")); }, 20'000));
    EXPECT_EQ(tab.readout().toStdString(), "[1, 0]: A NaN, B 3, B − A NaN");
    for (const PairSide side : pairSides)
        EXPECT_EQ(canvas(side).current(), (Slice::Cell{1, 0}));
    QTest::keyClick(&canvas(PairSide::A), Qt::Key_Right, Qt::ShiftModifier);
    ASSERT_TRUE(QTest::qWaitFor([this] { return tab.readout().startsWith(QStringLiteral("[1, 1]")); }, 20'000));
    EXPECT_EQ(tab.readout().toStdString(), "[1, 1]: A 4, B −Inf, B − A −Inf");
    canvas(PairSide::A).setCurrent(std::nullopt);
    EXPECT_TRUE(tab.readout().isEmpty());
    EXPECT_FALSE(canvas(PairSide::Difference).current());
}

TEST_F(PairHeatMapTest, WhatIsReadOutOfManyElementsIsOfTheSameOnes)
{
    std::vector<std::uint8_t> a(2000 * 2000, 1);
    std::vector<std::uint8_t> b = a;
    b[1] = 200;
    open("U8", "[2000,2000]", a, b);
    const GridShape shape = canvas(PairSide::Difference).wanted();
    ASSERT_GT(shape.rowStep, 1U);
    EXPECT_NE(canvas(PairSide::A).wanted(), shape) << "of which it would say something else";
    const std::string place =
        QStringLiteral("[0, 0] … [%1, %2]").arg(shape.rowStep - 1).arg(shape.columnStep - 1).toStdString();
    for (const PairSide side : pairSides) {
        EXPECT_EQ(readout(0, 0, side), place + ": A 1 to 1, B 1 to 200, B − A 0 to 199");
        canvas(side).setCurrent(std::nullopt);
    }
}

TEST_F(PairHeatMapTest, TheSameValueHasTheSameColorInAAndB)
{
    open("F32", "[2,2]", std::vector<float>{-2, 0, 1, 2}, std::vector<float>{-2, 0, 1, 8});
    const ColorRange range{-8, 8, true, false};
    EXPECT_EQ(tab.pictures().valueScale().range(), range);
    EXPECT_EQ(tab.pictures().differenceScale().range(), (ColorRange{-6, 6, true, false}));
    const Theme& theme = Theme::of(tab.palette());
    const ColorMap colors(theme, range);
    const QImage a = test::pictureOf(canvas(PairSide::A));
    const QImage b = test::pictureOf(canvas(PairSide::B));
    for (const double both : {-2.0, 0.0, 1.0}) {
        EXPECT_TRUE(test::contains(a, QColor(colors(both)))) << both;
        EXPECT_TRUE(test::contains(b, QColor(colors(both)))) << both;
    }
    EXPECT_TRUE(test::contains(a, QColor(colors(2))));
    EXPECT_TRUE(test::contains(b, QColor(colors(8))));
    const QImage difference = test::pictureOf(canvas(PairSide::Difference));
    EXPECT_TRUE(test::contains(difference, theme.diverging(0)));
    EXPECT_TRUE(test::contains(difference, theme.diverging(1)));
}

TEST_F(PairHeatMapTest, AZoomInOneIsAZoomInAll)
{
    open("U8", "[900,1100]", std::string(990'000, '\1'), std::string(990'000, '\2'));
    for (const PairSide side : pairSides) {
        canvas(side).zoomBy(5);
        EXPECT_FALSE(canvas(PairSide::Difference).placement().isFit());
        expectTogether();
        const SliceWindow before = canvas(PairSide::Difference).placement().visible();
        QTest::keyClick(&canvas(side), Qt::Key_Right);
        QTest::keyClick(&canvas(side), Qt::Key_Down);
        expectTogether();
        const SliceWindow after = canvas(PairSide::Difference).placement().visible();
        EXPECT_GT(after.firstRow, before.firstRow);
        EXPECT_GT(after.firstColumn, before.firstColumn);
        ASSERT_TRUE(waitUntilIdle());
        for (const PairSide each : pairSides)
            EXPECT_EQ(canvas(each).layers().size(), 2U) << "what can be seen is read in all";
        QTest::keyClick(&canvas(side), Qt::Key_0);
        for (const PairSide each : pairSides)
            EXPECT_TRUE(canvas(each).placement().isFit());
    }
}

TEST_F(PairHeatMapTest, AZoomIsNotLostWhereItChangesTheSizesOfThePictures)
{
    open("U8", "[900,1100]", std::string(990'000, '\1'), std::string(990'000, '\2'));
    for (const PairSide zoomed : pairSides) {
        QSize size(880, 660);
        for (const PairSide side : pairSides) { // like a button that appears when reading begins
            QObject::connect(
                &canvas(side), &HeatMapCanvas::viewChanged, &tab, [this, size] { tab.resize(size); },
                Qt::SingleShotConnection);
            size -= QSize(10, 10);
        }
        canvas(zoomed).zoomBy(5);
        EXPECT_NE(tab.size(), QSize(900, 700));
        for (const PairSide side : pairSides)
            EXPECT_FALSE(canvas(side).placement().isFit());
        expectTogether();
        canvas(zoomed).fit();
        tab.resize(900, 700);
    }
}

TEST_F(PairHeatMapTest, AnotherPlacingShowsTheSameElements)
{
    open("U8", "[900,1100]", std::string(990'000, '\1'), std::string(990'000, '\2'));
    canvas(PairSide::A).zoomBy(6);
    for (const QSize size : {QSize(500, 800), QSize(1500, 500), QSize(901, 703)}) {
        tab.resize(size);
        QApplication::processEvents();
        expectTogether();
        const auto area = [](const HeatMapCanvas& one) { return one.width() * one.height(); };
        EXPECT_GT(area(canvas(PairSide::Difference)), area(canvas(PairSide::A)));
        EXPECT_GT(area(canvas(PairSide::Difference)), area(canvas(PairSide::B)));
        EXPECT_GT(area(canvas(PairSide::B)), 0);
        EXPECT_TRUE(waitUntilIdle());
    }
}

TEST_F(PairHeatMapTest, ASliceIsOneOfAllThree)
{
    std::vector<float> a(2 * 3 * 4 * 5);
    std::vector<float> b(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = float(i);
        b[i] = 2 * float(i);
    }
    open("F32", "[2,3,4,5]", a, b);
    EXPECT_EQ(readout(3, 4), "[0, 0, 3, 4]: A 19, B 38, B − A 19");
    for (auto* const box : tab.sliceBar().findChildren<QDoubleSpinBox*>()) {
        if (box->accessibleName() == QStringLiteral("Place on axis 1"))
            box->setValue(2);
    }
    EXPECT_FALSE(canvas(PairSide::A).current());
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(readout(0, 1), "[0, 2, 0, 1]: A 41, B 82, B − A 41");
}

TEST_F(PairHeatMapTest, NanAndInfinitiesHaveTheirColors)
{
    open("F32", "[1,3]", std::vector<float>{1, INFINITY, 2}, std::vector<float>{1, INFINITY, INFINITY});
    const Theme& theme = Theme::of(tab.palette());
    const QImage a = test::pictureOf(canvas(PairSide::A));
    EXPECT_FALSE(test::contains(a, theme.nanFill));
    EXPECT_TRUE(test::contains(a, theme.infinityFill));
    const QImage difference = test::pictureOf(canvas(PairSide::Difference));
    EXPECT_TRUE(test::contains(difference, theme.nanFill)) << "Inf − Inf";
    EXPECT_TRUE(test::contains(difference, theme.infinityFill));
    EXPECT_TRUE(test::contains(test::pictureOf(tab.pictures().differenceScale()), theme.nanFill));
    EXPECT_FALSE(test::contains(test::pictureOf(tab.pictures().valueScale()), theme.nanFill));
}

TEST_F(PairHeatMapTest, AnIdenticalPairSaysSo)
{
    const std::string bytes(990'000, '\1');
    pair({{"t", "U8", "[900,1100]", bytes}}, {{"t", "U8", "[900,1100]", bytes}});
    tab.setNode(0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(canvas(PairSide::Difference).message().isEmpty()) << "it is not known yet";
    canvas(PairSide::A).zoomBy(6);
    ASSERT_TRUE(waitUntilIdle());
    const SliceWindow shown = canvas(PairSide::A).placement().visible();
    compareValues();
    tab.onResultsAdded(true);
    EXPECT_EQ(canvas(PairSide::Difference).message(), QStringLiteral("A and B are identical."));
    EXPECT_EQ(canvas(PairSide::A).placement().visible(), shown);
    canvas(PairSide::A).zoomBy(2);
    EXPECT_EQ(canvas(PairSide::B).placement().visible(), canvas(PairSide::A).placement().visible());
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(readout(450, 550, PairSide::A), "[450, 550]: A 1, B 1, B − A 0");

    tab.setNode(std::nullopt);
    tab.setNode(0);
    EXPECT_EQ(canvas(PairSide::Difference).message(), QStringLiteral("A and B are identical."));
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(canvas(PairSide::A).layers().size(), 1U);
    EXPECT_TRUE(canvas(PairSide::Difference).layers().empty()) << "nothing is subtracted";
}

TEST_F(PairHeatMapTest, ATensorOfOneSideStandsAlone)
{
    pair({{"a", "F32", "[3]", packedBytes<float>({1, 2, 3})}}, {{"b", "F32", "[2]", packedBytes<float>({4, 5})}});
    for (std::uint32_t node = 0; node < 2; ++node) {
        tab.setNode(node);
        ASSERT_TRUE(waitUntilIdle());
        const PairSide side = results->paired()->pairs[node].a == TensorPair::none ? PairSide::B : PairSide::A;
        for (const PairSide each : pairSides)
            EXPECT_EQ(tab.pictures().isShown(each), each == side);
        EXPECT_EQ(tab.note(), QStringLiteral("No difference: only %1 has this tensor.").arg(sideName(side)));
        canvas(side).setCurrent(Slice::Cell{0, 1});
        EXPECT_EQ(tab.readout(), side == PairSide::A ? QStringLiteral("A [1] = 2") : QStringLiteral("B [1] = 5"));
        ASSERT_TRUE(tab.pictures().valueScale().range());
        EXPECT_EQ(tab.pictures().valueScale().range()->high, side == PairSide::A ? 3 : 5);
    }
}

TEST_F(PairHeatMapTest, OtherShapesAreShownApart)
{
    open("F32", "[2,3,4]", std::vector<float>(24, 1), "F32", "[3,5]", std::vector<float>(15, 2));
    EXPECT_TRUE(tab.pictures().isShown(PairSide::A));
    EXPECT_TRUE(tab.pictures().isShown(PairSide::B));
    EXPECT_FALSE(tab.pictures().isShown(PairSide::Difference));
    EXPECT_FALSE(tab.note().isEmpty());
    EXPECT_TRUE(tab.pictures().sliceBar(PairSide::A).isVisible());
    EXPECT_TRUE(tab.pictures().sliceBar(PairSide::B).isVisible());
    EXPECT_FALSE(tab.sliceBar().isVisible());
    EXPECT_EQ(canvas(PairSide::A).placement().columns(), 4U);
    EXPECT_EQ(canvas(PairSide::B).placement().columns(), 5U);
    canvas(PairSide::B).setCurrent(Slice::Cell{2, 4});
    EXPECT_EQ(tab.readout(), QStringLiteral("B [2, 4] = 2"));
    EXPECT_FALSE(canvas(PairSide::A).current());
    const ColorMap colors(Theme::of(tab.palette()), {1, 2, false, false});
    EXPECT_TRUE(test::contains(test::pictureOf(canvas(PairSide::A)), QColor(colors(1)))) << "one scale nevertheless";
    EXPECT_TRUE(test::contains(test::pictureOf(canvas(PairSide::B)), QColor(colors(2))));

    open("F32", "[2,3,4]", std::vector<float>(24, 1), std::vector<float>(24, 2));
    EXPECT_TRUE(tab.note().isEmpty());
    EXPECT_FALSE(tab.pictures().sliceBar(PairSide::A).isVisible());
    EXPECT_TRUE(tab.sliceBar().isVisible());
}

TEST_F(PairHeatMapTest, ASideThatCannotBeReadSaysWhy)
{
    open("F32", "[4]", std::vector<float>{1, 2, 3, 4}, "F6_E2M3", "[4]", std::string("abc"));
    EXPECT_FALSE(canvas(PairSide::A).layers().empty());
    EXPECT_TRUE(canvas(PairSide::B).message().contains(QStringLiteral("F6_E2M3")));
    EXPECT_FALSE(tab.pictures().isShown(PairSide::Difference));
    EXPECT_FALSE(tab.note().isEmpty());
    open("F6_E2M3", "[4]", std::string("xyz"), std::string("abc"));
    EXPECT_TRUE(tab.message().contains(QStringLiteral("F6_E2M3")));
}

TEST_F(PairHeatMapTest, ScalarsAndRows)
{
    open("F32", "[]", std::vector<float>{1.5}, std::vector<float>{1.75});
    EXPECT_EQ(readout(0, 0), "[]: A 1.5, B 1.75, B − A 0.25");
    std::vector<float> a(1000);
    std::vector<float> b = a;
    b[999] = 1;
    open("F32", "[1000]", a, b);
    const Slice slice = tab.sliceBar().slice();
    const auto last = slice.find(999).value();
    EXPECT_EQ(readout(last.row, last.column), "[999]: A 0, B 1, B − A 1");
}

TEST_F(PairHeatMapTest, PartsOfComplexValues)
{
    open("C64", "[1,1]", std::vector<float>{3, 4}, std::vector<float>{6, 8});
    auto* const parts = tab.findChild<QComboBox*>();
    ASSERT_TRUE(parts->isVisible());
    for (const auto& [part, text] :
        {std::pair(0, "A 3, B 6, B − A 3"), {1, "A 4, B 8, B − A 4"}, {2, "A 5, B 10, B − A 5"}}) {
        parts->setCurrentIndex(part);
        emit parts->activated(part);
        ASSERT_TRUE(waitUntilIdle());
        EXPECT_EQ(readout(0, 0), std::string("[0, 0]: ") + text);
    }
    open("F32", "[1,1]", std::vector<float>{3}, std::vector<float>{6});
    EXPECT_FALSE(parts->isVisible());
}

TEST_F(PairHeatMapTest, BesideComplexValuesRealOnesHaveNoImaginaryPart)
{
    auto* const parts = tab.findChild<QComboBox*>();
    for (const auto& [part, text] :
        {std::pair(0, "A −5, B 3, B − A 8"), {1, "A 0, B 4, B − A 4"}, {2, "A 5, B 5, B − A 0"}}) {
        open("F32", "[1,1]", std::vector<float>{-5}, "C64", "[1,1]", std::vector<float>{3, 4});
        ASSERT_TRUE(parts->isVisible());
        parts->setCurrentIndex(part);
        emit parts->activated(part);
        ASSERT_TRUE(waitUntilIdle());
        EXPECT_EQ(readout(0, 0), std::string("[0, 0]: ") + text);
        const GridPtr picture = canvas(PairSide::A).layers().front().grid();
        EXPECT_EQ(picture->number(picture->at(0, 0).least), part == 0 ? -5 : part == 1 ? 0 : 5);
    }
}

TEST_F(PairHeatMapTest, SaysOfWhatItShowsThatNothingDiffers)
{
    const auto place = [this](const QString& box, double value) {
        for (auto* const found : tab.sliceBar().findChildren<QDoubleSpinBox*>()) {
            if (found->accessibleName() == box)
                found->setValue(value);
        }
        ASSERT_TRUE(waitUntilIdle());
    };
    std::vector<float> a(2 * 3 * 4);
    std::vector<float> b = a;
    b[12] = 1; // the first element with index 1 on axis 0
    open("F32", "[2,3,4]", a, b);
    EXPECT_EQ(differenceRemark(), QStringLiteral("no difference in this slice"));
    place(QStringLiteral("Place on axis 0"), 1);
    EXPECT_EQ(differenceRemark(), QString());
    // The bytes differ, but the values are equal.
    open("F32", "[1,2]", std::vector<float>{0, 1}, std::vector<float>{-0.0F, 1});
    EXPECT_EQ(differenceRemark(), QStringLiteral("all values are equal"));
    open("C64", "[1,1]", std::vector<float>{1, 2}, std::vector<float>{1, 3});
    EXPECT_EQ(differenceRemark(), QStringLiteral("no difference in this part"));
    const std::vector<float> complex(2 * 8, 1);
    std::vector<float> other = complex;
    other.back() = 2; // an imaginary part at index 1 on axis 0
    open("C64", "[2,2,2]", complex, other);
    EXPECT_EQ(differenceRemark(), QStringLiteral("no difference in this part of this slice"));
}

TEST_F(PairHeatMapTest, ReadsOnlyWhileItIsShown)
{
    tab.setActive(false);
    pair({{"t", "U8", "[2500,2500]", std::string(6'250'000, '\1')}},
        {{"t", "U8", "[2500,2500]", std::string(6'250'000, '\2')}});
    tab.setNode(0);
    EXPECT_FALSE(tab.isBusy());
    tab.setActive(true);
    EXPECT_TRUE(tab.isBusy());
    tab.setActive(false);
    EXPECT_FALSE(tab.isBusy());
    tab.setActive(true);
    ASSERT_TRUE(waitUntilIdle());
    for (const PairSide side : pairSides)
        EXPECT_EQ(canvas(side).layers().size(), 1U);
}

TEST_F(PairHeatMapTest, StopsAndGoesOnWhenAsked)
{
    pair({{"t", "U8", "[2500,2500]", std::string(6'250'000, '\1')}},
        {{"t", "U8", "[2500,2500]", std::string(6'250'000, '\2')}});
    tab.setNode(0);
    EXPECT_TRUE(tab.isBusy());
    tab.stop();
    EXPECT_FALSE(tab.isBusy());
    QCoreApplication::processEvents(); // gives the pictures their sizes
    canvas(PairSide::A).zoomBy(2);
    EXPECT_FALSE(tab.isBusy()) << "nothing begins by itself";
    const SliceWindow shown = canvas(PairSide::Difference).placement().visible();
    ASSERT_TRUE(button(QStringLiteral("Compute"))->isVisible());
    button(QStringLiteral("Compute"))->click();
    EXPECT_TRUE(tab.isBusy());
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(button(QStringLiteral("Compute"))->isVisible());
    EXPECT_FALSE(canvas(PairSide::Difference).placement().isFit());
    EXPECT_EQ(canvas(PairSide::Difference).placement().visible(), shown) << "what was zoomed to";
    for (const PairSide side : pairSides)
        EXPECT_EQ(canvas(side).layers().size(), 2U) << "all of it, and what can be seen";
}

TEST_F(PairHeatMapTest, ATruncatedFileIsAnErrorAndNotACrash)
{
    pair({{"t", "U8", "[1000,1000]", std::string(1'000'000, '\1')}},
        {{"t", "U8", "[1000,1000]", std::string(1'000'000, '\2')}});
    std::filesystem::resize_file(pathB, 200);
    tab.setNode(0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(canvas(PairSide::B).message().isEmpty());
    EXPECT_FALSE(canvas(PairSide::Difference).message().isEmpty());
    EXPECT_FALSE(canvas(PairSide::A).layers().empty());
    canvas(PairSide::A).setCurrent(Slice::Cell{0, 0});
    EXPECT_TRUE(tab.readout().startsWith(QStringLiteral("A [0, 0]"))) << tab.readout().toStdString();
    ASSERT_TRUE(button(QStringLiteral("Compute"))->isVisible());
    button(QStringLiteral("Compute"))->click();
    EXPECT_TRUE(tab.isBusy()) << "it is tried again";
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(button(QStringLiteral("Compute"))->isVisible());
}

} // namespace
} // namespace loupe
