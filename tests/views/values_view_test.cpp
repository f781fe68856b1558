#include "views/values/values_view.h"

#include "support/picture.h"
#include "value_view_fixture.h"
#include "views/colors/theme.h"
#include "views/values/slice_bar.h"
#include "views/values/values_area.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>

#include <limits>

namespace loupe {
namespace {

using test::WrittenTensor;

class ValuesViewTest : public test::ValueViewTest<ValuesView> {
protected:
    ValuesViewTest() { view.resize(800, 480); }
    bool awaitClipboard(const QString& text)
    {
        return QTest::qWaitFor([&text] { return QApplication::clipboard()->text() == text; });
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&view.area(), Qt::Key(key), modifiers);
    }
};

TEST_F(ValuesViewTest, SaysWhatWouldBeHere)
{
    EXPECT_FALSE(view.area().message().isEmpty());
    press(Qt::Key_Down);
    press(Qt::Key_End, Qt::ControlModifier);
    for (const auto& [dtype, shape, bytes] : {std::tuple("F32", "[3,0,5]", ""), {"F6_E2M3", "[4]", "abc"}}) {
        open(dtype, shape, std::string(bytes));
        EXPECT_FALSE(view.area().message().isEmpty()) << dtype;
    }
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 2);
}

TEST_F(ValuesViewTest, ExactIntegersAndEveryNotation)
{
    const WrittenTensor tensor(
        "I64", "[2,2]", std::vector<std::int64_t>{9007199254740993, -1, std::numeric_limits<std::int64_t>::min(), 255});
    open(tensor);
    EXPECT_EQ(view.area().text({0, 0}), QStringLiteral("9007199254740993"));
    EXPECT_EQ(view.area().text({1, 0}), QStringLiteral("\u22129223372036854775808"));
    EXPECT_FALSE(view.area().text({0, 2}).contains(u'·')) << "past the last column there is nothing";
    view.area().setNotation(Notation::Hex);
    EXPECT_EQ(view.area().text({0, 1}), QStringLiteral("ffffffffffffffff"));
    EXPECT_TRUE(view.readout().startsWith(QStringLiteral("[0, 0] = 9007199254740993")));
}

/// Whether text has been drawn in about this color. In some fonts, no pixel is fully covered.
bool hasStrokesOf(const QImage& picture, const QColor& color)
{
    constexpr int tolerance = 64;
    const auto isNear = [](int one, int other) { return std::abs(one - other) <= tolerance; };
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const QColor pixel = picture.pixelColor(x, y);
            if (isNear(pixel.red(), color.red()) && isNear(pixel.green(), color.green())
                && isNear(pixel.blue(), color.blue()))
                return true;
        }
    }
    return false;
}

TEST_F(ValuesViewTest, NanAndInfinityAreSeen)
{
    const WrittenTensor tensor(
        "F32", "[2,2]", std::vector<float>{0, std::numeric_limits<float>::quiet_NaN(), 1, -INFINITY});
    open(tensor);
    const QImage picture = test::pictureOf(view);
    EXPECT_TRUE(hasStrokesOf(picture, Theme::of(view.palette()).nan));
    EXPECT_TRUE(hasStrokesOf(picture, Theme::of(view.palette()).infinity));
}

TEST_F(ValuesViewTest, SelectedNanIsReadableOnASaturatedHighlight)
{
    open("F32", "[1,2]", std::vector<float>{std::numeric_limits<float>::quiet_NaN(), INFINITY});
    QPalette palette = view.palette();
    palette.setColor(QPalette::Highlight, QColor(0x30, 0x8c, 0xc6));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    view.area().setPalette(palette);
    press(Qt::Key_A, Qt::ControlModifier);
    const QImage picture = test::pictureOf(*view.area().viewport());
    const Theme& theme = Theme::of(palette);
    EXPECT_TRUE(test::contains(picture, QColor(0x30, 0x8c, 0xc6)));
    EXPECT_FALSE(test::contains(picture, theme.nan));
    EXPECT_FALSE(test::contains(picture, theme.infinity));
    for (const QColor& color : {theme.nan, theme.infinity}) { // white reaches only 3.7 : 1 there
        const QColor shade = selectedColor(palette, QPalette::Active, color);
        EXPECT_GE(contrastRatio(shade, QColor(0x30, 0x8c, 0xc6)), 4.5);
        EXPECT_TRUE(hasStrokesOf(picture, shade)) << shade.name().toStdString();
    }
}

TEST_F(ValuesViewTest, KeysSelectAndCopy)
{
    const WrittenTensor tensor("U8", "[3,4]", std::string("\0\1\2\3\4\5\6\7\10\11\12\13", 12));
    open(tensor);
    press(Qt::Key_Right);
    press(Qt::Key_Down, Qt::ShiftModifier);
    press(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(view.area().selection(), (SliceWindow{0, 1, 2, 2}));
    EXPECT_TRUE(view.readout().endsWith(QStringLiteral("2 × 2 selected")));
    press(Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(awaitClipboard(QStringLiteral("1\t2\n5\t6\n")));
    press(Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(view.area().selection(), (SliceWindow{0, 0, 3, 4}));
    press(Qt::Key_Home, Qt::ControlModifier);
    EXPECT_EQ(view.area().selection(), (SliceWindow{0, 0, 1, 1}));
}

TEST_F(ValuesViewTest, ScientificIsNotOfferedForWholeNumbers)
{
    auto* const notations = view.findChild<QComboBox*>();
    const auto isOffered = [&] {
        return notations->model()->flags(notations->model()->index(1, 0)).testFlag(Qt::ItemIsEnabled);
    };
    open("F32", "[1]", std::vector<float>{0.5f});
    EXPECT_TRUE(isOffered());
    notations->setCurrentIndex(1);
    emit notations->activated(1);
    EXPECT_EQ(view.area().text({0, 0}), QStringLiteral("5.00000000e\u221201"));
    const QString reason = notations->itemData(1, Qt::ToolTipRole).toString();
    open("I32", "[1]", std::vector<std::int32_t>{7});
    EXPECT_FALSE(isOffered());
    EXPECT_EQ(notations->currentIndex(), 0);
    EXPECT_NE(notations->itemData(1, Qt::ToolTipRole).toString(), reason) << "says why";
    open("F32", "[1]", std::vector<float>{0.5f});
    EXPECT_EQ(notations->currentIndex(), 1) << "as it was chosen";
    EXPECT_EQ(view.area().text({0, 0}), QStringLiteral("5.00000000e\u221201"));
}

TEST_F(ValuesViewTest, ColumnsAreAsWideAsTheirValuesAndAlignedAtThePoint)
{
    open("F32", "[3,2]", std::vector<float>{1.5F, 0, 10, 0, 0.125F, 0});
    const int narrow = view.area().cellRect({0, 0}).width();
    // Returns the x of the leftmost ink in a row. A further digit or point moves it by one character.
    const auto leftOf = [this](std::uint64_t row) {
        const QImage picture = test::pictureOf(*view.area().viewport());
        const QRect cell = view.area().cellRect({row, 0}).adjusted(2, 2, -2, -2);
        const QColor ground = Theme::of(view.palette()).surface;
        for (int x = cell.left(); x <= cell.right(); ++x) {
            for (int y = cell.top(); y <= cell.bottom(); ++y) {
                if (picture.pixelColor(x, y) != ground)
                    return x;
            }
        }
        return -1;
    };
    press(Qt::Key_Down); // moves the cursor's frame off the first row
    const int character = QFontMetrics(view.area().font()).horizontalAdvance(u'0');
    EXPECT_NEAR(leftOf(0), leftOf(2), character / 2) << "1.5 and 0.125";
    open("F32", "[3,2]", std::vector<float>{1.17549435e-38F, 0, 10, 0, 123456.78F, 0});
    EXPECT_GT(view.area().cellRect({0, 0}).width(), narrow);
    EXPECT_NEAR(view.area().cellRect({0, 0}).width(), (6 + 10 + 2) * character, character) << "123457 and .17549e-38";
}

TEST_F(ValuesViewTest, TheContextMenuCopies)
{
    open("U8", "[2,2]", std::string("\1\2\3\4"));
    press(Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(view.area().contextMenuPolicy(), Qt::ActionsContextMenu);
    ASSERT_EQ(view.area().actions().size(), 1);
    view.area().actions().front()->trigger();
    EXPECT_TRUE(awaitClipboard(QStringLiteral("1\t2\n3\t4\n")));
}

TEST_F(ValuesViewTest, TooManyValuesAreNotCopied)
{
    const WrittenTensor tensor("U8", "[2000,1000]", std::string(2'000'000, '\0'));
    open(tensor);
    press(Qt::Key_A, Qt::ControlModifier);
    press(Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QTest::qWaitFor([this] { return view.readout().contains(QStringLiteral("1,000,000")); }));
    EXPECT_EQ(view.area().text({0, 0}), QStringLiteral("0")) << "the table stays";
}

TEST_F(ValuesViewTest, ControlsWrapWhereThereIsLittleWidth)
{
    open("F32", "[4,5,6]", std::vector<float>(120));
    for (const int width : {340, 800}) {
        view.resize(width, 480);
        QCoreApplication::processEvents();
        EXPECT_EQ(view.width(), width) << "the controls ask for no more";
        for (QWidget* const control : view.findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<QLineEdit*>(control) || qobject_cast<QComboBox*>(control);
            if (isControl && control->isVisible()) {
                EXPECT_TRUE(view.rect().contains(QRect(control->mapTo(&view, QPoint()), control->size()))) << width;
            }
        }
    }
}

TEST_F(ValuesViewTest, GoesToTypedIndices)
{
    std::vector<std::int32_t> values(3 * 200 * 300);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::int32_t(i);
    open("I32", "[3,200,300]", values);
    QLineEdit* edit = nullptr;
    for (auto* const candidate : view.findChildren<QLineEdit*>()) {
        if (!candidate->placeholderText().isEmpty())
            edit = candidate;
    }
    ASSERT_TRUE(edit);
    const auto go = [&](const char* text) {
        edit->setText(QString::fromLatin1(text));
        QTest::keyClick(edit, Qt::Key_Return);
        return waitUntilIdle();
    };
    ASSERT_TRUE(go("[2, 150, 250]"));
    EXPECT_EQ(view.area().cursor(), (Slice::Cell{150, 250}));
    EXPECT_EQ(view.area().text({150, 250}), QString::number(2 * 60'000 + 150 * 300 + 250));
    EXPECT_TRUE(view.readout().startsWith(QStringLiteral("[2, 150, 250] = 165250")));
    ASSERT_TRUE(go("301"));
    EXPECT_TRUE(view.readout().startsWith(QStringLiteral("[0, 1, 1] = 301")));
    ASSERT_TRUE(go("[3, 0, 0]"));
    EXPECT_TRUE(view.readout().contains(QStringLiteral("[3, 200, 300]"))) << "says the shape";
    EXPECT_EQ(view.area().cursor(), (Slice::Cell{1, 1}));
    open("F32", "[2]", std::vector<float>{-1, 2});
    EXPECT_TRUE(view.readout().startsWith(QStringLiteral("[0] = \u22121"))) << view.readout().toStdString();
    EXPECT_TRUE(edit->text().isEmpty()) << "what was refused is nothing of the next tensor";
}

TEST_F(ValuesViewTest, AnotherTensorOrNoneEndsASearch)
{
    open("F32", "[4,50,60]", std::vector<float>(12'000));
    view.findNonfinite(SearchDirection::Forward);
    EXPECT_TRUE(view.isBusy());
    view.setTensor({});
    EXPECT_FALSE(view.isBusy());
    EXPECT_FALSE(view.area().message().isEmpty());
    view.setTensor(0);
    ASSERT_TRUE(waitUntilIdle());
    view.findNonfinite(SearchDirection::Backward);
    EXPECT_TRUE(view.isBusy());
    view.setCheckpoint(nullptr);
    EXPECT_FALSE(view.isBusy());
}

TEST_F(ValuesViewTest, FindsNanAlsoInAnotherSlice)
{
    std::vector<float> values(4 * 50 * 60);
    values[3 * 3000 + 61] = std::numeric_limits<float>::quiet_NaN();
    values[30] = std::numeric_limits<float>::infinity();
    open("F32", "[4,50,60]", values);
    view.findNonfinite(SearchDirection::Backward);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(view.readout().startsWith(QStringLiteral("[3, 1, 1] = NaN")));
    view.findNonfinite(SearchDirection::Forward);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(view.readout().startsWith(QStringLiteral("[0, 0, 30] = +Inf")));
    open("F32", "[4]", std::vector<float>(4));
    view.findNonfinite(SearchDirection::Forward);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(view.readout().contains(QStringLiteral("no NaN")));
}

TEST_F(ValuesViewTest, MoreRowsThanAScrollBarHas)
{
    // A sparse file: only the shown part is read.
    const WrittenTensor small("U8", "[1]", std::string(1, '\0'));
    const test::TemporaryFolder folder;
    const std::string number = "6000000000";
    std::string header = R"({"t":{"dtype":"U8","shape":[3000000000,2],"data_offsets":[0,)" + number + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string length(8, '\0');
    length[0] = char(header.size());
    const auto path = folder.write("t.safetensors", length + header);
    std::filesystem::resize_file(path, 8 + header.size() + 6'000'000'000);
    view.setCheckpoint(openCheckpoint(path).value());
    view.setTensor(0);
    ASSERT_TRUE(waitUntilIdle());
    press(Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(view.area().cursor(), (Slice::Cell{2'999'999'999, 1}));
    EXPECT_EQ(view.area().text({2'999'999'999, 1}), QStringLiteral("0"));
    EXPECT_EQ(view.area().verticalScrollBar()->value(), view.area().verticalScrollBar()->maximum());
    press(Qt::Key_Up);
    EXPECT_EQ(view.area().cursor().row, 2'999'999'998U);
    view.area().verticalScrollBar()->setValue(0);
    EXPECT_EQ(view.area().top(), Slice::Cell());
    view.area().verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    EXPECT_EQ(view.area().top().row, 1U);
}

TEST_F(ValuesViewTest, TruncatedFileIsAnErrorAndNotACrash)
{
    const WrittenTensor tensor("U8", "[1000,1000]", std::string(1'000'000, 'x'));
    open(tensor);
    std::filesystem::resize_file(tensor.path(), 100);
    press(Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(view.area().message().isEmpty());
}

TEST_F(ValuesViewTest, NothingIsReadWhileItIsNotShown)
{
    view.setActive(false);
    const WrittenTensor tensor("U8", "[2,2]", std::string("abcd"));
    open(tensor);
    EXPECT_FALSE(view.isBusy());
    EXPECT_FALSE(view.area().page());
    view.setActive(true);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(view.area().text({0, 0}), QStringLiteral("97"));
}

} // namespace
} // namespace loupe
