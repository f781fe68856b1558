#include "views/compare/pair_values_tab.h"

#include "support/compared_files.h"
#include "support/picture.h"
#include "views/colors/difference_tint.h"
#include "views/colors/theme.h"
#include "views/compare/pair_cells_switch.h"
#include "views/values/slice_bar.h"
#include "views/values/values_area.h"
#include "views/values/values_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QMouseEvent>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <stdexcept>

namespace loupe {
namespace {

using test::ComparedTensors;
using test::packedBytes;
using test::WantedTensor;
using testing::HasSubstr;
using testing::StartsWith;
using Cell = Slice::Cell;

constexpr auto A = PairSide::A;
constexpr auto B = PairSide::B;
constexpr auto Difference = PairSide::Difference;

class PairValuesTest : public testing::Test {
protected:
    PairValuesTest()
    {
        tab.resize(800, 700);
        tab.show();
        tab.setActive(true);
    }
    void open(const std::vector<WantedTensor>& a, const std::vector<WantedTensor>& b, bool withValues = true)
    {
        compared = std::make_unique<ComparedTensors>(a, b, withValues);
        tab.setResults(compared->results());
        EXPECT_TRUE(waitUntilIdle());
    }
    /// Opens two checkpoints with one tensor each.
    template <typename T>
    void open(const char* dtype, const char* shape, const std::vector<T>& a, const std::vector<T>& b)
    {
        open({{"t", dtype, shape, packedBytes(a)}}, {{"t", dtype, shape, packedBytes(b)}});
        select(0);
    }
    /// Opens checkpoints like the window does, including quantized weights.
    void compare(const std::vector<WantedTensor>& a, const std::vector<WantedTensor>& b)
    {
        const test::TemporaryFolder folder;
        tab.setResults(test::comparedFiles(folder.write("a.safetensors", test::safetensorsOf(a)),
            folder.write("b.safetensors", test::safetensorsOf(b)), true));
        select(0);
    }
    void select(NameTree::NodeId node)
    {
        tab.setNode(node);
        EXPECT_TRUE(waitUntilIdle());
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !tab.isBusy(); }, 20'000);
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&tab.area(), Qt::Key(key), modifiers);
    }
    bool has(PairSide side) const { return std::ranges::find(tab.sides(), side) != tab.sides().end(); }
    std::string text(PairSide side, Cell cell) const
    {
        const auto place = std::ranges::find(tab.sides(), side) - tab.sides().begin();
        return tab.area().text(cell, std::size_t(place)).toStdString();
    }
    void choose(std::optional<PairSide> side) { tab.cells().choose(side); }
    QToolButton& computeButton() const
    {
        for (auto* const button : tab.findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Compute"))
                return *button;
        }
        throw std::logic_error("no such button");
    }
    std::string readout() const { return tab.panel().readout().toStdString(); }
    std::string note() const { return tab.panel().note().toStdString(); }
    bool hasMarks() const
    {
        return test::contains(test::pictureOf(*tab.area().viewport()), Theme::of(tab.palette()).warning);
    }
    bool copies(const char* expected)
    {
        QApplication::clipboard()->clear();
        press(Qt::Key_A, Qt::ControlModifier);
        press(Qt::Key_C, Qt::ControlModifier);
        return QTest::qWaitFor(
            [wanted = QLatin1String(expected)] { return QApplication::clipboard()->text() == wanted; }, 20'000);
    }

    std::unique_ptr<ComparedTensors> compared;
    PairValuesTab tab;
};

/// In a window of 900x600, the axes are in the second row.
TEST_F(PairValuesTest, ControlsTakeTwoRowsWhereThereIsLittleRoom)
{
    tab.resize(446, 320);
    open<float>("F32", "[2,2]", {1, 2, 3, 4}, {1, 2, 3, 5});
    QApplication::processEvents();
    const int row = tab.findChild<QComboBox*>()->height() + 8;
    EXPECT_LE(tab.area().mapTo(&tab, QPoint()).y(), 2 * row + 8);
}

TEST_F(PairValuesTest, SaysWhatWouldBeHere)
{
    const QString closed = tab.message();
    open({{"g.u", "U8", "[2]", "ab"}, {"g.f6", "F6_E2M3", "[4]", "abc"}, {"g.flat", "U8", "[4]", "abcd"},
             {"g.none", "U8", "[0]", ""}},
        {{"g.u", "U8", "[2]", "ab"}, {"g.f6", "F6_E2M3", "[4]", "abc"}, {"g.none", "U8", "[0]", ""}});
    std::set<QString> sentences{closed, tab.message()};
    for (const NameTree::NodeId node : {1U, 3U}) {
        select(node);
        sentences.insert(tab.message());
    }
    select(compared->results()->paired()->tree.root());
    sentences.insert(tab.message());
    EXPECT_EQ(sentences.size(), 5U) << "each has its own";
    EXPECT_FALSE(sentences.contains(QString()));
    EXPECT_TRUE(tab.sides().empty());
    select(0);
    EXPECT_TRUE(tab.message().isEmpty());
    EXPECT_TRUE(has(B));
    tab.setResults(nullptr);
    EXPECT_EQ(tab.message(), closed);
}

TEST_F(PairValuesTest, BeginsAtTheFirstDifference)
{
    std::vector<float> a(500 * 400);
    std::vector<float> b = a;
    b[321 * 400 + 123] = 2.5F;
    b[400 * 400] = 1;
    open("F32", "[500,400]", a, b);
    EXPECT_EQ(tab.area().cursor(), (Cell{321, 123}));
    EXPECT_EQ(text(A, {321, 123}), "0");
    EXPECT_EQ(text(B, {321, 123}), "2.5");
    EXPECT_EQ(text(Difference, {321, 123}), "2.5");
    EXPECT_THAT(readout(), StartsWith("[321, 123]   0 → 2.5"));
}

TEST_F(PairValuesTest, GoesToTheFirstDifferenceOnceItIsKnownUnlessPeopleHaveMoved)
{
    const std::vector<float> a(1000);
    std::vector<float> b = a;
    b[777] = 1;
    const std::vector<WantedTensor> left{{"t", "F32", "[1000]", packedBytes(a)}};
    const std::vector<WantedTensor> right{{"t", "F32", "[1000]", packedBytes(b)}};
    for (const bool moved : {false, true}) {
        open(left, right, false);
        select(0);
        EXPECT_EQ(tab.area().cursor(), Cell());
        if (moved)
            press(Qt::Key_Right);
        const PairedCheckpoints& paired = *compared->results()->paired();
        ASSERT_TRUE(comparePairs(paired.a, paired.b, paired.pairs, {}, {},
            [&](const TensorPair& one, const PairOutcome& outcome) { compared->results()->add(one, outcome); }));
        tab.onResultsAdded(true);
        ASSERT_TRUE(waitUntilIdle());
        EXPECT_EQ(tab.area().cursor(), moved ? (Cell{0, 1}) : (Cell{77, 7}));
    }
}

TEST_F(PairValuesTest, CellsHaveWhatIsChosenAndStayInTheirPlace)
{
    std::vector<float> a(1000 * 300, 1.5F);
    std::vector<float> b = a;
    b[500 * 300 + 7] = 12.25F;
    open("F32", "[1000,300]", a, b);
    EXPECT_EQ(tab.area().cursor(), (Cell{500, 7}));
    const int together = tab.area().cellRect({500, 7}).width();
    const Cell top = tab.area().top();
    tab.area().setFocus();
    for (const auto& [key, side] : {std::pair(Qt::Key_A, A), {Qt::Key_B, B}, {Qt::Key_D, Difference}}) {
        press(key);
        EXPECT_EQ(tab.cells().chosen(), side);
        EXPECT_LT(tab.area().cellRect({500, 7}).width(), together / 2);
        EXPECT_EQ(tab.area().cursor(), (Cell{500, 7}));
        EXPECT_EQ(tab.area().top(), top);
        EXPECT_THAT(readout(), StartsWith("[500, 7]   1.5 → 12.25 · B − A = 10.75")) << "all three, whatever is shown";
    }
    press(Qt::Key_S);
    EXPECT_EQ(tab.cells().chosen(), std::nullopt);
    EXPECT_EQ(tab.area().cellRect({500, 7}).width(), together);
    for (const std::optional<PairSide> next : {std::optional(A), {B}, {Difference}, std::optional<PairSide>()}) {
        tab.cells().chooseNext();
        EXPECT_EQ(tab.cells().chosen(), next);
    }
}

TEST_F(PairValuesTest, ThePointerReadsACellUntilTheCursorMoves)
{
    open<float>("F32", "[2,2]", {1, 2, 3, 4}, {1, 2, 3, 5});
    EXPECT_THAT(readout(), StartsWith("[1, 1]   4 → 5"));
    const QPoint place = tab.area().cellRect({0, 1}).center();
    QMouseEvent move(
        QEvent::MouseMove, place, tab.area().viewport()->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(tab.area().viewport(), &move);
    EXPECT_THAT(readout(), StartsWith("[0, 1]   2 → 2 · B − A = 0"));
    press(Qt::Key_Left);
    EXPECT_THAT(readout(), StartsWith("[1, 0]   3 → 3"));
}

TEST_F(PairValuesTest, WhatDiffersHasACorner)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    open<float>("F32", "[2,2]", {0.0F, nan, 1, 2}, {-0.0F, -nan, 1, 2});
    EXPECT_FALSE(hasMarks());
    EXPECT_EQ(note(), "No values differ");
    open<float>("F32", "[2,2]", {0, 1, 2, 3}, {0, 1, 2, 4});
    for (const std::optional<PairSide> side : {std::optional<PairSide>(), {A}, {B}, {Difference}}) {
        choose(side);
        EXPECT_TRUE(hasMarks());
    }
    EXPECT_THAT(note(), HasSubstr("full color at 1"));
    // The corner is still visible as a shape without color, unlike a tint.
    QImage picture = test::pictureOf(*tab.area().viewport()).convertToFormat(QImage::Format_Grayscale8);
    const QColor warning = Theme::of(tab.palette()).warning;
    const int gray = qGray(warning.rgb());
    int inCorner = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            inCorner += qGray(picture.pixel(x, y)) == gray;
    EXPECT_GT(inCorner, 5);
}

TEST_F(PairValuesTest, TheTintTellsSignAndSize)
{
    open<float>("F32", "[1,4]", {0, 0, 0, 0}, {-100, 1, 100, 0});
    choose(B);
    press(Qt::Key_End); // moves the cursor away from the tested cells
    const QImage picture = test::pictureOf(*tab.area().viewport());
    const Theme& theme = Theme::of(tab.palette());
    const auto ground = [&](std::uint64_t column) {
        return picture.pixelColor(tab.area().cellRect({0, column}).bottomLeft() + QPoint(2, -2));
    };
    EXPECT_GT(ground(0).blue(), ground(0).red()) << "less";
    EXPECT_GT(ground(2).red(), ground(2).blue()) << "greater";
    EXPECT_GT(ground(1).red(), ground(1).blue());
    EXPECT_LT(contrastRatio(ground(1), theme.surface), contrastRatio(ground(2), theme.surface));
    EXPECT_NE(ground(1), theme.surface);
}

TEST(DifferenceTint, TextIsReadableOnAllOfThem)
{
    for (const Theme* const theme : {&Theme::light(), &Theme::darkTheme()}) {
        for (const double size : {1.0, 0.5, 0.1, 0.01, 1e-9, 0.0}) {
            for (const double sign : {-1.0, 1.0}) {
                const QColor ground = differenceTint(*theme, {.kind = Scalar::Kind::Float, .real = sign * size}, 1.0);
                EXPECT_GE(contrastRatio(theme->text, ground), 4.5) << theme->dark << ' ' << sign * size;
                const auto complex = [&](double real) {
                    return differenceTint(
                        *theme, {.kind = Scalar::Kind::Complex, .real = real, .imaginary = size}, 2.0);
                };
                EXPECT_GE(contrastRatio(theme->text, complex(sign * size)), 4.5) << theme->dark << ' ' << size;
                EXPECT_EQ(complex(size), complex(-size)) << "complex numbers have no order";
            }
        }
        const QColor warned = differenceTint(
            *theme, {.kind = Scalar::Kind::Float, .real = std::numeric_limits<double>::quiet_NaN()}, 1.0);
        for (const QColor& text : {theme->text, theme->nan, theme->infinity})
            EXPECT_GE(contrastRatio(text, warned), 4.5) << theme->dark;
    }
}

TEST_F(PairValuesTest, FindsDifferencesInBothDirectionsAndOtherSlices)
{
    std::vector<float> a(3 * 50 * 60);
    std::vector<float> b = a;
    for (const std::size_t place : {61U, 3'000U, 8'999U})
        b[place] = 1;
    open("F32", "[3,50,60]", a, b);
    EXPECT_THAT(readout(), StartsWith("[0, 1, 1]"));
    const auto find = [this](SearchDirection direction) {
        tab.findDifference(direction);
        EXPECT_TRUE(waitUntilIdle());
        return readout();
    };
    EXPECT_THAT(find(SearchDirection::Forward), StartsWith("[1, 0, 0]   0 → 1"));
    EXPECT_THAT(find(SearchDirection::Forward), StartsWith("[2, 49, 59]"));
    EXPECT_THAT(find(SearchDirection::Forward), StartsWith("[0, 1, 1]"));
    EXPECT_THAT(find(SearchDirection::Backward), StartsWith("[2, 49, 59]"));
    EXPECT_EQ(tab.area().cursor(), (Cell{49, 59}));
    open("F32", "[3,50,60]", a, a);
    EXPECT_THAT(find(SearchDirection::Forward), HasSubstr("same value"));
}

TEST_F(PairValuesTest, DifferentDTypesStandSideBySide)
{
    open({{"t", "I64", "[3]", packedBytes<std::int64_t>({1, -5, 9007199254740993})}},
        {{"t", "F32", "[3]", packedBytes<float>({1, -5.5F, 9007199254740992})}});
    select(0);
    EXPECT_EQ(text(A, {0, 2}), "9007199254740993");
    EXPECT_EQ(text(Difference, {0, 1}), "\u22120.5");
    EXPECT_EQ(text(Difference, {0, 2}), "\u22121");
    EXPECT_TRUE(hasMarks());
    EXPECT_EQ(tab.area().cursor(), (Cell{0, 1}));
    auto* const notations = tab.findChild<QComboBox*>();
    notations->setCurrentIndex(int(Notation::Hex));
    emit notations->activated(int(Notation::Hex));
    EXPECT_EQ(text(A, {0, 0}), "0000000000000001");
    EXPECT_EQ(text(B, {0, 0}), "3f800000");
    EXPECT_EQ(text(Difference, {0, 1}), "\u22120.5") << "a difference's bits say nothing";
}

TEST_F(PairValuesTest, CopyTakesWhatIsShown)
{
    open<std::int32_t>("I32", "[2,2]", {1, 2, 3, 4}, {1, 5, 3, 2});
    EXPECT_TRUE(copies("1\t1\t0\t2\t5\t3\n3\t3\t0\t4\t2\t-2\n"));
    choose(A);
    EXPECT_TRUE(copies("1\t2\n3\t4\n"));
    choose(B);
    EXPECT_TRUE(copies("1\t5\n3\t2\n"));
    choose(Difference);
    EXPECT_TRUE(copies("0\t3\n0\t-2\n"));
}

TEST_F(PairValuesTest, DifferencesAreBriefInTheTableAndWholeElsewhere)
{
    open<float>("F32", "[1,1]", {0.1F}, {0.3F});
    // numpy: float(np.float32(0.3)) - float(np.float32(0.1))
    EXPECT_EQ(text(Difference, {0, 0}), "0.2");
    EXPECT_THAT(readout(), HasSubstr("B − A = 0.20000001043081284"));
    choose(Difference);
    EXPECT_TRUE(copies("0.20000001043081284\n"));
}

TEST_F(PairValuesTest, OtherShapesAreNotSubtracted)
{
    open({{"t", "U8", "[3,2]", "abcdef"}}, {{"t", "U8", "[2,3]", "abxcdy"}});
    select(0);
    EXPECT_EQ(text(A, {1, 0}), "99");
    EXPECT_EQ(text(B, {1, 0}), "99");
    EXPECT_THAT(note(), StartsWith("No difference: the shape is [3, 2] in A and [2, 3] in B"));
    EXPECT_FALSE(has(Difference));
    EXPECT_TRUE(copies("97\t97\t98\t98\t\t120\n99\t99\t100\t100\t\t121\n101\t\t102\t\t\t\n"));
    EXPECT_EQ(text(A, {2, 1}), "102");
    EXPECT_EQ(text(B, {2, 1}), "");
    tab.goTo(7);
    EXPECT_THAT(readout(), StartsWith("[2, 1]   102 → –")) << "of the larger table";
    press(Qt::Key_End, Qt::ControlModifier);
    EXPECT_EQ(tab.area().cursor(), (Cell{2, 2}));
    EXPECT_FALSE(hasMarks());
    tab.findDifference(SearchDirection::Forward);
    EXPECT_FALSE(tab.isBusy()) << "which element would be next";
}

TEST_F(PairValuesTest, OfOtherAxesAllElementsStandInOrder)
{
    open({{"t", "U8", "[2,3]", "abcdef"}}, {{"t", "U8", "[4]", "abcd"}});
    select(0);
    EXPECT_TRUE(tab.message().isEmpty());
    EXPECT_EQ(text(A, {0, 5}), "102");
    EXPECT_EQ(text(B, {0, 3}), "100");
    EXPECT_EQ(text(B, {0, 5}), "");
    EXPECT_THAT(note(), HasSubstr("No difference: the shape is"));
}

TEST_F(PairValuesTest, ASideThatCannotBeReadSaysWhyBesideTheOther)
{
    open({{"t", "F6_E2M3", "[4]", "abc"}}, {{"t", "U8", "[4]", "abcd"}});
    select(0);
    EXPECT_TRUE(tab.message().isEmpty());
    EXPECT_EQ(tab.sides(), std::vector{B});
    EXPECT_EQ(text(B, {0, 3}), "100");
    EXPECT_EQ(note(), "No difference: the values of A cannot be read.");
}

TEST_F(PairValuesTest, OneSideAloneIsShownAlone)
{
    open({{"left", "U8", "[2]", "ab"}}, {{"right", "U8", "[3]", "cde"}});
    select(0);
    EXPECT_EQ(tab.sides(), std::vector{A});
    EXPECT_EQ(text(A, {0, 1}), "98");
    EXPECT_FALSE(hasMarks());
    select(1);
    EXPECT_EQ(tab.sides(), std::vector{B});
    EXPECT_EQ(text(B, {0, 2}), "101");
    EXPECT_THAT(readout(), StartsWith("[0]   99"));
}

TEST_F(PairValuesTest, NothingIsReadWhileItIsNotShown)
{
    tab.setActive(false);
    open<float>("F32", "[2]", {1, 2}, {1, 3});
    EXPECT_FALSE(tab.isBusy());
    EXPECT_FALSE(tab.area().page());
    tab.setActive(true);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(text(B, {0, 1}), "3");
}

TEST_F(PairValuesTest, LeavingTheTabStopsWhatIsRead)
{
    open<float>("F32", "[1000,2]", std::vector<float>(2000), std::vector<float>(2000));
    press(Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(tab.isBusy());
    tab.setActive(false);
    EXPECT_FALSE(tab.isBusy());
    QApplication::processEvents();
    EXPECT_EQ(text(A, {999, 1}), "··");
    tab.setActive(true);
    EXPECT_TRUE(tab.isBusy()) << "and it begins anew";
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(text(A, {999, 1}), "0");
}

TEST_F(PairValuesTest, WhatWasStoppedIsReadAfterAll)
{
    open<float>("F32", "[1000,2]", std::vector<float>(2000), std::vector<float>(2000));
    EXPECT_FALSE(computeButton().isVisible());
    press(Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(tab.isBusy());
    tab.stop();
    EXPECT_FALSE(tab.isBusy());
    EXPECT_THAT(tab.message().toStdString(), HasSubstr("Stopped"));
    ASSERT_TRUE(computeButton().isVisible());
    computeButton().click();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(computeButton().isVisible());
    EXPECT_TRUE(tab.message().isEmpty());
    EXPECT_EQ(tab.area().cursor(), (Cell{999, 1})) << "where it was";
    EXPECT_EQ(text(Difference, {999, 1}), "0");
}

TEST_F(PairValuesTest, ATruncatedFileIsASentence)
{
    const std::vector<float> values(200'000);
    open("F32", "[200000]", values, values);
    std::filesystem::resize_file(compared->b(), 100);
    press(Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(tab.message().isEmpty());
}

TEST_F(PairValuesTest, WhatFailedCanBeTriedAgain)
{
    open<float>("F32", "[1000,2]", std::vector<float>(2000), std::vector<float>(2000));
    std::filesystem::path away = compared->b();
    away += ".away";
    std::filesystem::rename(compared->b(), away);
    press(Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_THAT(tab.message().toStdString(), HasSubstr("no longer there"));
    for (const bool isBack : {false, true}) {
        if (isBack)
            std::filesystem::rename(away, compared->b());
        ASSERT_TRUE(computeButton().isVisible());
        computeButton().click();
        ASSERT_TRUE(waitUntilIdle());
        EXPECT_EQ(tab.message().isEmpty(), isBack);
    }
    EXPECT_FALSE(computeButton().isVisible());
    EXPECT_EQ(tab.area().cursor(), (Cell{999, 1})) << "where it was";
    EXPECT_EQ(text(B, {999, 1}), "0");
}

TEST_F(PairValuesTest, TheLastRowAndColumnAreSeen)
{
    std::vector<float> values(1000 * 300);
    values.back() = 1.1754944e-38F; // its long text makes the column wider
    open("F32", "[1000,300]", values, values);
    for (const QSize size : {QSize(800, 700), QSize(1400, 400)}) {
        tab.resize(size);
        for (const std::optional<PairSide> side : {std::optional<PairSide>(), {A}, {Difference}}) {
            choose(side);
            QApplication::processEvents();
            press(Qt::Key_Home, Qt::ControlModifier);
            press(Qt::Key_End, Qt::ControlModifier);
            ASSERT_TRUE(waitUntilIdle());
            EXPECT_TRUE(tab.area().viewport()->rect().contains(tab.area().cellRect({999, 299})));
        }
    }
}

/// The resident bytes of mapped files in this process.
std::uint64_t mappedBytes()
{
    QFile status(QStringLiteral("/proc/self/status"));
    EXPECT_TRUE(status.open(QIODevice::ReadOnly));
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("RssFile:"))
            return line.simplified().split(' ').value(1).toULongLong() * 1024;
    }
    ADD_FAILURE() << "no RssFile";
    return 0;
}

TEST_F(PairValuesTest, PagesOfHugeTensorsComeWithoutReadingThem)
{
    // Sparse files.
    const test::TemporaryFolder folder;
    std::string header = R"({"t":{"dtype":"F32","shape":[1000000000,2],"data_offsets":[0,8000000000]}})";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string length(8, '\0');
    length[0] = static_cast<char>(header.size());
    std::array<std::filesystem::path, 2> paths;
    for (auto& path : paths) {
        path = folder.write(&path == &paths[0] ? "a.safetensors" : "b.safetensors", length + header);
        std::filesystem::resize_file(path, 8 + header.size() + 8'000'000'000);
    }
    const auto results = test::comparedFiles(paths[0], paths[1], false);
    const std::uint64_t before = mappedBytes();
    tab.setResults(results);
    select(0);
    press(Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(tab.area().cursor(), (Cell{999'999'999, 1}));
    for (const PairSide side : pairSides)
        EXPECT_EQ(text(side, {999'999'999, 1}), "0");
    EXPECT_LT(mappedBytes(), before + (std::uint64_t{64} << 20));
    tab.findDifference(SearchDirection::Forward);
    EXPECT_TRUE(tab.isBusy());
    tab.stop();
    EXPECT_TRUE(waitUntilIdle());
    EXPECT_EQ(tab.area().cursor(), (Cell{999'999'999, 1}));
}

/// Shows the origins of both values. If only one side is quantized, shows only its origin.
TEST_F(PairValuesTest, ValuesOfQuantizedWeightsSayWhatTheyAreMadeOf)
{
    const auto float8 = [](float scale, const char* codes) {
        return std::vector<WantedTensor>{{"t.weight", "F8_E4M3", "[2,2]", codes},
            {"t.weight_scale", "F32", "[2,1]", packedBytes<float>({scale, 2})}};
    };
    const auto lines = [&] { return tab.panel().origin().join(u'\n').toStdString(); };
    compare(float8(0.5F, "8888"), float8(4, "8@88")); // 38 is 1, 40 is 2
    ASSERT_TRUE(QTest::qWaitFor([&] { return !lines().empty(); }));
    EXPECT_EQ(lines(), "A   code 56 (0x38) = 1, scale 0.5 → 0.5\nB   code 56 (0x38) = 1, scale 4 → 4");
    tab.goTo(1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return lines().ends_with("→ 8"); }));
    EXPECT_EQ(lines(), "A   code 56 (0x38) = 1, scale 0.5 → 0.5\nB   code 64 (0x40) = 2, scale 4 → 8");

    compare({{"t.weight", "F32", "[2,2]", packedBytes<float>({1, 2, 3, 4})}}, float8(4, "8888"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !lines().empty(); }));
    EXPECT_EQ(lines(), "B   code 56 (0x38) = 1, scale 4 → 4");
    tab.setActive(false);
    EXPECT_EQ(lines(), "");
    tab.setActive(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !lines().empty(); }));

    open<float>("F32", "[2]", {1, 2}, {1, 3});
    EXPECT_EQ(lines(), "");
}

} // namespace
} // namespace loupe
