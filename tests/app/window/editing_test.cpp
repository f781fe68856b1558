#include "app/window/command/options.h"
#include "app/window/editing/edit_control.h"
#include "app/window/opening/unsaved_guard.h"
#include "items/renaming/rename_preview_model.h"
#include "items/session/edit_session.h"
#include "items/tree/tensor_tree_model.h"
#include "support/child.h"
#include "views/details/details_tabs.h"
#include "views/metadata/metadata_view.h"
#include "views/renaming/rename_group_dialog.h"
#include "views/renaming/rename_tensor_dialog.h"
#include "window_fixture.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::HasSubstr;

class EditingWindowTest : public test::WindowTest {
protected:
    void openSample()
    {
        open(sample());
        select("h.0.attn.c_attn.weight");
    }
    EditSession& edits() { return test::edits(m_window); }
    QAction& undo() { return *test::editing(m_window).undo(); }
    void answer(QMessageBox::StandardButton button)
    {
        QMessageBox* const asked = question();
        ASSERT_TRUE(asked);
        asked->button(button)->click();
        EXPECT_FALSE(question());
    }
};

TEST_F(EditingWindowTest, NothingCanBeEditedWithoutATensor)
{
    EXPECT_FALSE(test::editing(m_window).rename->isEnabled());
    open(sample());
    m_window.tree().selectionModel()->clear();
    EXPECT_FALSE(test::editing(m_window).remove->isEnabled());
    select("wte");
    EXPECT_TRUE(test::editing(m_window).remove->isEnabled());
    EXPECT_FALSE(test::editing(m_window).revert->isEnabled());
    EXPECT_FALSE(undo().isEnabled());
    EXPECT_FALSE(m_window.isWindowModified());
}

TEST_F(EditingWindowTest, StepsAreUndoneAndDoneAgain)
{
    openSample();
    test::editing(m_window).remove->trigger();
    EXPECT_EQ(edits().edits().totals().deleted, 1U);
    EXPECT_TRUE(m_window.isWindowModified());
    EXPECT_EQ(undo().text().remove(u'&'), QStringLiteral("Undo deletion"));
    EXPECT_EQ(test::details(m_window).tabText(int(DetailsTab::Changes)), QStringLiteral("Changes (1)"));
    undo().trigger();
    EXPECT_TRUE(edits().isEmpty());
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_EQ(test::details(m_window).tabText(int(DetailsTab::Changes)), QStringLiteral("Changes"));
    test::editing(m_window).redo()->trigger();
    EXPECT_EQ(edits().edits().totals().deleted, 1U);
}

TEST_F(EditingWindowTest, TheOptionsStageEditsInOneStep)
{
    Options options;
    options.edits.renames = {*NameRewriter::parse(R"(^h\.=layers.)")};
    options.edits.drops = {*Glob::parse("wt*")};
    m_window.apply(options);
    open(sample());
    EXPECT_EQ(edits().edits().actions().size(), 2U);
    EXPECT_EQ(edits().edits().totals().deleted, 1U);
    EXPECT_TRUE(m_window.isWindowModified());
    undo().trigger();
    EXPECT_TRUE(edits().isEmpty());
    open(sample());
    EXPECT_TRUE(edits().isEmpty()) << "of the checkpoint that was opened first";
}

TEST_F(EditingWindowTest, KeysOfTheTreeEdit)
{
    openSample();
    m_window.tree().setFocus();
    QTest::keyClick(&m_window.tree(), Qt::Key_F2);
    auto* const dialog = m_window.findChild<RenameTensorDialog*>();
    ASSERT_TRUE(dialog);
    EXPECT_EQ(test::child<QLineEdit>(*dialog, QStringLiteral("name")).text(), QStringLiteral("h.0.attn.c_attn.weight"));
    test::child<QLineEdit>(*dialog, QStringLiteral("name")).setText(QStringLiteral("first"));
    QTest::keyClick(&test::child<QLineEdit>(*dialog, QStringLiteral("name")), Qt::Key_Return);
    EXPECT_EQ(edits().edits().totals().renamed, 1U);
    m_window.tree().setFocus();
    QTest::keyClick(&m_window.tree(), Qt::Key_Delete);
    EXPECT_EQ(edits().edits().totals(), (ChangeTotals{0, 0, 1, 0}));
    QTest::keyClick(&m_window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(edits().edits().totals().renamed, 1U);
}

TEST_F(EditingWindowTest, OnlyWhatHasChangesCanBeReverted)
{
    openSample();
    test::editing(m_window).remove->trigger();
    EXPECT_TRUE(test::editing(m_window).revert->isEnabled());
    const auto& tree = test::document(m_window).current()->tree;
    const auto group = tree.parent(*m_window.tree().currentTensor());
    select("wte");
    EXPECT_FALSE(test::editing(m_window).revert->isEnabled());
    ASSERT_TRUE(m_window.tree().selectNode(group));
    EXPECT_TRUE(test::editing(m_window).revert->isEnabled());
    test::editing(m_window).revert->trigger();
    EXPECT_TRUE(edits().isEmpty());
    EXPECT_FALSE(test::editing(m_window).revert->isEnabled());
}

TEST_F(EditingWindowTest, OneDialogAsksForNamesAtATime)
{
    openSample();
    test::editing(m_window).rename->trigger();
    test::editing(m_window).rename->trigger();
    const auto dialogs = m_window.findChildren<RenameTensorDialog*>();
    ASSERT_EQ(dialogs.size(), 1);
    dialogs.front()->reject();
    ASSERT_TRUE(await([&] { return m_window.findChildren<RenameTensorDialog*>().isEmpty(); }));
    test::editing(m_window).rename->trigger();
    EXPECT_EQ(m_window.findChildren<RenameTensorDialog*>().size(), 1);
}

TEST_F(EditingWindowTest, AGroupIsRenamedByARule)
{
    openSample();
    const auto group = test::document(m_window).current()->tree.parent(*m_window.tree().currentTensor());
    ASSERT_TRUE(m_window.tree().selectNode(group));
    test::editing(m_window).rename->trigger();
    auto* const dialog = m_window.findChild<RenameGroupDialog*>();
    ASSERT_TRUE(dialog);
    EXPECT_EQ(test::child<QLineEdit>(*dialog, QStringLiteral("find")).text(), QStringLiteral("h.0.attn.c_attn"));
    test::child<QLineEdit>(*dialog, QStringLiteral("replacement")).setText(QStringLiteral("qkv"));
    const auto& preview = test::child<RenamePreviewModel>(*dialog);
    ASSERT_TRUE(await([&] { return preview.isReady() && preview.renamed() > 0; }));
    test::child<QPushButton>(*dialog, QStringLiteral("rename")).click();
    EXPECT_EQ(edits().edits().totals().renamed, 2U);
    ASSERT_TRUE(await([&] { return !m_window.findChild<RenameGroupDialog*>(); }));
    test::editing(m_window).rename->trigger();
    auto* const again = m_window.findChild<RenameGroupDialog*>();
    ASSERT_TRUE(again);
    EXPECT_EQ(test::child<QLineEdit>(*again, QStringLiteral("find")).text(), QStringLiteral("qkv"));
}

TEST_F(EditingWindowTest, CastsToWhatAFormatHolds)
{
    openSample();
    QStringList offered;
    for (const QAction* const action : test::editing(m_window).cast->menu()->actions())
        offered << action->text();
    EXPECT_TRUE(offered.contains(QStringLiteral("BF16")));
    EXPECT_FALSE(offered.contains(QStringLiteral("C64")));
    EXPECT_EQ(offered.mid(0, 5),
        QStringList({QStringLiteral("F32"), QStringLiteral("BF16"), QStringLiteral("F16"), QStringLiteral("F8_E4M3"),
            QStringLiteral("F8_E5M2")}));
    test::editing(m_window).cast->menu()->actions()[offered.indexOf(QStringLiteral("F64"))]->trigger();
    EXPECT_EQ(edits().edits().totals().cast, 1U);
    test::editing(m_window).revert->trigger();
    EXPECT_TRUE(edits().isEmpty());
}

TEST_F(EditingWindowTest, ClosingAsksBeforeAnythingIsLost)
{
    openSample();
    test::editing(m_window).remove->trigger();
    EXPECT_FALSE(m_window.close());
    answer(QMessageBox::Cancel);
    EXPECT_TRUE(m_window.isVisible());
    EXPECT_EQ(edits().edits().totals().deleted, 1U);
    EXPECT_FALSE(m_window.close());
    EXPECT_THAT(question()->informativeText().toStdString(), HasSubstr("1 tensor deleted"));
    answer(QMessageBox::Discard);
    EXPECT_FALSE(m_window.isVisible());
}

TEST_F(EditingWindowTest, OpeningAndReloadingAskToo)
{
    openSample();
    test::editing(m_window).remove->trigger();
    m_window.open(toQString(test::dataPath("bintensors/gpt2-tiny.bt")));
    answer(QMessageBox::Cancel);
    EXPECT_EQ(test::document(m_window).state(), Document::State::Open);
    m_window.reload();
    answer(QMessageBox::Cancel);
    EXPECT_EQ(edits().edits().totals().deleted, 1U);
    m_window.open(toQString(test::dataPath("bintensors/gpt2-tiny.bt")));
    answer(QMessageBox::Discard);
    EXPECT_FALSE(edits().canEdit()); // an edit would be lost
    ASSERT_TRUE(awaitIdle());
    EXPECT_TRUE(edits().isEmpty());
    EXPECT_FALSE(undo().isEnabled());
    EXPECT_THAT(m_window.windowTitle().toStdString(), HasSubstr("gpt2-tiny.bt"));
}

TEST_F(EditingWindowTest, WhereTheOtherFileCannotBeOpenedNothingIsLost)
{
    openSample();
    test::editing(m_window).remove->trigger();
    m_window.open(QStringLiteral("/nowhere/at-all.bt"));
    answer(QMessageBox::Discard);
    ASSERT_TRUE(await([&] { return test::document(m_window).state() == Document::State::Open; }));
    EXPECT_EQ(edits().edits().totals().deleted, 1U);
    EXPECT_TRUE(edits().canEdit());
}

TEST_F(EditingWindowTest, TheQuestionOffersToSaveWhereThatIsPossible)
{
    openSample();
    std::function<void()> saved;
    m_window.findChild<UnsavedGuard*>()->setSaver([&](std::function<void()> then) { saved = std::move(then); });
    test::editing(m_window).remove->trigger();
    EXPECT_FALSE(m_window.close());
    const auto buttons = question()->buttons();
    const auto save = std::find_if(buttons.begin(), buttons.end(),
        [](const QAbstractButton* button) { return button->text() == QStringLiteral("Save as…"); });
    ASSERT_NE(save, buttons.end());
    (*save)->click();
    ASSERT_TRUE(saved);
    EXPECT_TRUE(m_window.isVisible());
    saved();
    EXPECT_FALSE(m_window.isVisible());
}

TEST_F(EditingWindowTest, TheTitleOfAFileMayHoldTheMark)
{
    const auto path = m_folder.path() / "a[*]b.safetensors";
    std::filesystem::copy_file(sample(), path);
    open(path);
    EXPECT_EQ(m_window.windowTitle(), QStringLiteral("a[*][*]b.safetensors[*]"));
}

} // namespace
} // namespace loupe
