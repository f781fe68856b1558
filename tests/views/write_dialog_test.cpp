#include "views/write_dialog.h"

#include "core/text.h"
#include "formats/open_checkpoint.h"
#include "items/merge_sources.h"
#include "items/output_files_model.h"
#include "items/qt_text.h"
#include "support/opened.h"
#include "support/picture.h"
#include "support/temporary_file.h"
#include "views/cast_rows.h"
#include "views/elided_label.h"
#include "views/notice_bar.h"
#include "views/theme.h"
#include "views/write_preview.h"
#include "views/write_status.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace loupe {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

std::string readFile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class WriteDialogTest : public testing::Test {
protected:
    void make(std::string_view sample, const std::string& target,
        std::vector<OutputFormat> formats = allOutputFormats(), bool several = true)
    {
        m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Convert"),
            .source = toQString(sample),
            .recipe = wholeRecipe(test::openData(sample)),
            .choices = {.formats = std::move(formats), .path = path(target), .several = several}});
        m_dialog->show();
        settle();
    }
    void settle()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return m_dialog->isSettled(); }, 20'000));
    }
    QString path(const std::string& name) const { return toQString(m_folder.path() / name); }
    template <typename Widget>
    Widget& named(const char* name) const
    {
        for (auto* const widget : m_dialog->findChildren<Widget*>()) {
            if (widget->accessibleName() == QLatin1String(name))
                return *widget;
        }
        ADD_FAILURE() << "no " << name;
        std::abort();
    }
    QLineEdit& target() const { return named<QLineEdit>("Where to write"); }
    QComboBox& format() const { return named<QComboBox>("Format"); }
    void type(QLineEdit& edit, const QString& text)
    {
        edit.selectAll();
        QTest::keyClicks(&edit, text);
        settle();
    }
    void choose(QComboBox& box, const char* text)
    {
        const int place = box.findText(QLatin1String(text));
        ASSERT_GE(place, 0) << text;
        box.setCurrentIndex(place);
        settle();
    }
    QPushButton& write() const { return m_dialog->status().write(); }
    std::string notices() const { return m_dialog->findChild<NoticeBar*>()->texts().join(u'\n').toStdString(); }
    QPushButton* noticeButton(const QString& begin) const
    {
        for (auto* const button : m_dialog->findChild<NoticeBar*>()->findChildren<QPushButton*>()) {
            if (button->text().startsWith(begin))
                return button;
        }
        return nullptr;
    }
    std::string result() const { return named<ElidedLabel>("What was written").text().toStdString(); }

    test::TemporaryFolder m_folder;
    std::unique_ptr<WriteDialog> m_dialog;
};

TEST_F(WriteDialogTest, WritesWhatTheReferenceWritesAndOffersToOpenIt)
{
    make("safetensors/all-dtypes.safetensors", "a.bt");
    EXPECT_TRUE(write().isEnabled());
    EXPECT_EQ(write().text(), QStringLiteral("Write"));
    QSignalSpy opened(m_dialog.get(), &WriteDialog::openWanted);
    QTest::mouseClick(&write(), Qt::LeftButton);
    settle();
    EXPECT_TRUE(readFile(m_folder.path() / "a.bt") == readFile(test::dataPath("bintensors/all-dtypes.bt")));
    EXPECT_THAT(result(), StartsWith("Written and verified: 1 file"));
    EXPECT_TRUE(m_dialog->status().open().isVisible());
    EXPECT_FALSE(write().isVisible());
    QTest::mouseClick(&m_dialog->status().open(), Qt::LeftButton);
    ASSERT_EQ(opened.count(), 1);
    EXPECT_EQ(opened.first().first().toString(), path("a.bt"));
    EXPECT_FALSE(m_dialog->isVisible());
}

TEST_F(WriteDialogTest, PathAndFormatFollowEachOther)
{
    make("safetensors/gpt2-tiny.safetensors", "a.bt");
    EXPECT_THAT(format().currentText().toStdString(), StartsWith("bintensors"));
    type(target(), path("b.npz"));
    EXPECT_THAT(format().currentText().toStdString(), StartsWith("npz"));
    choose(format(), "safetensors (.safetensors)");
    EXPECT_EQ(target().text(), path("b.safetensors"));
    type(target(), path("plain"));
    EXPECT_THAT(format().currentText().toStdString(), StartsWith("safetensors"));
    EXPECT_EQ(m_dialog->job().current()->output->files.front().path, m_folder.path() / "plain");
}

TEST_F(WriteDialogTest, AFormatForOneTensorGivesEachAFile)
{
    make("safetensors/gpt2-tiny.safetensors", "a.npz");
    auto* const each = m_dialog->findChild<QCheckBox*>();
    ASSERT_THAT(each->text().toStdString(), HasSubstr("Each tensor"));
    choose(format(), "npy (.npy)");
    EXPECT_TRUE(each->isChecked());
    EXPECT_FALSE(each->isEnabled());
    EXPECT_EQ(target().text(), path("a"));
    EXPECT_EQ(m_dialog->job().current()->output->files.size(), 35U);
    choose(format(), "npz (.npz)");
    EXPECT_FALSE(each->isChecked());
    EXPECT_EQ(target().text(), path("a.npz"));
    EXPECT_EQ(m_dialog->job().current()->output->files.size(), 1U);
}

TEST_F(WriteDialogTest, WhatWouldBeReplacedIsSaidAndThenReplaced)
{
    m_folder.write("a.bt", "old");
    make("safetensors/all-dtypes.safetensors", "a.bt");
    EXPECT_EQ(write().text(), QStringLiteral("Write, replacing 1 file"));
    const auto* const table = m_dialog->findChild<QTableView*>();
    EXPECT_EQ(table->model()->index(0, OutputFilesModel::Note).data().toString(),
        QStringLiteral("replaces the file that is there"));
    write().click();
    settle();
    EXPECT_TRUE(readFile(m_folder.path() / "a.bt") == readFile(test::dataPath("bintensors/all-dtypes.bt")));
}

TEST_F(WriteDialogTest, AProblemHasAButtonThatMendsIt)
{
    make("safetensors/all-dtypes-extended.safetensors", "a.bt");
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("F8_E8M0"));
    int steps = 0;
    for (; !write().isEnabled() && steps < 20; ++steps) {
        QPushButton* button = noticeButton(QStringLiteral("Cast"));
        if (!button)
            button = noticeButton(QStringLiteral("Leave out"));
        ASSERT_NE(button, nullptr) << notices();
        button->click();
        settle();
    }
    EXPECT_GT(steps, 1);
    EXPECT_EQ(named<QComboBox>("Write F8_E8M0 as").currentText(), QStringLiteral("cast to BF16"));
    EXPECT_EQ(named<QComboBox>("Write C64 as").currentText(), QStringLiteral("leave out"));
    write().click();
    settle();
    const auto written = openCheckpoint(m_folder.path() / "a.bt");
    ASSERT_TRUE(written.has_value());
    for (const Tensor& tensor : (*written)->tensors)
        EXPECT_NE(tensor.dtype, DType::C64);
}

TEST_F(WriteDialogTest, WhatACastCostsStandsBesideIt)
{
    make("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    auto& cost = named<ElidedLabel>("What the cast of F32 costs");
    EXPECT_EQ(cost.text(), QString());
    choose(named<QComboBox>("Write F32 as"), "cast to F64");
    EXPECT_EQ(cost.text(), QStringLiteral("keeps every value"));
    choose(named<QComboBox>("Write F32 as"), "cast to BF16");
    EXPECT_THAT(cost.text().toStdString(), testing::AllOf(HasSubstr(" % change"), HasSubstr("relative 0.00")));
    choose(named<QComboBox>("Write F32 as"), "as it is");
    EXPECT_EQ(cost.text(), QString());
}

TEST_F(WriteDialogTest, AChoiceThatTheFormatLacksIsTakenBack)
{
    make("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    choose(named<QComboBox>("Write F32 as"), "cast to F8_E8M0");
    choose(format(), "bintensors (.bt)");
    EXPECT_EQ(named<QComboBox>("Write F32 as").currentText(), QStringLiteral("as it is"));
    EXPECT_TRUE(write().isEnabled());
}

TEST_F(WriteDialogTest, ShardsAreOfASizeThatMakesSense)
{
    make("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    auto* const edit = named<QComboBox>("Size of shards").lineEdit();
    type(*edit, QStringLiteral("20 kB"));
    EXPECT_GT(m_dialog->job().current()->output->files.size(), 2U);
    type(*edit, QStringLiteral("many"));
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("\"many\" is no size"));
    type(*edit, QStringLiteral("any size"));
    EXPECT_TRUE(write().isEnabled());
}

TEST_F(WriteDialogTest, AFailureIsSaidAndCanBeTriedAgain)
{
    make("safetensors/all-dtypes.safetensors", "a.bt");
    m_folder.write("a.bt", "came meanwhile");
    write().click();
    settle();
    EXPECT_THAT(notices(), HasSubstr("there is such a file by now"));
    EXPECT_EQ(readFile(m_folder.path() / "a.bt"), "came meanwhile");
    EXPECT_TRUE(target().isEnabled());
    EXPECT_EQ(write().text(), QStringLiteral("Write, replacing 1 file"));
    write().click();
    settle();
    EXPECT_THAT(result(), StartsWith("Written"));
}

TEST_F(WriteDialogTest, SeveralCheckpointsBecomeOne)
{
    m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Merge"),
                                                 .source = {},
                                                 .recipe = {},
                                                 .choices = {.formats = allOutputFormats(), .path = path("m.bt")}},
        test::openData("bintensors/all-dtypes.bt"), nullptr);
    m_dialog->show();
    settle();
    m_dialog->sources()->add(QStringList{toQString(test::dataPath("safetensors/gpt2-tiny.safetensors"))});
    settle();
    ASSERT_TRUE(m_dialog->job().current() && m_dialog->job().current()->output);
    EXPECT_EQ(m_dialog->job().current()->output->recipe.items.size(), 50U);
    m_dialog->sources()->add(QStringList{toQString(test::dataPath("bintensors/gpt2-tiny.bt"))});
    settle();
    EXPECT_FALSE(write().isEnabled());
    ASSERT_NE(noticeButton(QStringLiteral("Keep the first")), nullptr) << notices();
    noticeButton(QStringLiteral("Keep the first"))->click();
    settle();
    EXPECT_TRUE(write().isEnabled());
    write().click();
    settle();
    EXPECT_EQ((*openCheckpoint(m_folder.path() / "m.bt"))->tensors.size(), 50U);
}

TEST_F(WriteDialogTest, WhatCouldNotBeOpenedKeepsFromMerging)
{
    m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Merge"),
                                                 .source = {},
                                                 .recipe = {},
                                                 .choices = {.formats = allOutputFormats(), .path = path("m.bt")}},
        test::openData("bintensors/all-dtypes.bt"), nullptr);
    m_dialog->show();
    settle();
    EXPECT_TRUE(write().isEnabled());
    m_dialog->sources()->add(QStringList{path("nowhere.bt")});
    settle();
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("Remove what could not be opened"));
    write().click();
    EXPECT_FALSE(m_dialog->job().isWriting());
    m_dialog->sources()->remove(1);
    settle();
    EXPECT_TRUE(write().isEnabled());
    EXPECT_EQ(notices(), "");
}

/// While it lives, no job begins: all threads are taken.
class JobsHeld {
public:
    JobsHeld()
    {
        for (int i = 0; i < jobPool().maxThreadCount(); ++i)
            jobPool().start([this] { m_release.acquire(); });
    }
    ~JobsHeld() { m_release.release(jobPool().maxThreadCount()); }

private:
    QSemaphore m_release;
};

TEST_F(WriteDialogTest, EscapeStopsWritingAndThenCloses)
{
    make("safetensors/many-tensors.safetensors", "a.bt");
    {
        const JobsHeld held;
        write().click();
        ASSERT_TRUE(m_dialog->job().isWriting());
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        EXPECT_TRUE(m_dialog->isVisible());
    }
    settle();
    EXPECT_FALSE(fs::exists(m_folder.path() / "a.bt"));
    EXPECT_THAT(notices(), HasSubstr("nothing was written"));
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    EXPECT_FALSE(m_dialog->isVisible());
}

TEST_F(WriteDialogTest, ASecondClickOnStopDoesNotWriteAgain)
{
    make("safetensors/many-tensors.safetensors", "a.bt");
    const auto areaOf = [](const QPushButton& button) {
        return QRect(button.mapToGlobal(QPoint(0, 0)), button.size());
    };
    const QRect writeArea = areaOf(write());
    const QRect cancelArea = areaOf(m_dialog->status().cancel());
    QPushButton& stop = m_dialog->status().stop();
    {
        const JobsHeld held;
        write().click();
        QTest::qWait(0); // the page is laid out
        EXPECT_FALSE(areaOf(stop).intersects(writeArea));
        EXPECT_FALSE(areaOf(stop).intersects(cancelArea));
        EXPECT_TRUE(stop.hasFocus());
        QTest::keyClick(&stop, Qt::Key_Space);
    }
    settle();
    EXPECT_TRUE(write().isEnabled());
    EXPECT_FALSE(write().isDefault());
    EXPECT_FALSE(write().hasFocus());
    EXPECT_FALSE(fs::exists(m_folder.path() / "a.bt"));
    write().click();
    settle();
    EXPECT_THAT(result(), StartsWith("Written"));
}

TEST_F(WriteDialogTest, AHeaderThatIsRewrittenInPlaceIsSaid)
{
    const auto file = m_folder.path() / "model.safetensors";
    fs::copy_file(test::dataPath("safetensors/gpt2-tiny.safetensors"), file);
    const auto checkpoint = *openCheckpoint(file);
    StagedEdits edits(checkpoint);
    edits.rename(0, "t");
    m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Save"),
        .source = {},
        .recipe = editedRecipe(edits),
        .choices = {.formats = allOutputFormats(), .path = toQString(file)}});
    m_dialog->show();
    settle();
    const std::uint64_t header = checkpoint->files.front().header.end;
    EXPECT_THAT(named<QLabel>("In all").text().toStdString(), HasSubstr(counted(header, "byte")));
    EXPECT_EQ(write().text(), QStringLiteral("Rewrite the header"));
    write().click();
    settle();
    EXPECT_THAT(result(), StartsWith("The header was rewritten in place and verified"));
}

TEST_F(WriteDialogTest, ShardsThatAreLeftBehindAreNamedBeforeAndAfter)
{
    for (const char* const name : {"model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors",
             "model-00003-of-00003.safetensors", "model.safetensors.index.json"})
        fs::copy_file(test::dataPath("safetensors-sharded") / name, m_folder.path() / name);
    const auto shards = *openCheckpoint(m_folder.path() / "model.safetensors.index.json");
    const std::string last = shards->files.back().path.filename();
    make("safetensors/gpt2-tiny.safetensors", "model.safetensors.index.json");
    EXPECT_THAT(notices(), testing::AllOf(HasSubstr(last), HasSubstr("will be part of it no longer")));
    write().click();
    settle();
    EXPECT_THAT(result(), StartsWith("Written"));
    EXPECT_THAT(notices(), testing::AllOf(HasSubstr(last), HasSubstr("no longer part of the model")));
    EXPECT_TRUE(fs::exists(m_folder.path() / last));
}

TEST_F(WriteDialogTest, EveryControlHasAName)
{
    make("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    for (const auto* const widget : m_dialog->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->inherits("QComboBoxListView"))
            continue;
        const auto* const button = qobject_cast<const QAbstractButton*>(widget);
        const bool partOfBox = qobject_cast<const QComboBox*>(widget->parentWidget()) != nullptr;
        EXPECT_TRUE(partOfBox || !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()))
            << widget->metaObject()->className();
    }
}

TEST_F(WriteDialogTest, ALongPathDoesNotWidenIt)
{
    make("safetensors/gpt2-tiny.safetensors", QString(200, u'x').toStdString().append(".bt"));
    const int width = m_dialog->width();
    type(target(), path({}) + QString(250, u'y') + u'/' + QString(250, u'z'));
    EXPECT_EQ(m_dialog->width(), width);
    EXPECT_LT(m_dialog->minimumSizeHint().width(), 1000);
    EXPECT_THAT(notices(), HasSubstr("There is no folder"));
}

TEST_F(WriteDialogTest, IsDrawnInBothThemes)
{
    const QPalette before = QApplication::palette();
    for (const Theme* const theme : {&Theme::light(), &Theme::darkTheme()}) {
        QApplication::setPalette(theme->palette());
        make("safetensors/all-dtypes-extended.safetensors", "a.bt");
        EXPECT_TRUE(test::contains(test::pictureOf(*m_dialog), theme->errorSurface));
    }
    m_dialog.reset();
    QApplication::setPalette(before);
}

} // namespace
} // namespace loupe
