#include "views/heat_map/heat_map_view.h"

#include "items/jobs/qt_text.h"
#include "support/compared_pair.h"
#include "support/picture.h"
#include "value_view_fixture.h"
#include "views/colors/theme.h"
#include "views/heat_map/heat_map_canvas.h"
#include "views/kit/color_scale.h"
#include "views/kit/elided_label.h"
#include "views/kit/link_button.h"
#include "views/values/slice_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cerrno>
#include <cmath>
#include <limits>

namespace loupe {
namespace {

using test::WrittenTensor;

class HeatMapViewTest : public test::ValueViewTest<HeatMapView> {
protected:
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&view.canvas(), Qt::Key(key), modifiers);
    }
    QToolButton* button(const QString& text)
    {
        for (auto* const found : view.findChildren<QToolButton*>()) {
            if (found->text() == text)
                return found;
        }
        ADD_FAILURE() << "no such button";
        return nullptr;
    }

    /// The number of pixels with this color.
    int count(const QColor& color)
    {
        const QImage picture = test::pictureOf(view.canvas());
        int pixels = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                pixels += picture.pixelColor(x, y) == color ? 1 : 0;
        return pixels;
    }
    void chooseRange(const QString& text)
    {
        for (auto* const box : view.findChildren<QComboBox*>()) {
            if (const int index = box->findText(text); index >= 0) {
                box->setCurrentIndex(index);
                emit box->activated(index);
                return;
            }
        }
        ADD_FAILURE() << "no such range";
    }
};

TEST_F(HeatMapViewTest, SaysWhatWouldBeHere)
{
    EXPECT_FALSE(view.canvas().message().isEmpty());
    press(Qt::Key_Plus);
    press(Qt::Key_Down, Qt::ShiftModifier);
    for (const auto& [dtype, shape, bytes] : {std::tuple("F32", "[3,0,5]", ""), {"F6_E2M3", "[4]", "abc"}}) {
        open(dtype, shape, std::string(bytes));
        EXPECT_FALSE(view.canvas().message().isEmpty()) << dtype;
        EXPECT_GT(test::colorCount(test::pictureOf(view)), 2);
    }
}

TEST_F(HeatMapViewTest, TheTitleKeepsLayerAndRole)
{
    const std::string name = "model.layers.5.mlp.down_proj.weight";
    const test::TemporaryFolder folder;
    const auto path =
        folder.write("t.safetensors", test::safetensorsOf({{name, "F32", "[2]", test::packedBytes<float>({1, 2})}}));
    const auto opened = openCheckpoint(path);
    ASSERT_TRUE(opened.has_value());
    view.setCheckpoint(*opened);
    view.setTensor(0);
    ASSERT_TRUE(waitUntilIdle());
    const ElidedLabel* title = nullptr;
    for (const auto* const label : view.findChildren<ElidedLabel*>())
        title = label->text() == toQString(name) ? label : title;
    ASSERT_TRUE(title);
    const QString shortened = QStringLiteral("…5…down_proj.weight");
    EXPECT_EQ(title->elidedTo(title->fontMetrics().horizontalAdvance(shortened)), shortened);
}

TEST_F(HeatMapViewTest, ShowsValuesInTheirColors)
{
    open("F32", "[2,2]", std::vector<float>{-2, 2, 0, 0});
    const QImage picture = test::pictureOf(view);
    const Theme& theme = Theme::of(view.palette());
    EXPECT_TRUE(test::contains(picture, theme.diverging(-1)));
    EXPECT_TRUE(test::contains(picture, theme.diverging(1)));
    EXPECT_TRUE(test::contains(picture, theme.diverging(0)));
}

TEST_F(HeatMapViewTest, OneNanAmongMillionsIsSeen)
{
    std::vector<float> values(3000 * 4000);
    values[1234 * 4000 + 3210] = std::numeric_limits<float>::quiet_NaN();
    values[77] = std::numeric_limits<float>::infinity();
    open("F32", "[3000,4000]", values);
    const QImage picture = test::pictureOf(view.canvas());
    EXPECT_TRUE(test::contains(picture, Theme::of(view.palette()).nanFill));
    EXPECT_TRUE(test::contains(picture, Theme::of(view.palette()).infinityFill));
}

TEST_F(HeatMapViewTest, NoScaleOfNoFiniteValues)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    open("F32", "[2,2]", std::vector<float>{nan, nan, INFINITY, nan});
    auto* const scale = view.findChild<ColorScale*>();
    EXPECT_EQ(scale->range(), std::nullopt);
    const QImage picture = test::pictureOf(*scale);
    EXPECT_TRUE(test::contains(picture, Theme::of(view.palette()).nanFill));
    EXPECT_TRUE(test::contains(picture, Theme::of(view.palette()).infinityFill));
    EXPECT_FALSE(test::contains(picture, Theme::of(view.palette()).border)) << "no bar";
    open("F32", "[2]", std::vector<float>{1, nan});
    EXPECT_EQ(scale->range(), (ColorRange{1, 1, false, false}));
}

TEST_F(HeatMapViewTest, ALoneNanIsSeenAlsoWhereThereAreMany)
{
    constexpr std::size_t side = 3000;
    std::vector<float> values(side * side);
    std::fill_n(values.begin(), side * side / 4, std::numeric_limits<float>::quiet_NaN());
    values[2500 * side + 1500] = std::numeric_limits<float>::quiet_NaN();
    open("F32", "[3000,3000]", values);
    const QImage picture = test::pictureOf(view.canvas());
    const QColor nan = Theme::of(view.palette()).nanFill;
    int pixels = 0;
    for (int y = picture.height() / 2; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            pixels += picture.pixelColor(x, y) == nan ? 1 : 0;
    EXPECT_GE(pixels, 9) << "not one pixel";
}

TEST_F(HeatMapViewTest, NanHidesNoFiniteNeighbours)
{
    // Tests cells of one element, and cells of many elements.
    for (const std::size_t side : {200U, 3000U}) {
        std::vector<float> values(side * side);
        for (std::size_t i = 0; i < values.size(); i += 10)
            values[i * 7919 % values.size()] = std::numeric_limits<float>::quiet_NaN(); // prime, to scatter
        open("F32", "[" + std::to_string(side) + "," + std::to_string(side) + "]", values);
        EXPECT_EQ(view.canvas().wanted().rowStep == 1, side == 200);
        const double nan = double(count(Theme::of(view.palette()).nanFill));
        const double zero = double(count(Theme::of(view.palette()).diverging(0)));
        EXPECT_NEAR(nan / (nan + zero), 0.1, 0.02) << side;
    }
}

TEST_F(HeatMapViewTest, OneNanInEveryBlockLeavesThePictureToValues)
{
    constexpr std::size_t side = 3000;
    std::vector<float> values(side * side);
    for (std::size_t i = 0; i < values.size(); i += 10'007)
        values[i] = std::numeric_limits<float>::quiet_NaN();
    open("F32", "[3000,3000]", values);
    const int nan = count(Theme::of(view.palette()).nanFill);
    EXPECT_GE(nan, 200) << "yet they are seen";
    EXPECT_LT(nan, count(Theme::of(view.palette()).diverging(0)) / 25);
}

TEST_F(HeatMapViewTest, ReadsOutIndexAndExactValue)
{
    open("I64", "[1,2,1,2]", std::vector<std::int64_t>{9007199254740993, 1, 2, 3});
    view.canvas().setCurrent(Slice::Cell{0, 0});
    EXPECT_EQ(view.readout(), QStringLiteral("[0, 0, 0, 0] = 9007199254740993"));
    press(Qt::Key_Down, Qt::ShiftModifier);
    press(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(view.readout(), QStringLiteral("[0, 1, 0, 1] = 3"));
    open("F32", "[3]", std::vector<float>{NAN, INFINITY, -INFINITY});
    std::uint64_t column = 0;
    for (const char* const text : {"[0] = NaN", "[1] = +Inf", "[2] = −Inf"}) {
        view.canvas().setCurrent(Slice::Cell{0, column++});
        EXPECT_EQ(view.readout(), QString::fromUtf8(text));
    }
}

TEST_F(HeatMapViewTest, ReadsOutHowManyAreNanOrInfinite)
{
    std::vector<float> values(2000 * 2000, 0.5F);
    values[0] = values[1] = values[2000] = NAN;
    values[2001] = INFINITY;
    open("F32", "[2000,2000]", values);
    const GridShape shape = view.canvas().wanted();
    ASSERT_GT(shape.rowStep, 1U);
    ASSERT_GT(shape.columnStep, 1U);
    view.canvas().setCurrent(Slice::Cell{0, 0});
    EXPECT_TRUE(view.readout().endsWith(
        QStringLiteral(": 0.5 to 0.5; 3 NaN, 1 +Inf of %1").arg(shape.rowStep * shape.columnStep)))
        << view.readout().toStdString();
    open("F32", "[2000,2000]", std::vector<float>(2000 * 2000, -INFINITY));
    view.canvas().setCurrent(Slice::Cell{0, 0});
    EXPECT_TRUE(view.readout().endsWith(QStringLiteral(": %1 −Inf of %1").arg(shape.rowStep * shape.columnStep)))
        << view.readout().toStdString();
}

TEST_F(HeatMapViewTest, ReadsOutTheExtremesOfManyElements)
{
    std::vector<std::uint8_t> values(4'000'000, 7);
    values[0] = 1;
    values[1] = 200;
    open("U8", "[2000,2000]", values);
    const GridShape shape = view.canvas().wanted();
    ASSERT_GT(shape.rowStep, 1U);
    view.canvas().setCurrent(Slice::Cell{0, 0});
    EXPECT_EQ(
        view.readout(), QStringLiteral("[0, 0] … [%1, %2]: 1 to 200").arg(shape.rowStep - 1).arg(shape.columnStep - 1));
}

TEST_F(HeatMapViewTest, ZoomsAndReadsWhatIsShown)
{
    std::vector<std::uint16_t> values(2000 * 2000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::uint16_t(i % 2000);
    open("U16", "[2000,2000]", values);
    EXPECT_TRUE(view.canvas().placement().isFit());
    const QPointF place(300, 200);
    for (int notch = 0; notch < 30; ++notch) {
        QWheelEvent wheel(place, view.canvas().mapToGlobal(place), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view.canvas(), &wheel);
    }
    ASSERT_TRUE(waitUntilIdle());
    ASSERT_FALSE(view.canvas().layers().empty());
    const Grid& finest = *view.canvas().layers().back().grid();
    EXPECT_EQ(finest.shape.columnStep, 1U);
    EXPECT_LT(finest.shape.window.columns, 20U);
    ASSERT_TRUE(view.canvas().current());
    EXPECT_TRUE(view.readout().endsWith(QStringLiteral("= %1").arg(view.canvas().current()->column)));
    press(Qt::Key_Left);
    EXPECT_TRUE(waitUntilIdle());
    press(Qt::Key_0);
    EXPECT_TRUE(view.canvas().placement().isFit());
    EXPECT_TRUE(waitUntilIdle());
    EXPECT_EQ(view.canvas().layers().size(), 1U);
}

TEST_F(HeatMapViewTest, PartsOfComplexValues)
{
    open("C64", "[1,2]", std::vector<float>{3, 4, -1, 0});
    auto* const parts = view.findChild<QComboBox*>();
    for (const auto& [part, value] : {std::pair(0, "3"), {1, "4"}, {2, "5"}}) {
        parts->setCurrentIndex(part);
        emit parts->activated(part);
        ASSERT_TRUE(waitUntilIdle());
        view.canvas().setCurrent(Slice::Cell{0, 0});
        EXPECT_TRUE(view.readout().endsWith(QStringLiteral("= ") + QString::fromLatin1(value)))
            << view.readout().toStdString();
    }
}

TEST_F(HeatMapViewTest, RangesOfColors)
{
    std::vector<float> values(100 * 100, 1);
    values[0] = -50;
    values[5050] = 0;
    open("F32", "[100,100]", values);
    const QColor one = Theme::of(view.palette()).diverging(1);
    chooseRange(QStringLiteral("Full range"));
    EXPECT_FALSE(test::contains(test::pictureOf(view.canvas()), one)) << "-50 takes all the colors";
    chooseRange(QStringLiteral("0.1 % to 99.9 %"));
    EXPECT_TRUE(test::contains(test::pictureOf(view.canvas()), one));
    EXPECT_FALSE(view.findChild<LinkButton*>()->isVisible()) << "who chose it knows";
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 10);
}

TEST_F(HeatMapViewTest, OneHugeValueDoesNotTakeAllTheColors)
{
    std::vector<float> values(100 * 100);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = float(i % 100) / 100 - 0.5F;
    open("F32", "[100,100]", values);
    auto* const link = view.findChild<LinkButton*>();
    const auto* const scale = view.findChild<ColorScale*>();
    EXPECT_FALSE(link->isVisible());
    values[4321] = -1e6F;
    open("F32", "[100,100]", values);
    EXPECT_TRUE(link->isVisible());
    EXPECT_TRUE(link->accessibleName().contains(QStringLiteral("±1e+06"))) << link->accessibleName().toStdString();
    EXPECT_EQ(scale->range(), (ColorRange{-0.5, 0.5, true, true}));
    const Theme& theme = Theme::of(view.palette());
    const QString counted = QStringLiteral("1 of 10,000 elements below");
    EXPECT_TRUE(scale->toolTip().contains(counted)) << scale->toolTip().toStdString();
    EXPECT_TRUE(test::contains(test::pictureOf(view.canvas()), theme.offScaleBelow));
    EXPECT_TRUE(test::contains(test::pictureOf(*view.findChild<ColorScale*>()), theme.offScaleBelow));
    EXPECT_FALSE(test::contains(test::pictureOf(*view.findChild<ColorScale*>()), theme.offScaleAbove));
    link->click();
    EXPECT_FALSE(scale->toolTip().contains(counted));
    EXPECT_FALSE(test::contains(test::pictureOf(view.canvas()), theme.offScaleBelow));
    EXPECT_FALSE(link->isVisible());
    EXPECT_EQ(scale->range(), (ColorRange{-1e6, 1e6, true, false}));
}

TEST_F(HeatMapViewTest, TheRangeDoesNotDependOnTheSizeOfTheWindow)
{
    std::vector<float> values(300 * 400);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double p = (double(i * 7919 % values.size()) + 0.5) / double(values.size());
        values[i] = float((2 * p - 1) / std::sqrt(2 * p * (1 - p))); // Student's t, 2 degrees of freedom
    }
    view.resize(700, 600);
    open("F32", "[300,400]", values);
    const auto* const scale = view.findChild<ColorScale*>();
    const QString counts = scale->toolTip();
    const auto range = scale->range();
    const GridShape shape = view.canvas().wanted();
    ASSERT_TRUE(range && range->clipped);
    EXPECT_NEAR(range->high, 22.33, 0.3) << "scipy.stats.t.ppf(0.999, 2)";
    EXPECT_TRUE(counts.contains(QStringLiteral("of 120,000 elements above"))) << counts.toStdString();
    view.resize(260, 260);
    QApplication::processEvents();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_NE(view.canvas().wanted(), shape);
    EXPECT_EQ(scale->range(), range);
    EXPECT_EQ(scale->toolTip(), counts);
}

TEST_F(HeatMapViewTest, CopiesThePicture)
{
    open("F32", "[2,2]", std::vector<float>{-2, 2, 0, 0});
    button(QStringLiteral("Export"))->menu()->actions().front()->trigger();
    EXPECT_GT(test::colorCount(QApplication::clipboard()->image()), 10);
}

/// The menu may be open while the file is closed or reloaded.
TEST_F(HeatMapViewTest, WithoutATensorThereIsNothingToSave)
{
    open("F32", "[2,2]", std::vector<float>{-2, 2, 0, 0});
    view.setTensor({});
    for (auto* const menu : view.findChildren<QMenu*>()) {
        for (QAction* const action : menu->actions())
            action->trigger();
    }
    EXPECT_TRUE(view.findChildren<QFileDialog*>().empty());
}

TEST_F(HeatMapViewTest, SavesThePicture)
{
    const test::TemporaryFolder folder;
    const QString path = toQString(folder.write("a.png", "before"));
    open("F32", "[2,2]", std::vector<float>{-2, 2, 0, 0});
    view.save(path);
    EXPECT_FALSE(view.readout().contains(QStringLiteral("Saved"))) << "it is written on another thread";
    ASSERT_TRUE(QTest::qWaitFor([this] { return view.readout().contains(QStringLiteral("Saved")); }));
    const QImage picture(path);
    EXPECT_EQ(picture.size(), view.canvas().parentWidget()->size());
    EXPECT_TRUE(test::contains(picture, Theme::of(view.palette()).diverging(-1)));
    EXPECT_TRUE(test::contains(picture, Theme::of(view.palette()).diverging(1)));
}

TEST_F(HeatMapViewTest, SaysWhyAPictureCannotBeWritten)
{
    const test::TemporaryFolder folder;
    QString sentence;
    QObject::connect(&view, &HeatMapView::saveFailed, &view, [&](const QString& text) { sentence = text; });
    open("F32", "[2,2]", std::vector<float>{-2, 2, 0, 0});
    const QString path = toQString(folder.path() / "missing" / "a.png");
    view.save(path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !sentence.isEmpty(); }));
    EXPECT_TRUE(sentence.contains(path)) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(qt_error_string(ENOENT))) << sentence.toStdString();
}

TEST_F(HeatMapViewTest, StopsAndGoesOnWhenAsked)
{
    const WrittenTensor tensor("U8", "[2500,2500]", std::string(6'250'000, '\1'));
    view.setCheckpoint(tensor.checkpoint());
    view.setTensor(0);
    EXPECT_TRUE(view.isBusy());
    view.stop();
    EXPECT_FALSE(view.isBusy());
    view.stop(); // like Esc during another job
    press(Qt::Key_Plus);
    EXPECT_FALSE(view.isBusy()) << "nothing begins by itself";
    ASSERT_TRUE(button(QStringLiteral("Compute"))->isVisible());
    button(QStringLiteral("Compute"))->click();
    EXPECT_TRUE(view.isBusy());
    EXPECT_TRUE(waitUntilIdle());
}

TEST_F(HeatMapViewTest, ALargeTensorIsNotReadAgainWhenTheWindowGrowsALittle)
{
    open("U8", "[5000,5000]", std::string(25'000'000, '\1'));
    const GridPtr grid = view.canvas().layers().back().grid();
    view.resize(view.width() + 60, view.height() + 40);
    QApplication::processEvents();
    EXPECT_LE(view.canvas().wanted().columnStep, grid->shape.columnStep);
    EXPECT_EQ(view.canvas().layers().back().grid(), grid);
    EXPECT_FALSE(view.isBusy());
    view.resize(view.width() / 2, view.height());
    QApplication::processEvents();
    EXPECT_TRUE(waitUntilIdle());
    EXPECT_NE(view.canvas().layers().back().grid(), grid) << "smaller cells than pixels would hide some";
}

TEST_F(HeatMapViewTest, WhoComesBackFindsWhatWasRead)
{
    open("U8", "[3000,3000]", std::string(9'000'000, '\1'));
    view.canvas().zoomBy(4);
    ASSERT_TRUE(waitUntilIdle());
    const GridPtr grid = view.canvas().layers().back().grid();
    view.setActive(false);
    view.setActive(true);
    EXPECT_FALSE(view.isBusy());
    EXPECT_EQ(view.canvas().layers().back().grid(), grid);
    press(Qt::Key_0);
    EXPECT_FALSE(view.isBusy());
}

TEST_F(HeatMapViewTest, WhatWasLeftHalfReadIsReadToItsEnd)
{
    const WrittenTensor tensor("U8", "[2500,2500]", std::string(6'250'000, '\1'));
    view.setCheckpoint(tensor.checkpoint());
    view.setTensor(0);
    ASSERT_TRUE(view.isBusy());
    view.setActive(false);
    EXPECT_FALSE(view.isBusy());
    view.setActive(true);
    EXPECT_TRUE(view.isBusy());
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(view.canvas().layers().size(), 1U);
}

TEST_F(HeatMapViewTest, TruncatedFileIsAnErrorAndNotACrash)
{
    const WrittenTensor tensor("U8", "[1000,1000]", std::string(1'000'000, 'x'));
    std::filesystem::resize_file(tensor.path(), 100);
    open(tensor);
    EXPECT_FALSE(view.canvas().message().isEmpty());
}

TEST_F(HeatMapViewTest, NothingIsReadWhileItIsNotShown)
{
    view.setActive(false);
    open("U8", "[2,2]", std::string("abcd"));
    EXPECT_FALSE(view.isBusy());
    EXPECT_TRUE(view.canvas().layers().empty());
    view.setActive(true);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(view.canvas().layers().empty());
}

} // namespace
} // namespace loupe
