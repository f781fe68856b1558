#include "write_dialog_fixture.h"

#include "formats/opening/open_checkpoint.h"
#include "items/jobs/qt_text.h"
#include "items/writing/merge_sources_model.h"
#include "items/writing/output_files_model.h"
#include "support/opened.h"
#include "support/picture.h"
#include "support/temporary_file.h"
#include "views/colors/theme.h"
#include "views/kit/notice_bar.h"
#include "views/kit/notice_row.h"
#include "views/writing/cast_rows.h"
#include "views/writing/left_out_dialog.h"
#include "views/writing/write_preview.h"
#include "views/writing/write_status.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace loupe {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST_F(WriteDialogTest, WritesWhatTheReferenceWritesAndOffersToOpenIt)
{
    make("safetensors/all-dtypes.safetensors", "a.bt");
    EXPECT_TRUE(write().isEnabled());
    EXPECT_EQ(write().text(), QStringLiteral("Write"));
    QSignalSpy opened(m_dialog.get(), &WriteDialog::openWanted);
    QTest::mouseClick(&write(), Qt::LeftButton);
    waitUntilIdle();
    EXPECT_TRUE(test::readFile(m_folder.path() / "a.bt") == test::readFile(test::dataPath("bintensors/all-dtypes.bt")));
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
    ASSERT_THAT(each->text().toStdString(), HasSubstr("file per tensor"));
    choose(format(), "npy (.npy)");
    EXPECT_TRUE(each->isChecked());
    EXPECT_FALSE(each->isEnabled());
    EXPECT_EQ(target().text(), path("a"));
    EXPECT_EQ(m_dialog->job().current()->output->files.size(), 35U);
    type(target(), path("new/out")); // two new levels
    EXPECT_FALSE(write().isEnabled());
    EXPECT_NE(noticeButton(QStringLiteral("Create folder")), nullptr) << notices();
    type(target(), path("a"));
    EXPECT_TRUE(write().isEnabled()) << notices();
    const auto& files = *m_dialog->findChild<QTableView*>()->model();
    EXPECT_FALSE(files.index(0, OutputFilesModel::File).data().toString().contains(u'/'));
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
    EXPECT_EQ(table->model()->index(0, OutputFilesModel::Note).data().toString(), QStringLiteral("Replace"));
    write().click();
    waitUntilIdle();
    EXPECT_TRUE(test::readFile(m_folder.path() / "a.bt") == test::readFile(test::dataPath("bintensors/all-dtypes.bt")));
}

TEST_F(WriteDialogTest, AProblemHasAButtonThatFixesIt)
{
    make("safetensors/all-dtypes-extended.safetensors", "a.bt");
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("F8_E8M0"));
    int steps = 0;
    for (; !write().isEnabled() && steps < 20; ++steps) {
        QPushButton* button = noticeButton(QStringLiteral("Cast"));
        if (!button)
            button = noticeButton(QStringLiteral("Skip"));
        ASSERT_NE(button, nullptr) << notices();
        button->click();
        waitUntilIdle();
    }
    EXPECT_GT(steps, 1);
    EXPECT_EQ(named<QComboBox>("Write F8_E8M0 as").currentText(), QStringLiteral("cast to BF16"));
    EXPECT_EQ(named<QComboBox>("Write C64 as").currentText(), QStringLiteral("skip"));
    write().click();
    waitUntilIdle();
    const auto written = openCheckpoint(m_folder.path() / "a.bt");
    ASSERT_TRUE(written.has_value());
    for (const Tensor& tensor : (*written)->tensors)
        EXPECT_NE(tensor.dtype, DType::C64);
}

TEST_F(WriteDialogTest, AMissingFolderCanBeCreated)
{
    make("bintensors/all-dtypes.bt", "new/deep/a.safetensors");
    EXPECT_FALSE(write().isEnabled());
    QPushButton* const create = noticeButton(QStringLiteral("Create folder"));
    ASSERT_NE(create, nullptr) << notices();
    create->click();
    waitUntilIdle();
    EXPECT_TRUE(std::filesystem::is_directory(m_folder.path() / "new/deep"));
    write().click();
    waitUntilIdle();
    EXPECT_TRUE(openCheckpoint(m_folder.path() / "new/deep/a.safetensors").has_value());
}

TEST_F(WriteDialogTest, AFolderInOneThatExistsIsCreatedByWriting)
{
    make("bintensors/all-dtypes.bt", "new/a.safetensors");
    EXPECT_TRUE(write().isEnabled()) << notices();
    EXPECT_EQ(noticeButton(QStringLiteral("Create folder")), nullptr);
    const auto& files = *m_dialog->findChild<QTableView*>()->model();
    EXPECT_EQ(files.index(0, OutputFilesModel::File).data().toString(), QStringLiteral("new/a.safetensors"));
    EXPECT_EQ(files.index(0, OutputFilesModel::Note).data().toString(), QStringLiteral("Create (new folder)"));
    EXPECT_FALSE(std::filesystem::exists(m_folder.path() / "new")); // until it is written
    write().click();
    waitUntilIdle();
    EXPECT_TRUE(openCheckpoint(m_folder.path() / "new/a.safetensors").has_value());
}

TEST_F(WriteDialogTest, AFailureToCreateAFolderIsSaidUntilItSucceeds)
{
    make("bintensors/all-dtypes.bt", "new/deep/a.safetensors");
    QPushButton* create = noticeButton(QStringLiteral("Create folder"));
    ASSERT_NE(create, nullptr) << notices();
    const auto link = m_folder.path() / "new";
    std::filesystem::create_symlink("nowhere/at/all", link);
    create->click();
    waitUntilIdle();
    EXPECT_THAT(notices(), HasSubstr("cannot create the folder"));
    std::filesystem::remove(link);
    create = noticeButton(QStringLiteral("Create folder"));
    ASSERT_NE(create, nullptr) << notices();
    create->click();
    waitUntilIdle();
    EXPECT_TRUE(write().isEnabled());
    EXPECT_THAT(notices(), testing::Not(HasSubstr("cannot create the folder")));
}

TEST_F(WriteDialogTest, AFolderBelowAFileCannotBeCreated)
{
    m_folder.write("file", "text");
    make("bintensors/all-dtypes.bt", "file/deep/a.safetensors");
    EXPECT_FALSE(write().isEnabled());
    EXPECT_EQ(noticeButton(QStringLiteral("Create folder")), nullptr);
}

TEST_F(WriteDialogTest, AnEmptyListToMergeIsNoError)
{
    m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Merge"),
                                                 .source = {},
                                                 .recipe = {},
                                                 .choices = {.formats = allOutputFormats(), .path = path("m.bt")}},
        nullptr, StagedEdits());
    m_dialog->show();
    waitUntilIdle();
    EXPECT_FALSE(write().isEnabled());
    EXPECT_EQ(notices(), "Add at least two checkpoints.");
    EXPECT_FALSE(test::contains(test::pictureOf(*m_dialog->findChild<NoticeBar*>()), Theme::current().error));
}

TEST_F(WriteDialogTest, WhatIsWholeIsKeptAtThePressOfAButton)
{
    const OpenedCheckpointPtr opened = cut();
    make(opened, "a.bt");
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("incomplete"));
    EXPECT_TRUE(m_dialog->writesRecipeAsItIs());
    QPushButton* const button = noticeButton(QStringLiteral("Keep the intact tensors"));
    ASSERT_NE(button, nullptr) << notices();
    button->click();
    waitUntilIdle();
    EXPECT_THAT(notices(), HasSubstr("Skipped"));
    EXPECT_FALSE(m_dialog->writesRecipeAsItIs());
    ASSERT_TRUE(write().isEnabled());
    const std::string before = notices();
    write().click();
    waitUntilIdle();
    EXPECT_THAT(result(), StartsWith("Written"));
    EXPECT_EQ(notices(), before) << "what is not in it is said in the end, too";
    const auto written = openCheckpoint(m_folder.path() / "a.bt");
    ASSERT_TRUE(written.has_value());
    EXPECT_GT((*written)->tensors.size(), 0U);
    EXPECT_LT((*written)->tensors.size(), opened->checkpoint->tensors.size());
}

TEST_F(WriteDialogTest, AllThatIsLeftOutCanBeSeen)
{
    const OpenedCheckpointPtr opened = cut();
    make(opened, "a.bt");
    noticeButton(QStringLiteral("Keep the intact tensors"))->click();
    waitUntilIdle();
    ASSERT_NE(noticeButton(QStringLiteral("Show all")), nullptr) << notices();
    noticeButton(QStringLiteral("Show all"))->click();
    const auto* const list = m_dialog->findChild<LeftOutDialog*>();
    ASSERT_NE(list, nullptr);
    const QStringList lines = list->findChild<QPlainTextEdit*>()->toPlainText().split(u'\n');
    ASSERT_GT(opened->incomplete.size(), 3U);
    ASSERT_EQ(std::size_t(lines.size()), opened->incomplete.size());
    for (std::size_t i = 0; i < opened->incomplete.size(); ++i) {
        const IncompleteTensor& tensor = opened->incomplete[i];
        EXPECT_EQ(lines[qsizetype(i)].toStdString(),
            std::string(opened->checkpoint->tensors[tensor.tensor].name) + ": " + missingText(tensor));
    }
    for (auto* const button : list->findChildren<QPushButton*>()) {
        if (button->text().remove(u'&') == u"Copy all")
            button->click();
    }
    EXPECT_EQ(QApplication::clipboard()->text().split(u'\n'), lines);
}

TEST_F(WriteDialogTest, WhatIsWholeIsNotKeptOverItsSource)
{
    make(cut(), "cut.safetensors");
    EXPECT_EQ(noticeButton(QStringLiteral("Keep the intact tensors")), nullptr);
    EXPECT_FALSE(write().isEnabled());
    type(target(), path("b.safetensors"));
    ASSERT_NE(noticeButton(QStringLiteral("Keep the intact tensors")), nullptr) << notices();
    noticeButton(QStringLiteral("Keep the intact tensors"))->click();
    waitUntilIdle();
    EXPECT_TRUE(write().isEnabled());
    type(target(), path("cut.safetensors"));
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("would be lost"));
}

TEST_F(WriteDialogTest, WhatACastCostsStandsBesideIt)
{
    make("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    auto& cost = named<QLabel>("Loss of casting F32");
    EXPECT_EQ(cost.text(), QString());
    choose(named<QComboBox>("Write F32 as"), "cast to F64");
    EXPECT_EQ(cost.text(), QStringLiteral("keeps every value"));
    choose(named<QComboBox>("Write F32 as"), "cast to BF16");
    EXPECT_THAT(
        cost.text().toStdString(), testing::AllOf(HasSubstr(" % of values change"), HasSubstr("(relative 0.00")));
    choose(named<QComboBox>("Write F32 as"), "Keep");
    EXPECT_EQ(cost.text(), QString());
}

TEST_F(WriteDialogTest, WhatNumPyLacksIsF32UnlessItsBitsAreChosen)
{
    make("safetensors/gpt2-tiny.safetensors", "a.npz");
    auto& choice = named<QComboBox>("Write BF16 as");
    EXPECT_EQ(choice.currentText(), QStringLiteral("cast to F32"));
    EXPECT_THAT(notices(), HasSubstr("NumPy has no BF16. These tensors are written as F32, which keeps every value."));
    for (const auto* const row : m_dialog->findChildren<NoticeRow*>())
        EXPECT_EQ(row->kind(), NoticeKind::Info) << "nothing is lost";
    const auto dtypes = [&] {
        std::set<DType> found;
        for (const RecipeItem& item : m_dialog->job().current()->output->recipe.items)
            found.insert(item.dtype);
        return found;
    };
    EXPECT_FALSE(dtypes().contains(DType::BF16));
    choose(format(), "safetensors (.safetensors)"); // choices that the user did not make follow the format
    EXPECT_EQ(choice.currentText(), QStringLiteral("Keep"));
    EXPECT_TRUE(dtypes().contains(DType::BF16));
    choose(format(), "npz (.npz)");
    EXPECT_EQ(choice.currentText(), QStringLiteral("cast to F32"));
    choose(choice, "raw bits (V2, for ml_dtypes)");
    EXPECT_TRUE(dtypes().contains(DType::BF16));
    EXPECT_THAT(notices(), testing::Not(HasSubstr("NumPy has no")));
    EXPECT_TRUE(write().isEnabled());
}

TEST_F(WriteDialogTest, WhatOverflowsIsWrittenOnceThatIsConfirmed)
{
    make("safetensors/special-values.safetensors", "a.safetensors");
    choose(named<QComboBox>("Write F32 as"), "cast to F16"); // includes the largest F32
    const auto question = [&] { return m_dialog->findChild<QMessageBox*>(); };
    write().click();
    waitUntilIdle();
    ASSERT_NE(question(), nullptr) << notices();
    EXPECT_THAT(question()->informativeText().toStdString(), HasSubstr("become infinite"));
    EXPECT_FALSE(std::filesystem::exists(m_folder.path() / "a.safetensors"));
    question()->button(QMessageBox::Cancel)->click();
    waitUntilIdle();
    EXPECT_FALSE(std::filesystem::exists(m_folder.path() / "a.safetensors"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    write().click();
    waitUntilIdle();
    ASSERT_NE(question(), nullptr);
    for (QAbstractButton* const button : question()->buttons()) {
        if (question()->buttonRole(button) == QMessageBox::AcceptRole)
            button->click();
    }
    waitUntilIdle();
    EXPECT_THAT(result(), StartsWith("Written and verified"));
    EXPECT_TRUE(std::filesystem::exists(m_folder.path() / "a.safetensors"));
}

TEST_F(WriteDialogTest, AChoiceThatTheFormatLacksIsTakenBack)
{
    make("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    choose(named<QComboBox>("Write F32 as"), "cast to F8_E8M0");
    choose(format(), "bintensors (.bt)");
    EXPECT_EQ(named<QComboBox>("Write F32 as").currentText(), QStringLiteral("Keep"));
    EXPECT_TRUE(write().isEnabled());
}

TEST_F(WriteDialogTest, ShardsAreOfASizeThatMakesSense)
{
    make("safetensors/gpt2-tiny.safetensors", "a.safetensors");
    auto* const edit = named<QComboBox>("Max shard size").lineEdit();
    type(*edit, QStringLiteral("20 kB"));
    EXPECT_GT(m_dialog->job().current()->output->files.size(), 2U);
    type(*edit, QStringLiteral("many"));
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("\"many\" is not a size"));
    type(*edit, QStringLiteral("no limit"));
    EXPECT_TRUE(write().isEnabled());
}

TEST_F(WriteDialogTest, AFailureIsSaidAndCanBeTriedAgain)
{
    make("safetensors/all-dtypes.safetensors", "a.bt");
    m_folder.write("a.bt", "came meanwhile");
    write().click();
    waitUntilIdle();
    EXPECT_THAT(notices(), HasSubstr("there is such a file by now"));
    EXPECT_EQ(test::readFile(m_folder.path() / "a.bt"), "came meanwhile");
    EXPECT_TRUE(target().isEnabled());
    EXPECT_EQ(write().text(), QStringLiteral("Write, replacing 1 file"));
    write().click();
    waitUntilIdle();
    EXPECT_THAT(result(), StartsWith("Written"));
}

TEST_F(WriteDialogTest, SeveralCheckpointsBecomeOne)
{
    m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Merge"),
                                                 .source = {},
                                                 .recipe = {},
                                                 .choices = {.formats = allOutputFormats(), .path = path("m.bt")}},
        test::openData("bintensors/all-dtypes.bt"), StagedEdits());
    m_dialog->show();
    waitUntilIdle();
    m_dialog->sources()->add(QStringList{toQString(test::dataPath("safetensors/gpt2-tiny.safetensors"))});
    waitUntilIdle();
    ASSERT_TRUE(m_dialog->job().current() && m_dialog->job().current()->output);
    EXPECT_EQ(m_dialog->job().current()->output->recipe.items.size(), 50U);
    m_dialog->sources()->add(QStringList{toQString(test::dataPath("bintensors/gpt2-tiny.bt"))});
    waitUntilIdle();
    EXPECT_FALSE(write().isEnabled());
    ASSERT_NE(noticeButton(QStringLiteral("Keep the first")), nullptr) << notices();
    EXPECT_THAT(notices(), HasSubstr("the checkpoint further up in the list"));
    noticeButton(QStringLiteral("Keep the first"))->click();
    waitUntilIdle();
    EXPECT_THAT(notices(), HasSubstr("Skipped: 35 tensors with duplicate names"));
    EXPECT_TRUE(write().isEnabled());
    write().click();
    waitUntilIdle();
    EXPECT_EQ((*openCheckpoint(m_folder.path() / "m.bt"))->tensors.size(), 50U);
}

TEST_F(WriteDialogTest, WhatCouldNotBeOpenedKeepsFromMerging)
{
    m_dialog = std::make_unique<WriteDialog>(WriteTask{.title = QStringLiteral("Merge"),
                                                 .source = {},
                                                 .recipe = {},
                                                 .choices = {.formats = allOutputFormats(), .path = path("m.bt")}},
        test::openData("bintensors/all-dtypes.bt"), StagedEdits());
    m_dialog->show();
    waitUntilIdle();
    EXPECT_TRUE(write().isEnabled());
    m_dialog->sources()->add(QStringList{path("nowhere.bt")});
    waitUntilIdle();
    EXPECT_FALSE(write().isEnabled());
    EXPECT_THAT(notices(), HasSubstr("Remove the checkpoints that could not be opened"));
    write().click();
    EXPECT_FALSE(m_dialog->job().isWriting());
    m_dialog->sources()->remove(1);
    waitUntilIdle();
    EXPECT_TRUE(write().isEnabled());
    EXPECT_EQ(notices(), "");
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
    type(target(), path({}) + QString(250, u'x') + u'/' + QString(250, u'y') + u'/' + QString(250, u'z'));
    EXPECT_EQ(m_dialog->width(), width);
    EXPECT_LT(m_dialog->minimumSizeHint().width(), 1000);
    EXPECT_THAT(notices(), HasSubstr("does not exist"));
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
