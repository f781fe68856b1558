#include "views/layers/layers_tab.h"

#include "support/compared_pair.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/layers/layers_canvas.h"
#include "views/layers/layers_legend.h"
#include "views/layers/layers_mark.h"

#include <QCheckBox>
#include <QPainter>
#include <QScrollBar>
#include <QTest>

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace loupe {
namespace {

using test::contains;
using test::packedBytes;
using testing::HasSubstr;

class LayersTabTest : public testing::Test {
protected:
    /// Compares the values of the first `most` pairs.
    void compare(const std::filesystem::path& a, const std::filesystem::path& b, std::uint32_t most = 1000)
    {
        auto paired = openPair(a, b, {});
        ASSERT_TRUE(paired);
        const auto compared = std::make_shared<ComparisonResults>(*paired);
        ASSERT_TRUE(comparePairs((*paired)->a, (*paired)->b, (*paired)->pairs, {}, {},
            [&](const TensorPair& one, const PairOutcome& outcome) {
                if (compared->lookedAt() < most)
                    compared->add(one, outcome);
            }));
        results = compared;
        tab.resize(560, 600);
        tab.show();
        tab.setActive(true);
        tab.setResults(results);
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return !tab.isBusy() && !tab.canvas().placement().size().isEmpty(); }, 20'000));
        QObject::connect(&tab, &ComparisonTab::nodeChosen, &tab, [this](NameTree::NodeId node) {
            chosen = node;
            if (!hidden)
                tab.setNode(node);
        });
    }
    std::uint32_t tensor(std::string_view name) const
    {
        const auto& tensors = results->paired()->names->tensors;
        for (std::uint32_t i = 0; i < tensors.size(); ++i) {
            if (tensors[i].name == name)
                return i;
        }
        ADD_FAILURE() << name;
        return 0;
    }
    QString nameOf(std::optional<NameTree::NodeId> node) const
    {
        return node ? QString::fromStdString(std::string(results->paired()->tree.path(*node))) : QString();
    }
    QRect cellRect(std::string_view name)
    {
        tab.setNode(tensor(name));
        return tab.canvas().cellRect(tab.canvas().currentCell().value());
    }
    void press(Qt::Key key) { QTest::keyClick(&tab.canvas(), key); }

    test::ComparedPair pair;
    ComparisonResultsPtr results;
    LayersTab tab;
    std::optional<NameTree::NodeId> chosen;
    bool hidden = false; ///< whether the chosen tensor cannot be selected
};

/// In the first row, the header must not cover part of the frame.
TEST_F(LayersTabTest, TheFrameOfTheSelectedCellIsWhole)
{
    compare(pair.a(), pair.b());
    for (const auto& one : results->paired()->names->tensors) {
        const QRect cell = cellRect(one.name);
        if (!tab.canvas().viewport()->rect().contains(cell))
            continue;
        const QImage image = tab.canvas().viewport()->grab(cell.adjusted(-2, -2, 2, 2)).toImage();
        const QColor frame = Theme::of(tab.palette()).accent;
        const int middle = image.width() / 2;
        EXPECT_EQ(image.pixelColor(middle, 1), frame) << one.name << ": top";
        EXPECT_EQ(image.pixelColor(1, image.height() / 2), frame) << one.name << ": left";
        EXPECT_EQ(image.pixelColor(middle, image.height() - 3), frame) << one.name << ": bottom";
    }
}

TEST_F(LayersTabTest, SaysWhatWouldBeHere)
{
    EXPECT_THAT(tab.canvas().message().toStdString(), HasSubstr("Layers of both checkpoints"));
    EXPECT_FALSE(tab.isBusy());
    EXPECT_FALSE(tab.computeButton().isVisibleTo(&tab));
}

TEST_F(LayersTabTest, WhatWasStoppedCanBeComputed)
{
    tab.setActive(true);
    tab.setResults(std::make_shared<ComparisonResults>(openPair(pair.a(), pair.b(), {}).value()));
    tab.stop();
    EXPECT_THAT(tab.canvas().message().toStdString(), HasSubstr("Stopped. Press Compute"));
    EXPECT_TRUE(tab.computeButton().isVisibleTo(&tab));
    tab.computeButton().click();
    EXPECT_EQ(tab.canvas().message(), QString());
    EXPECT_FALSE(tab.computeButton().isVisibleTo(&tab));
    EXPECT_TRUE(tab.isBusy());
}

TEST_F(LayersTabTest, TheCheckBoxSaysWhatTheGridIs)
{
    std::vector<test::WantedTensor> tensors;
    for (int expert = 0; expert < 6; ++expert)
        for (const char* const layer : {"0", "1"})
            tensors.push_back({std::string("l.") + layer + ".e." + std::to_string(expert) + ".w", "U8", "[1]", "x"});
    const test::TemporaryFolder folder;
    const auto path = folder.write("a.safetensors", test::safetensorsOf(tensors));
    compare(path, path);
    tab.folding().setChecked(false);
    tab.stop();
    EXPECT_TRUE(tab.folding().isChecked());
    EXPECT_FALSE(tab.isBusy());
    EXPECT_EQ(cellRect("l.0.e.5.w"), cellRect("l.0.e.0.w"));
}

TEST_F(LayersTabTest, CellsStandInAGridOfEightPixels)
{
    compare(pair.a(), pair.b());
    const QRect k0 = cellRect("layers.0.k");
    const QRect q0 = cellRect("layers.0.q");
    const QRect q1 = cellRect("layers.1.q");
    const QRect norm = cellRect("norm");
    EXPECT_EQ(k0.left(), q0.left()); // the same block
    EXPECT_EQ(q0.top(), q1.top()); // the same role
    EXPECT_EQ(q0.top(), k0.top() + k0.height());
    EXPECT_EQ(q1.left(), q0.left() + q0.width());
    EXPECT_GT(norm.top(), q1.bottom() + LayersLayout::title);
    for (const QRect& cell : {k0, q0, q1, norm}) {
        for (const int number : {cell.left(), cell.top(), cell.width(), cell.height()})
            EXPECT_EQ(number % 8, 0);
    }
}

TEST_F(LayersTabTest, AClickChoosesThePair)
{
    compare(pair.a(), pair.b());
    const QPoint middle = cellRect("layers.1.q").center();
    tab.setNode(std::nullopt);
    QTest::mouseClick(tab.canvas().viewport(), Qt::LeftButton, {}, middle);
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.1.q"));
    EXPECT_THAT(tab.readout().toStdString(), HasSubstr("layers.1.q\nother shape"));
    chosen.reset();
    QTest::mouseClick(tab.canvas().viewport(), Qt::LeftButton, {}, middle + QPoint(0, 400)); // there is no cell
    EXPECT_FALSE(chosen);
}

TEST_F(LayersTabTest, WhatCannotBeSelectedIsNotTheOneThatIsRead)
{
    compare(pair.a(), pair.b());
    const QPoint other = cellRect("layers.1.q").center();
    const QRect current = cellRect("layers.0.k");
    hidden = true;
    QTest::mouseClick(tab.canvas().viewport(), Qt::LeftButton, {}, other);
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.1.q"));
    EXPECT_EQ(tab.canvas().cellRect(tab.canvas().currentCell().value()), current);
    hidden = false;
    press(Qt::Key_Down); // in the previous column
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.0.q"));
}

TEST_F(LayersTabTest, AClickOnTheNumberOfABlockChoosesIt)
{
    compare(pair.a(), pair.b());
    const QRect first = cellRect("layers.1.q");
    const QRect row = cellRect("layers.0.k");
    QTest::mouseClick(
        tab.canvas().viewport(), Qt::LeftButton, {}, QPoint(first.center().x(), row.top() - LayersLayout::numbers / 2));
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.1"));
    EXPECT_FALSE(tab.canvas().currentCell());
}

TEST_F(LayersTabTest, WhereItIsLowRowsOfTheGridComeBeforeALineForEachFigure)
{
    compare(pair.a(), pair.b());
    tab.setNode(tensor("layers.1.q"));
    const QStringList lines = tab.readout().split(u'\n');
    ASSERT_EQ(lines.size(), 3);
    const int others = tab.height() - tab.canvas().height();
    tab.resize(560, 310);
    QCoreApplication::processEvents(); // updates the layout
    EXPECT_LT(tab.height() - tab.canvas().height(), others);
    EXPECT_TRUE(tab.readout().contains(lines[1])) << tab.readout().toStdString();
    EXPECT_TRUE(tab.readout().contains(lines[2])) << tab.readout().toStdString();
    tab.resize(560, 600);
    EXPECT_EQ(tab.readout(), lines.join(u'\n'));
}

TEST_F(LayersTabTest, ThePointerReadsACell)
{
    compare(pair.a(), pair.b());
    const QPoint middle = cellRect("layers.0.q").center();
    tab.setNode(std::nullopt);
    QTest::mouseMove(tab.canvas().viewport(), middle);
    ASSERT_TRUE(QTest::qWaitFor([&] { return tab.canvas().readCell().has_value(); }, 20'000));
    EXPECT_THAT(tab.readout().toStdString(), HasSubstr("layers.0.q\nchanged · relative L2 0.3651"));
    EXPECT_FALSE(chosen);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(tab.canvas().viewport(), &leave);
    EXPECT_FALSE(tab.canvas().readCell());
}

TEST_F(LayersTabTest, ArrowsMoveAmongTheCells)
{
    compare(pair.a(), pair.b());
    tab.setNode(tensor("layers.0.q"));
    press(Qt::Key_Right);
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.1.q"));
    press(Qt::Key_Right); // the end of the row
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.1.q"));
    press(Qt::Key_Up); // there is no k in block 1
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.0.k"));
    press(Qt::Key_Down); // the column is remembered
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.1.q"));
    press(Qt::Key_Home);
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.0.q"));
    press(Qt::Key_Down);
    EXPECT_EQ(nameOf(chosen), QStringLiteral("new.bias"));
    press(Qt::Key_PageUp);
    EXPECT_EQ(nameOf(chosen), QStringLiteral("layers.0.k"));
}

TEST_F(LayersTabTest, TheColorIsTheLogarithmOfTheRelativeChange)
{
    compare(pair.a(), pair.b());
    const QRect cell = cellRect("layers.0.q");
    tab.setNode(std::nullopt);
    const QImage picture = tab.canvas().viewport()->grab().toImage();
    const double place = std::log10(2 / std::sqrt(30.0) / 0.2) / std::log10(0.5 / 0.2); // the only change: 0.2 to 0.5
    const QColor wanted = Theme::of(tab.palette()).sequential(place);
    const QColor drawn = picture.pixelColor(cell.center());
    EXPECT_NEAR(drawn.red(), wanted.red(), 2);
    EXPECT_NEAR(drawn.green(), wanted.green(), 2);
    EXPECT_NEAR(drawn.blue(), wanted.blue(), 2);
}

TEST_F(LayersTabTest, TheLegendTellsWhatOccurs)
{
    compare(pair.a(), pair.b());
    EXPECT_EQ(tab.legend().texts().join(u'|'), QStringLiteral("only in A|only in B|other shape|other dtype|identical"));
    compare(pair.a(), pair.b(), 0);
    EXPECT_TRUE(tab.legend().texts().contains(QStringLiteral("not compared yet")));
    EXPECT_FALSE(tab.legend().texts().contains(QStringLiteral("identical")));
}

TEST_F(LayersTabTest, ANewNanCannotBeMissed)
{
    const std::vector<test::WantedTensor> a{
        {"l.0.w", "F32", "[2]", packedBytes<float>({1, 2})}, {"l.1.w", "F32", "[2]", packedBytes<float>({1, 2})}};
    auto b = a;
    b[1].bytes = packedBytes<float>({1, std::nanf("")});
    const test::TemporaryFolder folder;
    const auto broken = folder.write("b.safetensors", test::safetensorsOf(b));
    const auto sound = folder.write("a.safetensors", test::safetensorsOf(a));
    for (const auto& [pathA, pathB] : {std::pair(sound, broken), std::pair(broken, sound)}) {
        compare(pathA, pathB);
        EXPECT_TRUE(contains(tab.canvas().viewport()->grab().toImage(), Theme::of(tab.palette()).nanFill)) << pathA;
        EXPECT_TRUE(tab.legend().texts().contains(QStringLiteral("NaN or Inf differs"))) << pathA;
    }
}

TEST_F(LayersTabTest, ScrollsToTheSelectedCellOfALargeModel)
{
    std::vector<test::WantedTensor> tensors;
    for (int layer = 0; layer < 200; ++layer) {
        for (int role = 0; role < 50; ++role)
            tensors.push_back({"model.layers." + std::to_string(layer) + ".role" + std::to_string(role) + ".weight",
                "U8", "[1]", "x"});
    }
    const test::TemporaryFolder folder;
    const auto path = folder.write("a.safetensors", test::safetensorsOf(tensors));
    compare(path, path, 10'000);
    EXPECT_GT(tab.canvas().horizontalScrollBar()->maximum(), 0);
    EXPECT_GT(tab.canvas().verticalScrollBar()->maximum(), 0);
    const QRect cell = cellRect("model.layers.199.role49.weight");
    EXPECT_TRUE(tab.canvas().viewport()->rect().contains(cell));
    EXPECT_TRUE(tab.canvas().viewport()->rect().contains(cellRect("model.layers.0.role0.weight")));
}

TEST_F(LayersTabTest, NamesWithoutBlocksAndFoldedPartsHaveTheirPlace)
{
    std::vector<test::WantedTensor> tensors;
    for (int expert = 0; expert < 6; ++expert)
        for (const char* const layer : {"0", "1"})
            tensors.push_back({std::string("l.") + layer + ".e." + std::to_string(expert) + ".w", "U8", "[1]", "x"});
    const test::TemporaryFolder folder;
    const auto path = folder.write("a.safetensors", test::safetensorsOf(tensors));
    compare(path, path);
    EXPECT_TRUE(tab.folding().isVisibleTo(&tab));
    const QRect folded = cellRect("l.0.e.5.w");
    EXPECT_EQ(folded, cellRect("l.0.e.0.w"));
    tab.folding().setChecked(false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tab.isBusy(); }, 20'000));
    EXPECT_NE(cellRect("l.0.e.5.w"), cellRect("l.0.e.0.w"));
}

TEST_F(LayersTabTest, WhatAllRolesEndInIsSaidOnce)
{
    const auto commonEnd = [](const std::vector<std::string>& names) {
        std::vector<test::WantedTensor> tensors;
        for (const std::string& name : names)
            tensors.push_back({name, "U8", "[1]", "x"});
        const test::TemporaryFolder folder;
        const auto path = folder.write("a.safetensors", test::safetensorsOf(tensors));
        const auto paired = openPair(path, path, {}).value();
        const LayerGrid grid = LayerGrid::build(paired->tree).value();
        return std::string(LayersCanvas::commonEnd(grid, grid.series().front()));
    };
    EXPECT_EQ(commonEnd({"l.0.a.weight", "l.1.b.weight"}), ".weight");
    EXPECT_EQ(commonEnd({"l.0.a.weight", "l.1.a.bias"}), "");
    EXPECT_EQ(commonEnd({"l.0.a.weight", "l.1.weight"}), ""); // the name without it would be empty
    EXPECT_EQ(commonEnd({"l.0.a.weight", "l.1.a.weight"}), ""); // a single role is shown in full
}

/// 32 layers next to a label of 160 pixels, in the pane of a window 900 pixels wide. Cells become narrower than 8
/// pixels to make room.
TEST(LayersLayout, LabelsKeepTheirRoomAsLongAsCellsCanBeSeen)
{
    std::vector<test::WantedTensor> tensors;
    for (int layer = 0; layer < 32; ++layer)
        tensors.push_back({"l." + std::to_string(layer) + ".w", "U8", "[1]", "x"});
    const test::TemporaryFolder folder;
    const auto path = folder.write("a.safetensors", test::safetensorsOf(tensors));
    const auto paired = openPair(path, path, {}).value();
    const LayerGrid grid = LayerGrid::build(paired->tree).value();
    const struct {
        int width;
        int labels;
        int cell;
    } cases[] = {{440, 176, 8}, {410, 176, 6}, {376, 168, 6}, {360, 160, 6}, {200, 112, 6}};
    for (const auto& one : cases) {
        const LayersLayout layout(grid, {one.width, 300}, {160, 14});
        EXPECT_EQ(layout.labels(), one.labels) << one.width;
        EXPECT_EQ(layout.cell().width(), one.cell) << one.width;
    }
}

TEST(LayersLayout, NumbersStandApart)
{
    EXPECT_EQ(LayersLayout::numberStep(8, 16), 1U);
    EXPECT_EQ(LayersLayout::numberStep(9, 16), 2U);
    EXPECT_EQ(LayersLayout::numberStep(16, 8), 5U);
    EXPECT_EQ(LayersLayout::numberStep(64, 8), 10U);
    EXPECT_EQ(LayersLayout::numberStep(73, 8), 20U);
}

TEST(LayersMark, TellThemselvesApartWithoutColor)
{
    const Theme& theme = Theme::light();
    std::set<std::string> shapes;
    int marks = 0;
    const auto draw = [&](const QSize size, auto paint) {
        QImage picture(size, QImage::Format_RGB32);
        picture.fill(theme.surface);
        QPainter painter(&picture);
        paint(painter, picture.rect());
        painter.end();
        // Reduces the picture to its shape, without brightness and hue.
        std::string shape;
        for (int y = 0; y < size.height() - 1; ++y) {
            for (int x = 0; x < size.width() - 1; ++x)
                shape += picture.pixel(x, y) == picture.pixel(0, 0) ? '.' : '#';
        }
        shape += picture.pixel(0, 0) == theme.surface.rgb() ? '.' : '#';
        shapes.insert(shape);
        ++marks;
    };
    for (const QSize size : {QSize(8, 16), QSize(16, 16), QSize(24, 24)}) {
        draw(size, [](QPainter& painter, const QRect& rect) { paintChangedMark(painter, rect, Qt::red); });
        draw(size, [&](QPainter& painter, const QRect& rect) { paintIdenticalMark(painter, rect, theme); });
        draw(size, [&](QPainter& painter, const QRect& rect) { paintWaitingMark(painter, rect, theme); });
        draw(size, [&](QPainter& painter, const QRect& rect) { paintNonfiniteMark(painter, rect, theme); });
        draw(size, [&](QPainter& painter, const QRect& rect) { paintDTypeMark(painter, rect, Qt::black); });
        for (const PairStatus status : {PairStatus::OnlyA, PairStatus::OnlyB, PairStatus::Changed,
                 PairStatus::ShapeChanged, PairStatus::NotCompared})
            draw(size, [&](QPainter& painter, const QRect& rect) { paintSignMark(painter, rect, status, theme); });
    }
    EXPECT_EQ(int(shapes.size()), marks);
}

} // namespace
} // namespace loupe
