#include "views/layers/layers_view.h"

#include "items/tree/health/health_scan.h"
#include "support/compared_pair.h"
#include "support/nan.h"
#include "support/opened.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/history/history_chart.h"
#include "views/kit/choice_switch.h"
#include "views/layers/figure_canvas.h"
#include "views/layers/figure_legend.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using test::packedBytes;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Three blocks, each with "w" and "n". The values of "w" grow. One "n" has a NaN, another one a different dtype. The
/// last block has six experts. One tensor is outside of the blocks.
std::vector<test::WantedTensor> blocksAndExperts()
{
    std::vector<test::WantedTensor> tensors{
        {"l.0.w", "F32", "[2]", packedBytes<float>({1, -1})},
        {"l.1.w", "F32", "[2]", packedBytes<float>({2, -2})},
        {"l.2.w", "F32", "[2]", packedBytes<float>({3, -3})},
        {"l.0.n", "U8", "[2]", "ab"},
        {"l.1.n", "F32", "[2]", packedBytes<float>({100, test::nan})},
        {"l.2.n", "F32", "[2]", packedBytes<float>({100, 200})},
        {"head", "F64", "[1]", packedBytes<double>({0.5})},
    };
    for (int expert = 0; expert < 6; ++expert)
        tensors.push_back(
            {"l.2.e." + std::to_string(expert) + ".k", "F32", "[1]", packedBytes<float>({float(expert)})});
    return tensors;
}

class LayersViewTest : public testing::Test {
protected:
    LayersViewTest()
    {
        view.setScan(&scan);
        view.resize(640, 700);
        view.show();
        view.setActive(true);
        QObject::connect(&view, &LayersView::tensorChosen, &view, [this](std::uint32_t tensor) {
            chosen = tensor;
            view.setTensor(tensor);
        });
    }
    void open(const std::vector<test::WantedTensor>& tensors)
    {
        open(test::openFile(folder.write("m.safetensors", test::safetensorsOf(tensors, R"({"format":"pt"})"))));
    }
    void open(OpenedCheckpointPtr other)
    {
        opened = std::move(other);
        scan.setCheckpoint(opened);
        view.setCheckpoint(opened);
        wait();
    }
    void wait()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !view.isBusy() && !scan.isRunning(); }, 20'000));
    }
    void scanAll()
    {
        scan.start();
        wait();
    }
    void show(CellFigure figure)
    {
        view.setFigure(figure);
        wait();
    }
    std::uint32_t tensor(std::string_view name) const
    {
        const auto& tensors = opened->checkpoint->tensors;
        const auto found = std::ranges::find(tensors, name, &Tensor::name);
        EXPECT_NE(found, tensors.end()) << name;
        return std::uint32_t(found - tensors.begin());
    }
    std::uint32_t cell(std::string_view name) { return view.layers().grid().cellOf(tensor(name)); }
    std::string_view chosenName() const { return chosen ? opened->checkpoint->tensors[*chosen].name : "nothing"; }
    QColor pixel(std::string_view name)
    {
        const QRect rect = view.canvas().cellRect(cell(name));
        return view.canvas().viewport()->grab(rect).toImage().pixelColor(2, 2);
    }
    void click(std::string_view name, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(
            view.canvas().viewport(), Qt::LeftButton, modifiers, view.canvas().cellRect(cell(name)).center());
    }
    void press(Qt::Key key) { QTest::keyClick(&view.canvas(), key); }

    test::TemporaryFolder folder;
    OpenedCheckpointPtr opened;
    HealthScan scan;
    LayersView view;
    std::optional<std::uint32_t> chosen;
};

TEST_F(LayersViewTest, SaysWhatWouldBeHere)
{
    EXPECT_THAT(view.canvas().message().toStdString(), HasSubstr("Open a file"));
    EXPECT_FALSE(view.scanButton().isVisibleTo(&view));
    open(std::vector<test::WantedTensor>());
    EXPECT_THAT(view.canvas().message().toStdString(), HasSubstr("no tensors"));
    open({{"a", "U8", "[1]", "x"}, {"b", "U8", "[1]", "x"}});
    EXPECT_EQ(view.canvas().message(), QString());
    EXPECT_THAT(view.readout().toStdString(), HasSubstr("No numbered layers"));
    EXPECT_FALSE(view.chart().isVisibleTo(&view));
    EXPECT_FALSE(view.partsBox().isVisibleTo(&view));
}

TEST_F(LayersViewTest, WhatTheHeaderSaysIsThereAtOnceAndValuesComeWithAScan)
{
    open(blocksAndExperts());
    EXPECT_EQ(view.figure(), CellFigure::Bytes);
    EXPECT_EQ(view.layers().cells().cells[cell("l.0.w")].value, 8);
    ASSERT_TRUE(view.scanButton().isVisibleTo(&view));
    view.scanButton().click();
    wait();
    EXPECT_EQ(view.figure(), CellFigure::StandardDeviation) << "nobody has chosen another one";
    EXPECT_EQ(view.layers().cells().cells[cell("l.2.w")].value, 3);
    EXPECT_FALSE(view.scanButton().isVisibleTo(&view));
}

TEST_F(LayersViewTest, AFigureThatIsChosenStays)
{
    open(blocksAndExperts());
    show(CellFigure::Zeros);
    EXPECT_THAT(view.readout().toStdString(), HasSubstr("not been scanned"));
    EXPECT_THAT(view.legend().texts(), ElementsAre(QStringLiteral("not scanned yet")));
    scanAll();
    EXPECT_EQ(view.figure(), CellFigure::Zeros);
    EXPECT_EQ(view.legend().scaleTexts().last(), QStringLiteral("Zeros (%)"));
}

TEST_F(LayersViewTest, AClickAndKeysChooseATensor)
{
    open(blocksAndExperts());
    click("l.1.w");
    EXPECT_EQ(chosenName(), "l.1.w");
    press(Qt::Key_Right);
    EXPECT_EQ(chosenName(), "l.2.w");
    press(Qt::Key_Up);
    EXPECT_EQ(chosenName(), "l.2.n");
    press(Qt::Key_Home);
    EXPECT_EQ(chosenName(), "l.0.n");
    chosen.reset();
    press(Qt::Key_Return);
    EXPECT_EQ(chosenName(), "l.0.n");
    EXPECT_THAT(view.canvas().accessibleDescription().toStdString(), HasSubstr("l.0.n\nSize: 2 bytes\nU8 · [2]"));
    QSignalSpy groups(&view, &LayersView::groupChosen);
    const QRect top = view.canvas().cellRect(cell("l.1.n"));
    QTest::mouseClick(view.canvas().viewport(), Qt::LeftButton, {}, {top.center().x(), LayersLayout::title + 4});
    ASSERT_EQ(groups.size(), 1);
    EXPECT_EQ(opened->tree.path(groups.front().front().value<NameTree::NodeId>()), "l.1");
}

TEST_F(LayersViewTest, TheSelectedTensorIsTheCurrentCell)
{
    open(blocksAndExperts());
    view.setTensor(tensor("l.2.e.4.k"));
    EXPECT_EQ(view.canvas().currentCell(), cell("l.2.e.0.k"));
    EXPECT_THAT(view.readout().toStdString(), HasSubstr("l.2.e.*.k\nSize: 24 bytes\n6 tensors · 4 B in each tensor"));
    view.setTensor(std::nullopt);
    EXPECT_EQ(view.canvas().currentCell(), std::nullopt);
}

TEST_F(LayersViewTest, ColorsAreOfOneScaleOrOfEachRole)
{
    open(blocksAndExperts());
    scanAll();
    show(CellFigure::Largest);
    const Theme& theme = Theme::of(view.palette());
    const auto colorOf = [&](std::string_view name) { return view.canvas().colorOf(cell(name)).rgb(); };
    EXPECT_EQ(pixel("l.0.w").rgb(), colorOf("l.0.w"));
    EXPECT_EQ(colorOf("l.2.n"), theme.sequential(1).rgb()) << "200 is the greatest of all";
    EXPECT_NE(colorOf("l.2.w"), theme.sequential(1).rgb());
    EXPECT_EQ(pixel("l.1.n"), theme.nanFill) << "a NaN is seen whatever the figure";
    view.scales().setCurrent(1);
    emit view.scales().changed();
    EXPECT_EQ(colorOf("l.0.w"), theme.sequential(0).rgb());
    EXPECT_EQ(colorOf("l.2.w"), theme.sequential(1).rgb()) << "3 is the greatest of its role";
    EXPECT_THAT(view.legend().scaleTexts(),
        ElementsAre(QStringLiteral("min"), QStringLiteral("max"), QStringLiteral("Max |x| (per role)")));
    view.setTensor(tensor("l.0.w"));
    EXPECT_EQ(view.legend().scaleTexts().first(), QStringLiteral("1")) << "the scale of w";
    EXPECT_TRUE(view.legend().scaleTexts().contains(QStringLiteral("3")));
    EXPECT_EQ(view.legend().scaleTexts().last(), QStringLiteral("Max |x| (per role)"));
    EXPECT_TRUE(view.legend().texts().contains(QStringLiteral("has NaN or infinities")));
}

TEST_F(LayersViewTest, DTypesHaveTheirOwnColors)
{
    open(blocksAndExperts());
    show(CellFigure::DType);
    const Theme& theme = Theme::of(view.palette());
    EXPECT_EQ(view.canvas().colorOf(cell("l.0.n")), theme.colorOf(DType::U8));
    EXPECT_EQ(view.canvas().colorOf(cell("head")), theme.colorOf(DType::F64));
    EXPECT_THAT(view.legend().texts(),
        testing::UnorderedElementsAre(QStringLiteral("U8"), QStringLiteral("F32"), QStringLiteral("F64")));
    click("l.0.n");
    EXPECT_THAT(view.chart().message().toStdString(), HasSubstr("no curve"));
}

TEST_F(LayersViewTest, TheCurveIsThatOfTheChosenRoles)
{
    open(blocksAndExperts());
    scanAll();
    show(CellFigure::Largest);
    click("l.1.w");
    ASSERT_EQ(view.chart().curves().size(), 1U);
    std::vector<double> values;
    for (const RunCurvePoint& point : view.chart().curves().front().points)
        values.push_back(point.value.value_or(-1));
    EXPECT_THAT(values, ElementsAre(1, 2, 3));
    EXPECT_EQ(view.chart().currentRow(), 1);
    click("l.0.n", Qt::ControlModifier);
    EXPECT_EQ(chosenName(), "l.1.w") << "still";
    ASSERT_EQ(view.chart().curves().size(), 2U);
    EXPECT_EQ(view.chart().curves().front().series, QStringLiteral("n"));
    EXPECT_TRUE(view.chart().curves().front().points[1].isNonfinite);
    click("l.0.n", Qt::ControlModifier);
    EXPECT_EQ(view.chart().curves().size(), 1U);
    press(Qt::Key_Space);
    press(Qt::Key_Up);
    EXPECT_EQ(view.chart().curves().size(), 2U) << "the row that was kept, and the current one";
    QTest::keyClick(&view.chart(), Qt::Key_Right);
    EXPECT_EQ(chosenName(), "l.2.n");
    view.setTensor(tensor("head"));
    EXPECT_EQ(view.chart().curves().size(), 1U);
}

TEST_F(LayersViewTest, AKeptCurveHasTheSameColorUntilItIsRemoved)
{
    open(blocksAndExperts());
    scanAll();
    show(CellFigure::Largest);
    click("l.1.w");
    click("l.0.n", Qt::ControlModifier);
    press(Qt::Key_Space);
    const auto hueOf = [this](const char* role) {
        for (const RunCurve& curve : view.chart().curves()) {
            if (curve.series == QString::fromUtf8(role))
                return curve.hue;
        }
        return std::optional<std::size_t>();
    };
    EXPECT_EQ(hueOf("n"), 0U);
    EXPECT_EQ(hueOf("w"), 1U);
    click("l.0.n", Qt::ControlModifier);
    EXPECT_EQ(view.chart().curves().size(), 1U);
    EXPECT_EQ(hueOf("w"), 1U);
}

TEST_F(LayersViewTest, ExpertsOfABlockStandSideBySide)
{
    open(blocksAndExperts());
    ASSERT_TRUE(view.partsBox().isVisibleTo(&view));
    QStringList choices;
    for (int i = 0; i < view.partsBox().count(); ++i)
        choices << view.partsBox().itemText(i);
    EXPECT_THAT(choices,
        ElementsAre(QStringLiteral("Experts merged"), QStringLiteral("Each expert"), QStringLiteral("l.2 only")));
    view.partsBox().setCurrentIndex(2);
    emit view.partsBox().activated(2);
    wait();
    EXPECT_EQ(view.layers().grid().series().front().path, "l.2.e.*");
    EXPECT_EQ(view.partsBox().currentIndex(), 2);
    click("l.2.e.5.k");
    EXPECT_EQ(chosenName(), "l.2.e.5.k");
    view.setTensor(tensor("l.0.w"));
    EXPECT_EQ(view.canvas().currentCell(), std::nullopt) << "it is in another block";
    emit view.partsBox().activated(1);
    wait();
    EXPECT_EQ(view.layers().grid().tensors(cell("l.2.e.3.k")).size(), 1U);
    emit view.partsBox().activated(0);
    wait();
    EXPECT_EQ(view.layers().grid().tensors(cell("l.2.e.3.k")).size(), 6U);
}

TEST_F(LayersViewTest, DataAndPictureAreExported)
{
    open(blocksAndExperts());
    view.exportButton().menu()->actions().front()->trigger();
    wait();
    EXPECT_THAT(QApplication::clipboard()->text().toStdString(), HasSubstr("\nl.*,1,w,1,l.1.w,8,32,F32,,,,,,\n"));
    view.setTensor(tensor("l.0.w"));
    const QImage picture = view.picture();
    EXPECT_GE(picture.width(), 2 * view.canvas().width());
    const QPoint place = view.canvas().viewport()->mapTo(&view, view.canvas().cellRect(cell("l.2.n")).topLeft())
        - view.legend().pos() + QPoint(3, view.fontMetrics().height() + 16 + 3);
    EXPECT_EQ(picture.pixelColor(place * 2), view.canvas().colorOf(cell("l.2.n")));
}

TEST_F(LayersViewTest, StableRanksAreFoundOnRequest)
{
    open({{"l.0.w", "F32", "[2,2]", packedBytes<float>({2, 0, 0, 1})},
        {"l.1.w", "F32", "[2,2]", packedBytes<float>({1, 0, 0, 1})}, {"l.1.n", "F32", "[1]", packedBytes<float>({1})}});
    show(CellFigure::StableRank);
    EXPECT_THAT(view.readout().toStdString(), HasSubstr("on request"));
    EXPECT_THAT(view.legend().texts(), ElementsAre(QStringLiteral("not computed")));
    ASSERT_TRUE(view.scanButton().isVisibleTo(&view));
    EXPECT_EQ(view.scanButton().text(), QStringLiteral("Compute stable ranks"));
    view.scanButton().click();
    EXPECT_THAT(view.scanButton().text().toStdString(), HasSubstr("Stop"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !view.layers().ranks().isRunning(); }, 20'000));
    wait();
    EXPECT_FALSE(view.scanButton().isVisibleTo(&view)) << "all are found";
    click("l.0.w");
    ASSERT_EQ(view.chart().curves().size(), 1U);
    ASSERT_EQ(view.chart().curves().front().points.size(), 2U);
    EXPECT_NEAR(view.chart().curves().front().points[0].value.value_or(-1), 1.25, 1e-9);
    EXPECT_NEAR(view.chart().curves().front().points[1].value.value_or(-1), 2, 1e-9);
    EXPECT_THAT(view.readout().toStdString(), HasSubstr("l.0.w\nStable rank: 1.25\n"));
    show(CellFigure::Bytes);
    EXPECT_EQ(view.scanButton().text(), QStringLiteral("Scan values"));
    EXPECT_EQ(scan.results(), nullptr) << "no scan was needed";
}

TEST_F(LayersViewTest, AnAdapterShowsTheNormsOfItsUpdates)
{
    open(test::openData("adapters/kohya.safetensors"));
    EXPECT_EQ(view.figure(), CellFigure::UpdateNorm);
    const std::string name = "lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn1_to_q.lora_up.weight";
    click(name);
    EXPECT_THAT(view.readout().toStdString(), HasSubstr(name + "\nUpdate norm: 3.916352785"));
    // A file without updates has no such figure.
    open(blocksAndExperts());
    EXPECT_EQ(view.figure(), CellFigure::Bytes);
    EXPECT_EQ(view.findChild<QComboBox*>()->findText(figureName(CellFigure::UpdateNorm)), -1);
}

TEST_F(LayersViewTest, ALowViewHasRoomForTheCurve)
{
    std::vector<test::WantedTensor> tensors;
    for (int i = 0; i < 400; ++i)
        tensors.push_back({"l." + std::to_string(i / 200) + ".r" + std::to_string(i % 200), "U8", "[1]", "x"});
    view.resize(540, 400);
    open(tensors);
    EXPECT_TRUE(view.chart().isVisibleTo(&view));
    EXPECT_GE(view.chart().height(), 96);
    EXPECT_GE(view.canvas().height(), 96) << "the other rows can be scrolled to";
}

TEST_F(LayersViewTest, AllFiguresAreExplained)
{
    const QComboBox* const box = view.findChild<QComboBox*>();
    EXPECT_EQ(box->count(), int(allCellFigures.size()) - 1) << "but that of adapters";
    open(test::openData("adapters/kohya.safetensors"));
    ASSERT_EQ(box->count(), int(allCellFigures.size()));
    for (int i = 0; i < box->count(); ++i)
        EXPECT_GT(box->itemData(i, Qt::ToolTipRole).toString().size(), 20) << box->itemText(i).toStdString();
}

} // namespace
} // namespace loupe
