#include "app/window/editing/edit_control.h"
#include "formats/opening/open_checkpoint.h"
#include "items/session/edit_session.h"
#include "items/tree/tensor_tree_model.h"
#include "items/writing/merge_sources_model.h"
#include "support/file_content.h"
#include "views/kit/notice_bar.h"
#include "views/writing/cast_rows.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_form.h"
#include "views/writing/write_status.h"
#include "window_fixture.h"

#include <QAction>
#include <QCheckBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>

#include <gmock/gmock.h>

#include <algorithm>

namespace loupe {
namespace {

using testing::HasSubstr;
using testing::Not;

class WriteTest : public test::WindowTest {
protected:
    QAction& action(const char* text)
    {
        for (QAction* const candidate : m_window.findChildren<QAction*>()) {
            if (candidate->text().remove(u'&') == QString::fromUtf8(text))
                return *candidate;
        }
        ADD_FAILURE() << "no " << text;
        std::abort();
    }
    /// The dialog that an action opens, once it is idle.
    WriteDialog& dialogOf(const char* text)
    {
        action(text).trigger();
        return shownDialog();
    }
    WriteDialog& shownDialog()
    {
        const auto dialogs = m_window.findChildren<WriteDialog*>();
        if (dialogs.size() != 1) {
            ADD_FAILURE() << dialogs.size() << " dialogs";
            std::abort();
        }
        EXPECT_TRUE(await([&] { return dialogs.front()->isIdle(); }));
        return *dialogs.front();
    }
    void clickInQuestion(const char* text)
    {
        ASSERT_NE(question(), nullptr);
        for (QAbstractButton* const button : question()->buttons()) {
            if (button->text() == QString::fromUtf8(text))
                return button->click();
        }
        FAIL() << "no " << text;
    }
    /// Writes all tensors except those of F32.
    void writeWithoutF32(WriteDialog& dialog)
    {
        dialog.form().casts().leaveOut(DType::F32);
        ASSERT_TRUE(await([&] { return dialog.isIdle() && dialog.status().write().isEnabled(); }));
        dialog.status().write().click();
        ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
        ASSERT_TRUE(std::filesystem::exists(toPath(target(dialog))));
    }
    static QString target(WriteDialog& dialog)
    {
        for (const auto* const edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == u"Where to write")
                return edit->text();
        }
        return {};
    }
    QStringList openGroups()
    {
        QStringList groups;
        const TensorTreeView& tree = m_window.tree();
        for (QModelIndex row = tree.model()->index(0, 0); row.isValid(); row = tree.indexBelow(row)) {
            if (tree.isExpanded(row))
                groups << row.data(FullNameRole).toString();
        }
        return groups;
    }
};

TEST_F(WriteTest, WithoutAFileOnlyMergingIsOffered)
{
    for (const char* const text : {"Save as…", "Convert…", "Export…"})
        EXPECT_FALSE(action(text).isEnabled()) << text;
    EXPECT_TRUE(action("Merge…").isEnabled());
    WriteDialog& dialog = dialogOf("Merge…");
    EXPECT_EQ(dialog.sources()->rowCount(), 0);
    EXPECT_FALSE(dialog.status().write().isEnabled());
}

TEST_F(WriteTest, ConvertingProposesTheOtherFormatAndOpensWhatItWrote)
{
    const auto copy = m_folder.path() / "copy.safetensors";
    std::filesystem::copy_file(test::dataPath("safetensors/all-dtypes.safetensors"), copy);
    open(copy);
    WriteDialog& dialog = dialogOf("Convert…");
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "copy.bt"));
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    EXPECT_TRUE(
        test::readFile(m_folder.path() / "copy.bt") == test::readFile(test::dataPath("bintensors/all-dtypes.bt")));
    dialog.status().open().click();
    ASSERT_TRUE(await([&] {
        return test::document(m_window).current()->checkpoint->path.extension() == ".bt" && m_window.isIdle();
    }));
}

TEST_F(WriteTest, SavingAsProposesAnotherName)
{
    open(copyOfSample());
    WriteDialog& dialog = dialogOf("Save as…");
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "copy-copy.safetensors"));
    EXPECT_EQ(dialog.job().current()->output->recipe.items.size(), 35U);
}

TEST_F(WriteTest, MergingTakesWhatIsStaged)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Merge…");
    const QString note = dialog.sources()->index(0, MergeSourcesModel::Note).data().toString();
    EXPECT_TRUE(note.endsWith(QStringLiteral("1 staged change"))) << note.toStdString();
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    const auto written = openCheckpoint(m_folder.path() / "copy-merged.safetensors");
    ASSERT_TRUE(written.has_value());
    EXPECT_EQ((*written)->tensors.size(), 35U);
    EXPECT_TRUE(
        std::ranges::any_of((*written)->tensors, [](const Tensor& tensor) { return tensor.name == "renamed"; }));
}

TEST_F(WriteTest, OfADamagedFileWhatIsWholeIsSavedBesideIt)
{
    const auto copy = copyOfSample();
    std::filesystem::resize_file(copy, std::filesystem::file_size(copy) - 1);
    open(copy);
    auto* const notice = m_window.findChild<NoticeBar*>();
    const auto buttons = notice->findChildren<QPushButton*>();
    const auto save = std::ranges::find(buttons, QStringLiteral("Salvage intact tensors…"), &QPushButton::text);
    ASSERT_NE(save, buttons.end());
    (*save)->click();
    WriteDialog& dialog = shownDialog();
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "copy-intact.safetensors"));
    ASSERT_TRUE(dialog.status().write().isEnabled());
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    const auto written = openCheckpoint(m_folder.path() / "copy-intact.safetensors");
    ASSERT_TRUE(written);
    EXPECT_TRUE((*written)->findings.referenceAccepts());
    EXPECT_EQ((*written)->tensors.size(), 34U);
}

TEST_F(WriteTest, WhatIsStagedAboutADamagedFileIsSavedToAnother)
{
    const auto copy = copyOfSample();
    std::filesystem::resize_file(copy, std::filesystem::file_size(copy) - 1);
    const std::string before = test::readFile(copy);
    open(copy);
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Save…");
    EXPECT_FALSE(dialog.status().write().isEnabled());
    const auto edits = dialog.findChildren<QLineEdit*>();
    auto* const path = *std::ranges::find(edits, QStringLiteral("Where to write"), &QLineEdit::accessibleName);
    path->selectAll();
    QTest::keyClicks(path, toQString(m_folder.path() / "other.safetensors"));
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    const auto buttons = dialog.findChild<NoticeBar*>()->findChildren<QPushButton*>();
    const auto keep = std::ranges::find(buttons, QStringLiteral("Keep the intact tensors"), &QPushButton::text);
    ASSERT_NE(keep, buttons.end());
    (*keep)->click();
    ASSERT_TRUE(await([&] { return dialog.isIdle() && dialog.status().write().isEnabled(); }));
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    EXPECT_TRUE(test::readFile(copy) == before);
    const auto written = openCheckpoint(m_folder.path() / "other.safetensors");
    ASSERT_TRUE(written);
    EXPECT_EQ((*written)->tensors.size(), 34U);
    EXPECT_FALSE(test::edits(m_window).isEmpty()) << "the file that is open does not have them";
}

TEST_F(WriteTest, WhetherAnArchiveIsWholeIsKnownOnceItWasRead)
{
    open(test::dataPath("npz/deflated.npz"));
    WriteDialog& dialog = dialogOf("Salvage intact tensors…");
    EXPECT_THAT(dialog.findChild<NoticeBar*>()->texts().join(u'\n').toStdString(), HasSubstr("All tensors are intact"));
}

TEST_F(WriteTest, OpeningWhatHoldsAllThatIsStagedAsksNothing)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Save as…");
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    EXPECT_FALSE(test::edits(m_window).isEmpty()) << "of the file that is open they are still changes";
    const auto written = toPath(target(dialog));
    dialog.status().open().click();
    EXPECT_EQ(question(), nullptr);
    ASSERT_TRUE(
        await([&] { return test::document(m_window).current()->checkpoint->path == written && m_window.isIdle(); }));
    EXPECT_TRUE(test::edits(m_window).isEmpty());
}

TEST_F(WriteTest, WhatIsSavedElsewhereIsNotAskedAboutAgain)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    EXPECT_TRUE(m_window.isWindowModified());
    WriteDialog& dialog = dialogOf("Save as…");
    const QString saved = QFileInfo(target(dialog)).fileName();
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    dialog.status().close().click();
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_THAT(notices(), HasSubstr("Changes saved to " + saved.toStdString()));
    ASSERT_NE(noticeButton(QStringLiteral("Open saved file")), nullptr);

    test::edits(m_window).rename(1, "another");
    EXPECT_TRUE(m_window.isWindowModified()) << "that one is in no file";
    EXPECT_THAT(notices(), Not(HasSubstr("The changes are saved")));
    test::editing(m_window).undo()->trigger();
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_TRUE(m_window.close());
    EXPECT_EQ(question(), nullptr);
}

TEST_F(WriteTest, AStagedCastThatIsWrittenOtherwiseIsStillUnsaved)
{
    open(copyOfSample());
    select("wte");
    test::edits(m_window).cast(m_window.tree().chosen(), DType::F8_E4M3);
    ASSERT_TRUE(await([&] { return test::edits(m_window).edits().totals().all() == 1; }));
    WriteDialog& dialog = dialogOf("Save as…");
    dialog.form().casts().choose(DType::F8_E4M3, DType::F32);
    ASSERT_TRUE(await([&] { return dialog.isIdle() && dialog.status().write().isEnabled(); }));
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    ASSERT_TRUE(std::filesystem::exists(toPath(target(dialog))));
    EXPECT_TRUE(m_window.isWindowModified());
    EXPECT_THAT(notices(), Not(HasSubstr("The changes are saved")));
}

TEST_F(WriteTest, WhatIsStagedAboutSharedTensorsThatAreDroppedIsStillUnsaved)
{
    open(test::dataPath("torch/state-dict.pt"));
    select("view.transposed"); // shares storage with view.full
    test::edits(m_window).rename(m_window.tree().chosen().nodes.front(), "renamed");
    WriteDialog& dialog = dialogOf("Save as…");
    const auto edits = dialog.findChildren<QLineEdit*>();
    auto* const path = *std::ranges::find(edits, QStringLiteral("Where to write"), &QLineEdit::accessibleName);
    path->selectAll();
    QTest::keyClicks(path, toQString(m_folder.path() / "a.safetensors"));
    const auto boxes = dialog.findChildren<QCheckBox*>();
    (*std::ranges::find_if(boxes, [](const QCheckBox* box) {
        return box->text().startsWith(u"Drop s&hared");
    }))->click();
    ASSERT_TRUE(await([&] { return dialog.isIdle() && dialog.status().write().isEnabled(); }));
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    const auto written = openCheckpoint(m_folder.path() / "a.safetensors");
    ASSERT_TRUE(written);
    EXPECT_TRUE(std::ranges::none_of((*written)->tensors, [](const Tensor& one) { return one.name == "renamed"; }));
    EXPECT_TRUE(m_window.isWindowModified());
}

TEST_F(WriteTest, WhatWasSavedIsUnsavedAgainOnceItsFileIsReplaced)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    QString first;
    {
        WriteDialog& dialog = dialogOf("Save as…");
        first = target(dialog);
        dialog.status().write().click();
        ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
        EXPECT_FALSE(m_window.isWindowModified());
        dialog.status().close().click();
    }
    ASSERT_TRUE(await([&] { return m_window.findChildren<WriteDialog*>().isEmpty(); }));
    WriteDialog& dialog = dialogOf("Save as…");
    ASSERT_EQ(target(dialog), first);
    writeWithoutF32(dialog);
    EXPECT_TRUE(m_window.isWindowModified());
    EXPECT_THAT(notices(), Not(HasSubstr("The changes are saved")));
}

TEST_F(WriteTest, WhatWasSavedIsAskedAboutOnceItsFileIsGone)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Save as…");
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    EXPECT_FALSE(m_window.isWindowModified());
    std::filesystem::remove(toPath(target(dialog)));
    EXPECT_FALSE(m_window.close());
    ASSERT_NE(question(), nullptr);
    EXPECT_TRUE(m_window.isWindowModified());
    question()->reject();
}

TEST_F(WriteTest, AnEditDuringTheWriteCanBeUndoneToWhatIsSaved)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Save as…");
    dialog.status().write().click();
    test::edits(m_window).rename(1, "another");
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    EXPECT_TRUE(m_window.isWindowModified());
    test::editing(m_window).undo()->trigger();
    EXPECT_FALSE(m_window.isWindowModified());
}

TEST_F(WriteTest, TheSavedFileIsOpenedFromTheNotice)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Save as…");
    const auto written = toPath(target(dialog));
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    dialog.status().close().click();
    QAbstractButton* const button = noticeButton(QStringLiteral("Open saved file"));
    ASSERT_NE(button, nullptr);
    button->click();
    ASSERT_TRUE(
        await([&] { return test::document(m_window).current()->checkpoint->path == written && m_window.isIdle(); }));
    EXPECT_EQ(question(), nullptr);
    EXPECT_TRUE(test::edits(m_window).isEmpty());
    EXPECT_THAT(notices(), Not(HasSubstr("The changes are saved")));
}

TEST_F(WriteTest, OpeningWhatLacksSomethingThatIsStagedAsks)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Save as…");
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return dialog.isIdle(); }));
    test::edits(m_window).rename(0, "renamed again");
    dialog.status().open().click();
    EXPECT_NE(question(), nullptr);
}

TEST_F(WriteTest, OpeningWhatLeavesOutSomethingThatIsStagedAsks)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Save as…");
    writeWithoutF32(dialog);
    dialog.status().open().click();
    EXPECT_NE(question(), nullptr);
    EXPECT_FALSE(test::edits(m_window).isEmpty());
}

TEST_F(WriteTest, SavingBeforeClosingClosesOnceAllThatIsStagedIsWritten)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    EXPECT_FALSE(m_window.close());
    clickInQuestion("Save as…");
    WriteDialog& dialog = shownDialog();
    dialog.status().write().click();
    EXPECT_TRUE(await([&] { return !m_window.isVisible(); }));
}

TEST_F(WriteTest, SavingBeforeClosingLosesNothingThatIsLeftOut)
{
    open(copyOfSample());
    test::edits(m_window).rename(0, "renamed");
    EXPECT_FALSE(m_window.close());
    clickInQuestion("Save as…");
    writeWithoutF32(shownDialog());
    EXPECT_TRUE(m_window.isVisible());
    EXPECT_EQ(test::edits(m_window).edits().totals().renamed, 1U);
}

TEST_F(WriteTest, SavingWritesWhatIsStagedOverTheFileAndReadsItAgain)
{
    open(copyOfSample());
    EXPECT_FALSE(action("Save…").isEnabled());
    const auto path = test::document(m_window).current()->checkpoint->path;
    const auto tensors = test::document(m_window).current()->checkpoint->tensors.size();
    select("h.0.attn.c_attn.weight");
    const QStringList open = openGroups();
    EXPECT_TRUE(open.contains(QStringLiteral("h.0.attn.c_attn")));
    test::edits(m_window).rename(0, "renamed");
    ASSERT_TRUE(action("Save…").isEnabled());
    WriteDialog& dialog = dialogOf("Save…");
    EXPECT_TRUE(dialog.isModal()) << "nothing more can be staged that this would not save";
    EXPECT_EQ(target(dialog), toQString(path));
    const QPointer<WriteDialog> closes(&dialog);
    dialog.status().write().click();
    ASSERT_TRUE(await([&] { return !closes && m_window.isIdle() && test::edits(m_window).isEmpty(); }));
    EXPECT_THAT(notices(), HasSubstr("verified"));
    const auto saved = openCheckpoint(path);
    ASSERT_TRUE(saved.has_value());
    EXPECT_EQ((*saved)->tensors.size(), tensors);
    const auto isRenamed = [](const Tensor& tensor) { return tensor.name == "renamed"; };
    EXPECT_TRUE(std::any_of((*saved)->tensors.begin(), (*saved)->tensors.end(), isRenamed));
    const auto& shown = test::document(m_window).current()->checkpoint->tensors;
    EXPECT_TRUE(std::any_of(shown.begin(), shown.end(), isRenamed));
    EXPECT_EQ(openGroups(), open);
}

TEST_F(WriteTest, GroupsThatWereRenamedStayOpenWhenTheyAreReadAgain)
{
    open(copyOfSample());
    select("h.0.attn.c_attn.weight");
    QStringList expected = openGroups();
    ASSERT_TRUE(expected.contains(QStringLiteral("h.0.attn")));
    expected.replaceInStrings(QRegularExpression(QStringLiteral("^h(?=\\.|$)")), QStringLiteral("blocks"));
    const NodeChoice all{test::document(m_window).current(), test::document(m_window).current()->order,
        {test::document(m_window).current()->tree.root()}};
    StagedEdits after = test::edits(m_window).edits();
    after.rename(all.tensors(), [](std::string_view name) -> std::optional<std::string> {
        return name.starts_with("h.") ? std::optional("blocks" + std::string(name.substr(1))) : std::nullopt;
    });
    test::edits(m_window).take({QStringLiteral("rename"), test::edits(m_window).edits(), after});
    const QPointer<WriteDialog> dialog(&dialogOf("Save…"));
    dialog->status().write().click();
    ASSERT_TRUE(await([&] { return !dialog && m_window.isIdle() && test::edits(m_window).isEmpty(); }));
    QStringList open = openGroups();
    open.sort();
    expected.sort();
    EXPECT_EQ(open, expected);
    ASSERT_TRUE(m_window.tree().currentTensor().has_value());
    EXPECT_EQ(test::document(m_window).current()->checkpoint->tensors[*m_window.tree().currentTensor()].name,
        "blocks.0.attn.c_attn.weight");
}

TEST_F(WriteTest, WhatAStagedCastCostsIsSaidAsByTheCommandLine)
{
    const auto copy = copyOfSample();
    open(copy);
    select("wte");
    test::edits(m_window).cast(m_window.tree().chosen(), DType::F8_E4M3);
    ASSERT_TRUE(awaitIdle());
    WriteDialog& dialog = dialogOf("Save as…");
    const auto labels = dialog.findChildren<QLabel*>();
    const auto label = std::find_if(labels.begin(), labels.end(),
        [](const QLabel* one) { return one->accessibleName() == u"Loss of casting F8_E4M3"; });
    ASSERT_NE(label, labels.end());

    QProcess tloupe;
    tloupe.start(QStringLiteral(TLOUPE),
        {QStringLiteral("convert"), toQString(copy), toQString(m_folder.path() / "b.safetensors"),
            QStringLiteral("--select"), QStringLiteral("wte"), QStringLiteral("--dtype"), QStringLiteral("F8_E4M3"),
            QStringLiteral("--dry-run"), QStringLiteral("--json")});
    ASSERT_TRUE(tloupe.waitForFinished(60'000));
    const QJsonObject tensor =
        QJsonDocument::fromJson(tloupe.readAllStandardOutput())[u"tensors"].toArray().at(0).toObject();
    const QJsonObject cost = tensor[u"cast"].toObject();
    ASSERT_FALSE(cost.isEmpty());
    const auto number = [](double value) { return QString::number(value, 'g', 3); };
    QString expected = QStringLiteral("staged, from %1: ").arg(tensor[u"dtype"].toArray().at(0).toString());
    if (cost[u"became_zero"].toDouble() > 0)
        expected += QStringLiteral("%1 become 0 · ").arg(cost[u"became_zero"].toInt());
    EXPECT_EQ(cost[u"overflowed"].toDouble(), 0);
    expected += QStringLiteral("max error %1 (relative %2) · ")
                    .arg(number(cost[u"max_abs"].toDouble()), number(cost[u"max_rel"].toDouble()));
    EXPECT_THAT((*label)->text().toStdString(), testing::StartsWith(expected.toStdString()));
    EXPECT_GT(cost[u"changed"].toDouble(), 0);
}

TEST_F(WriteTest, ARelativePathIsSavedAndReadAgainToo)
{
    const auto copy = copyOfSample();
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(m_folder.path());
    open(copy.filename());
    test::edits(m_window).rename(0, "renamed");
    WriteDialog& dialog = dialogOf("Save…");
    const QPointer<WriteDialog> closes(&dialog);
    dialog.status().write().click();
    EXPECT_TRUE(await([&] { return !closes && m_window.isIdle() && test::edits(m_window).isEmpty(); }));
    std::filesystem::current_path(before);
}

TEST_F(WriteTest, OneSelectedTensorIsExportedAsNpy)
{
    open(copyOfSample());
    select("wte");
    WriteDialog& dialog = dialogOf("Export…");
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "wte.npy"));
    ASSERT_TRUE(dialog.job().current()->output.has_value());
    ASSERT_EQ(dialog.job().current()->output->recipe.items.size(), 1U);
    EXPECT_EQ(dialog.job().current()->output->recipe.items.front().name, "wte");
}

TEST_F(WriteTest, SelectedGroupsAreExportedWithAllBelow)
{
    open(copyOfSample());
    const NameTree& tree = test::document(m_window).current()->tree;
    for (NameTree::NodeId node = tree.tensorCount(); node < tree.nodeCount(); ++node) {
        if (tree.path(node) == "h.1")
            m_window.tree().selectNode(node);
    }
    WriteDialog& dialog = dialogOf("Export…");
    EXPECT_EQ(target(dialog), toQString(m_folder.path() / "copy-selection.npz"));
    std::uint64_t below = 0;
    for (const Tensor& tensor : test::document(m_window).current()->checkpoint->tensors)
        below += tensor.name.starts_with("h.1.");
    ASSERT_TRUE(dialog.job().current()->output.has_value());
    EXPECT_EQ(dialog.job().current()->output->recipe.items.size(), below);
}

TEST_F(WriteTest, WithoutASelectionAllThatIsShownIsExported)
{
    open(copyOfSample());
    m_window.tree().clearSelection();
    test::model(m_window).setFilter(QStringLiteral("dtype:bf16"));
    ASSERT_TRUE(awaitIdle());
    const auto shown = test::model(m_window).visibleTensors();
    ASSERT_LT(shown, 35U);
    WriteDialog& dialog = dialogOf("Export…");
    ASSERT_TRUE(dialog.job().current()->output.has_value());
    EXPECT_EQ(dialog.job().current()->output->recipe.items.size(), shown);
}

TEST_F(WriteTest, SelectingAllRowsSelectsAllNodes)
{
    open(copyOfSample());
    test::model(m_window).setForm(TreeForm::Full);
    ASSERT_TRUE(awaitIdle());
    m_window.tree().expandAll();
    ASSERT_TRUE(awaitIdle());
    m_window.tree().selectAll();
    const NameTree& tree = test::document(m_window).current()->tree;
    EXPECT_EQ(m_window.tree().chosen().nodes.size(), tree.nodeCount() - 1); // the root has no row
}

} // namespace
} // namespace loupe
