#include "views/hex/hex_view.h"

#include "formats/opening/open_checkpoint.h"
#include "items/values/hex_readings_model.h"
#include "support/child.h"
#include "support/opened.h"
#include "support/picture.h"
#include "support/temporary_file.h"
#include "views/hex/hex_area.h"
#include "views/hex/hex_inspector.h"
#include "views/hex/hex_rows.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace loupe {
namespace {

std::shared_ptr<const Checkpoint> opened(const std::filesystem::path& path)
{
    auto checkpoint = openCheckpoint(path);
    EXPECT_TRUE(checkpoint.has_value());
    return checkpoint ? *checkpoint : nullptr;
}

bool settle(const HexView& view)
{
    return QTest::qWaitFor([&view] { return !view.isBusy(); });
}

/// A safetensors file with one U8 tensor "t" of `size` bytes.
std::string safetensors(std::uint64_t size)
{
    const std::string number = std::to_string(size);
    std::string header = R"({"t":{"dtype":"U8","shape":[)" + number + R"(],"data_offsets":[0,)" + number + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string file(8, '\0');
    for (std::size_t byte = 0; byte < 8; ++byte)
        file[byte] = char(header.size() >> (8 * byte));
    return file + header;
}

class HexViewTest : public testing::Test {
protected:
    HexViewTest()
    {
        view.resize(900, 480);
        view.show();
    }

    test::TemporaryFolder folder;
    HexView view;
};

TEST_F(HexViewTest, SaysWhatWouldBeHere)
{
    EXPECT_FALSE(view.area().message().isEmpty());
    QTest::keyClick(&view.area(), Qt::Key_Down);
    QTest::keyClick(&view.area(), Qt::Key_End, Qt::ControlModifier);
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 2);
}

TEST_F(HexViewTest, TheInspectorReadsTheBytesAtTheCursor)
{
    view.resize(900, 700);
    std::string file = safetensors(6);
    const auto path = folder.write("t.safetensors", file + std::string("\x01\x02\x00\x00\x80\x3f", 6));
    view.setCheckpoint(opened(path));
    view.setTensor(0);
    ASSERT_TRUE(settle(view));
    auto& inspector = test::child<HexInspector>(view);
    const auto reading = [&](int row, int column) { return inspector.readings().index(row, column).data().toString(); };
    EXPECT_TRUE(inspector.isVisible());
    EXPECT_EQ(reading(2, HexReadingsModel::Integer), QStringLiteral("513"));
    EXPECT_EQ(reading(7, HexReadingsModel::Integer), QString()) << "nothing beyond the tensor";
    QTest::keyClick(&view.area(), Qt::Key_Right);
    QTest::keyClick(&view.area(), Qt::Key_Right);
    EXPECT_EQ(reading(5, HexReadingsModel::Float), QStringLiteral("1")) << "F32";
    QTest::keyClick(&view.area(), Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(reading(5, HexReadingsModel::Float), QStringLiteral("1")) << "from where the selection begins";
    auto& order = test::child<QComboBox>(inspector);
    QTest::keyClick(&order, Qt::Key_Down);
    EXPECT_EQ(reading(4, HexReadingsModel::Integer), QStringLiteral("32831")) << "U32, big-endian";

    auto& table = test::child<QTableView>(inspector);
    table.setCurrentIndex(table.model()->index(4, HexReadingsModel::Integer));
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("32831"));

    view.resize(900, 300);
    EXPECT_FALSE(inspector.isVisible()) << "there would be no room for the bytes";
    view.resize(900, 700);
    EXPECT_TRUE(inspector.isVisible());
    test::child<QToolButton>(view).click();
    EXPECT_FALSE(inspector.isVisible());
}

TEST_F(HexViewTest, ShowsATensorsBytesAndValues)
{
    const auto checkpoint = opened(test::dataPath("safetensors/readme-example.safetensors"));
    view.setCheckpoint(checkpoint);
    view.setTensor(0);
    EXPECT_EQ(view.scope(), HexView::Scope::Tensor);
    ASSERT_TRUE(settle(view));
    ASSERT_TRUE(view.area().page());
    EXPECT_EQ(view.area().shown(), checkpoint->tensors[0].bytes);
    const QString bytes = view.area().rowText(0).section(QStringLiteral("  "), 1, 1);
    EXPECT_EQ(bytes.size(), qsizetype(3 * view.area().shown().size() - 1));
    EXPECT_FALSE(bytes.contains(u'·')) << "the page is here, so no byte is a placeholder";
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 10);
}

TEST_F(HexViewTest, DecodesTheHeadersFields)
{
    const auto file = folder.write("a.safetensors", safetensors(4) + "\x01\x02\x03\x04");
    view.setCheckpoint(opened(file));
    EXPECT_EQ(view.scope(), HexView::Scope::Header);
    ASSERT_TRUE(settle(view));
    EXPECT_TRUE(view.area().rowText(0).startsWith(QStringLiteral("00000000  ")));
    const HeaderField* const length = view.area().fieldAt(0);
    ASSERT_TRUE(length);
    EXPECT_EQ(length->range, (ByteRange{0, 8}));
    EXPECT_EQ(view.area().fieldAt(1'000'000), nullptr);
}

TEST_F(HexViewTest, KeysMoveAndCopy)
{
    const auto file = folder.write("a.safetensors", safetensors(4) + "\x01\x02\xfe\xff");
    const auto checkpoint = opened(file);
    const std::uint64_t begin = checkpoint->tensors[0].bytes.begin;
    view.setCheckpoint(checkpoint);
    view.setTensor(0);
    ASSERT_TRUE(settle(view));
    HexArea& area = view.area();
    QTest::keyClick(&area, Qt::Key_Right);
    EXPECT_EQ(area.cursor(), begin + 1);
    QTest::keyClick(&area, Qt::Key_End, Qt::ShiftModifier);
    EXPECT_EQ(area.selection(), (ByteRange{begin + 1, begin + 4}));
    QTest::keyClick(&area, Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QTest::qWaitFor([] { return QApplication::clipboard()->text() == QStringLiteral("02 fe ff"); }));
    QTest::keyClick(&area, Qt::Key_Up);
    EXPECT_EQ(area.cursor(), begin);
    EXPECT_EQ(area.selection().size(), 1U);
}

TEST_F(HexViewTest, GoesToTypedOffsets)
{
    const auto file = folder.write("a.safetensors", safetensors(5000) + std::string(5000, 'x'));
    view.setCheckpoint(opened(file));
    auto* const edit = view.findChild<QLineEdit*>();
    const auto type = [&](const QString& text) {
        edit->setText(text);
        QTest::keyClick(edit, Qt::Key_Return);
    };
    type(QStringLiteral("0x1000"));
    EXPECT_EQ(view.area().cursor(), 4096U);
    EXPECT_EQ(view.scope(), HexView::Scope::File);
    type(QStringLiteral("+16"));
    EXPECT_EQ(view.area().cursor(), 4112U);
    for (const auto* const text : {u"nonsense", u"99999999", u"+18446744073709551615", u"-1", u""}) {
        type(QString::fromUtf16(text));
        EXPECT_EQ(view.area().cursor(), 4112U);
    }
}

TEST_F(HexViewTest, AnOffsetPastTheEndMovesNothing)
{
    const auto file = folder.write("a.safetensors", safetensors(5000) + std::string(5000, 'x'));
    const auto checkpoint = opened(file);
    const std::uint64_t size = std::filesystem::file_size(file);
    view.setCheckpoint(checkpoint);
    view.setTensor(0);
    ASSERT_TRUE(settle(view));
    auto* const edit = view.findChild<QLineEdit*>();
    for (const std::uint64_t offset : {size, size + 1'000'000'000}) {
        edit->setText(QString::number(offset));
        QTest::keyClick(edit, Qt::Key_Return);
        EXPECT_EQ(view.scope(), HexView::Scope::Tensor);
        EXPECT_EQ(view.area().cursor(), checkpoint->tensors[0].bytes.begin);
        EXPECT_TRUE(view.readout().contains(QString::number(size - 1).insert(1, u','))) << view.readout().toStdString();
    }
    edit->setText(QString::number(size - 1));
    QTest::keyClick(edit, Qt::Key_Return);
    EXPECT_EQ(view.area().cursor(), size - 1);
    EXPECT_EQ(view.scope(), HexView::Scope::Tensor) << "the tensor has that byte";
}

TEST_F(HexViewTest, ScrollsThroughTwentySparseGigabytes)
{
    constexpr std::uint64_t size = 20'000'000'000;
    const auto file = folder.write("big.safetensors", safetensors(size));
    const std::uint64_t header = std::filesystem::file_size(file);
    std::filesystem::resize_file(file, header + size);
    const auto checkpoint = opened(file);
    view.setCheckpoint(checkpoint);
    view.setTensor(0);
    ASSERT_TRUE(settle(view));
    HexArea& area = view.area();
    QTest::keyClick(&area, Qt::Key_End, Qt::ControlModifier);
    EXPECT_EQ(area.cursor(), header + size - 1);
    EXPECT_EQ(area.verticalScrollBar()->value(), area.verticalScrollBar()->maximum());
    ASSERT_TRUE(settle(view));
    ASSERT_TRUE(area.page());
    EXPECT_LE(area.page()->bytes.size(), HexPages::maximumWindow);
    EXPECT_TRUE(area.page()->range.contains(area.cursor()));
    const std::uint64_t last = area.topRow();
    QWheelEvent wheel({10, 10}, area.mapToGlobal(QPointF(10, 10)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
        Qt::NoScrollPhase, false);
    QApplication::sendEvent(area.viewport(), &wheel);
    EXPECT_EQ(area.topRow(), last - 3) << "a notch is three rows, however many rows there are";
    area.verticalScrollBar()->setValue(area.verticalScrollBar()->maximum() / 2);
    EXPECT_NEAR(double(area.topRow()), double(last) / 2, double(last) / 1e6);
    ASSERT_TRUE(settle(view));
    EXPECT_TRUE(area.message().isEmpty());
}

TEST_F(HexViewTest, ATruncatedFileEndsInASentence)
{
    constexpr std::uint64_t size = 8 << 20;
    const auto file = folder.write("cut.safetensors", safetensors(size) + std::string(size, 'x'));
    view.setCheckpoint(opened(file));
    view.setTensor(0);
    ASSERT_TRUE(settle(view));
    EXPECT_TRUE(view.area().message().isEmpty());
    std::filesystem::resize_file(file, 4096);
    QTest::keyClick(&view.area(), Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(settle(view));
    EXPECT_FALSE(view.area().message().isEmpty());
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 2);
    QTest::keyClick(&view.area(), Qt::Key_PageDown);
}

TEST_F(HexViewTest, ATensorPastTheEndIsExplained)
{
    const auto checkpoint = opened(test::dataPath("malformed/offset-beyond-eof.safetensors"));
    view.setCheckpoint(checkpoint);
    for (std::uint32_t tensor = 0; tensor < checkpoint->tensors.size(); ++tensor) {
        view.setTensor(tensor);
        EXPECT_TRUE(settle(view));
        test::pictureOf(view);
    }
    view.setTensor(std::nullopt);
    EXPECT_EQ(view.scope(), HexView::Scope::Header);
}

TEST_F(HexViewTest, EveryDTypeDrawsAtEveryWidth)
{
    const auto checkpoint = opened(test::dataPath("safetensors/all-dtypes-extended.safetensors"));
    view.setCheckpoint(checkpoint);
    for (std::uint32_t tensor = 0; tensor < checkpoint->tensors.size(); ++tensor) {
        view.setTensor(tensor);
        for (const int width : {320, 900, 2400}) {
            view.resize(width, 300);
            EXPECT_TRUE(settle(view));
            EXPECT_GT(test::colorCount(test::pictureOf(view)), 2);
        }
    }
}

TEST_F(HexViewTest, ATensorsBytesComeFromItsOwnShard)
{
    const auto checkpoint = opened(test::dataPath("safetensors-sharded"));
    ASSERT_GE(checkpoint->files.size(), 3U);
    view.setCheckpoint(checkpoint);
    view.setTensor(0);
    ASSERT_TRUE(settle(view));
    const QString row = view.area().rowText(0);
    view.showOffset(2, 0);
    ASSERT_TRUE(settle(view));
    EXPECT_NE(view.area().rowText(0), row);
    view.setScope(HexView::Scope::Tensor);
    ASSERT_TRUE(settle(view));
    EXPECT_EQ(view.area().rowText(0), row);
    view.setTensor(std::uint32_t(checkpoint->tensors.size())); // no such tensor
    EXPECT_EQ(view.area().rowText(0), row);
}

TEST_F(HexViewTest, LongFieldsAndNamesAreCut)
{
    HeaderField field;
    field.label = std::string(1'000'000, 'l');
    field.value = std::string(1'000'000, 'v');
    const QString text = fieldText(field);
    EXPECT_LT(text.size(), 1000);
    EXPECT_TRUE(text.startsWith(u'l'));
    EXPECT_TRUE(text.endsWith(u'v'));
}

TEST_F(HexViewTest, ShowsAnOffsetOfAFinding)
{
    const auto file = folder.write("a.safetensors", safetensors(64) + std::string(64, 'x'));
    const auto checkpoint = opened(file);
    view.setCheckpoint(checkpoint);
    view.showOffset(0, 3);
    EXPECT_EQ(view.scope(), HexView::Scope::Header);
    view.showOffset(0, checkpoint->files[0].data.begin + 10);
    EXPECT_EQ(view.scope(), HexView::Scope::File);
    EXPECT_EQ(view.area().cursor(), checkpoint->files[0].data.begin + 10);
    view.showOffset(7, 0); // no such file
    EXPECT_EQ(view.area().cursor(), checkpoint->files[0].data.begin + 10);
}

} // namespace
} // namespace loupe
