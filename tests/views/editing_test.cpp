#include "items/renaming/rename_preview_model.h"
#include "items/session/edit_session.h"
#include "items/tree/changes_model.h"
#include "items/tree/tensor_tree_model.h"
#include "support/child.h"
#include "support/made_checkpoint.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/metadata/metadata_editor.h"
#include "views/metadata/metadata_view.h"
#include "views/renaming/rename_group_dialog.h"
#include "views/renaming/rename_tensor_dialog.h"
#include "views/tree/changes_panel.h"
#include "views/tree/tensor_tree_view.h"

#include <QAbstractItemModel>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

namespace loupe {
namespace {

class EditingTest : public testing::Test {
protected:
    EditingTest()
    {
        test::MadeCheckpoint made;
        made.add("h.0.w").add("h.1.w").add("h.2.w").add("head");
        made->metadata = Metadata{{"format", "pt"}, {"note", "line\r\nline"}};
        m_opened = *prepareForViewing(made.take(), {});
        m_session.setCheckpoint(m_opened->checkpoint);
    }
    static QPushButton* button(const QWidget& of, const QString& text)
    {
        for (auto* const candidate : of.findChildren<QPushButton*>())
            if (candidate->text().remove(u'&') == text)
                return candidate;
        return nullptr;
    }
    static QLineEdit& edit(const QDialog& of, const char* name)
    {
        return test::child<QLineEdit>(of, QLatin1String(name));
    }
    static QString textOf(const QDialog& of, const char* name)
    {
        return test::child<QLabel>(of, QLatin1String(name)).text();
    }
    static QPushButton& renameButton(const QDialog& of)
    {
        return test::child<QPushButton>(of, QStringLiteral("rename"));
    }
    static RenamePreviewModel& preview(const QDialog& of) { return test::child<RenamePreviewModel>(of); }
    NodeChoice all() const { return {m_opened, m_opened->order, {m_opened->tree.root()}}; }

    OpenedCheckpointPtr m_opened;
    EditSession m_session;
};

class ChangesPanelTest : public EditingTest {
protected:
    ChangesPanelTest()
    {
        m_panel.setSession(&m_session);
        m_panel.resize(600, 400);
        m_panel.show();
    }
    ChangesPanel m_panel;
};

TEST_F(ChangesPanelTest, SaysWhatWouldBeHereUntilSomethingIs)
{
    EXPECT_FALSE(m_panel.message().isEmpty());
    m_session.rename(0, "x");
    m_session.setMetadata("format", "np");
    EXPECT_TRUE(m_panel.message().isEmpty());
    EXPECT_EQ(m_panel.summary(), QStringLiteral("1 tensor renamed; 1 metadata key changed"));
    EXPECT_EQ(m_panel.tree().model()->rowCount(), 2);
    m_session.discardAll();
    EXPECT_FALSE(m_panel.message().isEmpty());
}

TEST_F(ChangesPanelTest, NamesHaveTheRoomOfWhatBecomesNothing)
{
    m_session.remove({m_opened, m_opened->order, {3}});
    const int deleted = m_panel.tree().columnWidth(ChangesModel::Subject);
    EXPECT_GT(deleted, 2 * m_panel.tree().columnWidth(ChangesModel::Becomes));
    m_session.rename(0, "x");
    EXPECT_NEAR(
        m_panel.tree().columnWidth(ChangesModel::Subject), m_panel.tree().columnWidth(ChangesModel::Becomes), 1);
}

TEST_F(ChangesPanelTest, NoNameIsCutWhereTheOtherColumnHasRoom)
{
    test::MadeCheckpoint made;
    const std::string role = "self_attention_with_rotary_position_embedding.key_projection_layer";
    made.add("model.layers.0." + role + ".weight").add("head");
    m_opened = *prepareForViewing(made.take(), {});
    m_session.setCheckpoint(m_opened->checkpoint);
    m_session.remove({m_opened, m_opened->order, {0}});
    m_session.rename(1, "x");
    QTreeView& tree = m_panel.tree();
    const auto hasRoom = [&](int column) {
        return tree.columnWidth(column) >= static_cast<QAbstractItemView&>(tree).sizeHintForColumn(column);
    };
    const int needed =
        tree.fontMetrics().horizontalAdvance(QString::fromStdString("model.layers.0." + role + ".weight"));
    for (const int room : {500, 250, 160}) {
        m_panel.resize(needed + room, 400);
        EXPECT_TRUE(hasRoom(ChangesModel::Subject) || room < 250) << room;
        EXPECT_TRUE(hasRoom(ChangesModel::Becomes)) << room;
        EXPECT_EQ(tree.header()->length(), tree.viewport()->width());
    }
    m_session.discardAll();
    m_session.rename(1, "model.layers.0." + role + ".bias");
    m_panel.resize(needed + 300, 400);
    EXPECT_TRUE(hasRoom(ChangesModel::Subject) && hasRoom(ChangesModel::Becomes)) << "what it becomes is longer";
    EXPECT_LT(tree.columnWidth(ChangesModel::Subject), tree.columnWidth(ChangesModel::Becomes));
}

TEST_F(ChangesPanelTest, UndoesWhatIsSelected)
{
    QPushButton* const revert = button(m_panel, QStringLiteral("Undo selected"));
    m_session.rename(0, "x");
    m_session.rename(1, "y");
    m_session.remove({m_opened, m_opened->order, {3}});
    EXPECT_FALSE(revert->isEnabled());
    m_panel.tree().setCurrentIndex(m_panel.tree().model()->index(1, 0));
    ASSERT_TRUE(revert->isEnabled());
    revert->click();
    EXPECT_EQ(m_session.edits().totals(), (ChangeTotals{1, 0, 1, 0}));
    EXPECT_FALSE(m_session.edits().of(1).any());
    EXPECT_EQ(m_panel.tree().currentIndex().row(), 1); // the next row becomes current
    m_panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_panel));
    m_panel.tree().setFocus();
    QTest::keyClick(&m_panel.tree(), Qt::Key_Delete);
    EXPECT_EQ(m_session.edits().totals(), (ChangeTotals{1, 0, 0, 0}));
    button(m_panel, QStringLiteral("Discard all"))->click();
    EXPECT_TRUE(m_session.isEmpty());
}

TEST_F(ChangesPanelTest, UndoesOneOfManyChangesAndStaysWhereItIs)
{
    m_session.remove(all());
    m_session.setMetadata("format", "np");
    const QAbstractItemModel& model = *m_panel.tree().model();
    ASSERT_EQ(model.rowCount(), 2);
    m_panel.tree().expand(model.index(0, 0));
    m_panel.tree().setCurrentIndex(model.index(2, 0, model.index(0, 0)));
    button(m_panel, QStringLiteral("Undo selected"))->click();
    EXPECT_FALSE(m_session.edits().of(2).any());
    EXPECT_EQ(m_session.edits().totals(), (ChangeTotals{0, 0, 3, 1}));
    EXPECT_TRUE(m_panel.tree().isExpanded(model.index(0, 0)));
    EXPECT_EQ(m_panel.tree().currentIndex().row(), 2);
    EXPECT_EQ(m_panel.tree().currentIndex().parent().row(), 0);
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 3);
    m_panel.tree().setCurrentIndex(model.index(0, 0));
    button(m_panel, QStringLiteral("Undo selected"))->click();
    EXPECT_EQ(m_session.edits().totals(), (ChangeTotals{0, 0, 0, 1}));
}

TEST_F(ChangesPanelTest, AnotherActionInPlaceOfAnExpandedOneIsCollapsed)
{
    const QAbstractItemModel& model = *m_panel.tree().model();
    m_session.setMetadata("format", "np");
    m_session.remove({m_opened, m_opened->order, {0, 1}});
    m_panel.tree().expand(model.index(1, 0));
    EXPECT_TRUE(m_panel.tree().isExpanded(model.index(1, 0)));
    m_panel.tree().setCurrentIndex(model.index(1, 0));
    button(m_panel, QStringLiteral("Undo selected"))->click();
    ASSERT_EQ(model.rowCount(), 1);
    m_session.remove(all());
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_FALSE(m_panel.tree().isExpanded(model.index(1, 0)));
}

TEST_F(ChangesPanelTest, SaysThatTwoTensorsWouldHaveOneName)
{
    m_session.rename(0, "head");
    ASSERT_TRUE(QTest::qWaitFor([this] { return m_session.isIdle(); }));
    EXPECT_TRUE(m_panel.problem().contains(QStringLiteral("“head”"))) << m_panel.problem().toStdString();
    m_session.rename(0, "x");
    ASSERT_TRUE(QTest::qWaitFor([this] { return m_session.isIdle(); }));
    EXPECT_TRUE(m_panel.problem().isEmpty());
}

TEST_F(ChangesPanelTest, LeadsToTheTensor)
{
    const QSignalSpy chosen(&m_panel, &ChangesPanel::tensorChosen);
    m_session.rename(2, "x");
    m_session.setMetadata("format", "np");
    emit m_panel.tree().activated(m_panel.tree().model()->index(1, 0));
    EXPECT_EQ(chosen.size(), 0);
    emit m_panel.tree().activated(m_panel.tree().model()->index(0, 0));
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.front().front().toUInt(), 2U);
}

class MetadataEditingTest : public EditingTest {
protected:
    MetadataEditingTest()
    {
        m_view.setSession(&m_session);
        m_view.resize(600, 400);
        m_view.show();
        m_view.setCheckpoint(m_opened->checkpoint);
        EXPECT_TRUE(waitUntilIdle());
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !m_view.isBusy(); });
    }
    void choose(int row) { m_view.tree().setCurrentIndex(m_view.tree().model()->index(row, 0)); }
    QString value(int row) const { return m_view.tree().model()->index(row, 1).data().toString(); }
    MetadataEditor* editor() const { return m_view.findChild<MetadataEditor*>(); }

    mutable MetadataView m_view;
};

TEST_F(MetadataEditingTest, AKeyIsAdded)
{
    button(m_view, QStringLiteral("Add…"))->click();
    ASSERT_TRUE(editor());
    QPushButton* const add = button(*editor(), QStringLiteral("Add"));
    EXPECT_FALSE(add->isEnabled()); // there is no key yet
    editor()->key().setText(QStringLiteral("author"));
    editor()->value().setPlainText(QStringLiteral("me"));
    add->click();
    ASSERT_TRUE(waitUntilIdle());
    ASSERT_EQ(m_session.edits().metadataEdits().size(), 1U);
    EXPECT_EQ(m_view.tree().model()->rowCount(), 3);
    EXPECT_EQ(value(2), QStringLiteral("→ me"));
    EXPECT_EQ(m_view.tree().currentIndex().row(), 2);
}

TEST_F(MetadataEditingTest, WhatAKeyHasAlreadyIsSaidBeforeItIsReplaced)
{
    button(m_view, QStringLiteral("Add…"))->click();
    ASSERT_TRUE(editor());
    const auto labels = editor()->findChildren<QLabel*>();
    const auto warning = std::find_if(labels.begin(), labels.end(),
        [](const QLabel* label) { return label->accessibleName() == QStringLiteral("Replaced value"); });
    ASSERT_NE(warning, labels.end());
    editor()->key().setText(QStringLiteral("forma"));
    EXPECT_EQ((*warning)->text(), QString());
    editor()->key().setText(QStringLiteral("format"));
    EXPECT_TRUE((*warning)->text().contains(QStringLiteral("“pt” will be replaced")))
        << (*warning)->text().toStdString();
    editor()->value().setPlainText(QStringLiteral("np"));
    button(*editor(), QStringLiteral("Replace"))->click();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(value(0), QStringLiteral("→ np"));
}

TEST_F(MetadataEditingTest, AValueThatWasNotTouchedLosesNothing)
{
    choose(1);
    button(m_view, QStringLiteral("Edit…"))->click();
    ASSERT_TRUE(editor());
    editor()->key().setText(QStringLiteral("comment"));
    button(*editor(), QStringLiteral("Change"))->click();
    ASSERT_TRUE(waitUntilIdle());
    const auto& edits = m_session.edits().metadataEdits();
    ASSERT_EQ(edits.size(), 2U);
    EXPECT_EQ(edits[0].key, "note");
    EXPECT_FALSE(edits[0].value.has_value());
    EXPECT_EQ(edits[1].key, "comment");
    EXPECT_EQ(edits[1].value, "line\r\nline");
}

TEST_F(MetadataEditingTest, AKeyIsRemovedAndRestored)
{
    choose(0);
    QPushButton* const remove = button(m_view, QStringLiteral("Remove"));
    remove->click();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(m_session.edits().totals().metadata, 1U);
    EXPECT_EQ(m_view.tree().model()->rowCount(), 2);
    EXPECT_EQ(remove->text(), QStringLiteral("Restore"));
    EXPECT_FALSE(button(m_view, QStringLiteral("Edit…"))->isEnabled());
    remove->click();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(m_session.isEmpty());
    EXPECT_EQ(remove->text(), QStringLiteral("Remove"));
}

TEST_F(MetadataEditingTest, AnElementOfAValueIsNotRemoved)
{
    m_session.setMetadata("list", "[1, 2]");
    ASSERT_TRUE(waitUntilIdle());
    const QModelIndex key = m_view.tree().model()->index(2, 0);
    m_view.tree().setCurrentIndex(m_view.tree().model()->index(1, 0, key));
    ASSERT_TRUE(m_view.tree().currentIndex().isValid());
    QPushButton* const remove = button(m_view, QStringLiteral("Remove"));
    EXPECT_FALSE(remove->isEnabled());
    EXPECT_FALSE(remove->toolTip().isEmpty());
    QTest::keyClick(&m_view.tree(), Qt::Key_Delete);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(value(2), QStringLiteral("→ [1, 2]"));
    m_view.tree().setCurrentIndex(key);
    EXPECT_TRUE(remove->isEnabled());
    EXPECT_TRUE(remove->toolTip().isEmpty());
}

TEST_F(MetadataEditingTest, WhatIsUndoneIsShown)
{
    QList<EditStep> steps;
    QObject::connect(&m_session, &EditSession::stepTaken, &m_view, [&](const EditStep& step) { steps << step; });
    m_session.setMetadata("format", "np");
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(value(0), QStringLiteral("→ np"));
    m_session.show(steps.front().before);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(value(0), QStringLiteral("pt"));
}

TEST_F(EditingTest, OneTensorIsRenamed)
{
    m_session.rename(0, "x");
    const QPointer<RenameTensorDialog> dialog = new RenameTensorDialog(m_session.edits(), 0, nullptr);
    QString renamed;
    QObject::connect(dialog, &RenameTensorDialog::renamed, &m_session, [&](const QString& name) { renamed = name; });
    dialog->open();
    EXPECT_EQ(edit(*dialog, "name").selectedText(), QStringLiteral("x"));
    edit(*dialog, "name").clear();
    EXPECT_FALSE(button(*dialog, QStringLiteral("Rename"))->isEnabled());
    edit(*dialog, "name").setText(QStringLiteral("y"));
    QTest::keyClick(&edit(*dialog, "name"), Qt::Key_Return);
    EXPECT_EQ(renamed, QStringLiteral("y"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return dialog.isNull(); }));
}

TEST_F(EditingTest, ANameThatCannotBeIsSaidWhileItIsTyped)
{
    m_session.rename(1, "taken");
    m_session.remove({m_opened, m_opened->order, {2}});
    const auto dialog = std::make_unique<RenameTensorDialog>(m_session.edits(), 0, nullptr);
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    const auto problemOf = [&](const char* name) {
        edit(*dialog, "name").setText(QString::fromUtf8(name));
        EXPECT_EQ(renameButton(*dialog).isEnabled(), textOf(*dialog, "problem").isEmpty());
        return textOf(*dialog, "problem").toStdString();
    };
    EXPECT_EQ(textOf(*dialog, "problem"), QString());
    EXPECT_EQ(problemOf("head"), "Another tensor has this name.");
    EXPECT_EQ(problemOf("taken"), "Another tensor will get this name.");
    EXPECT_EQ(problemOf(""), "A tensor needs a name.");
    EXPECT_EQ(problemOf("h.1.w"), ""); // that tensor was renamed
    EXPECT_EQ(problemOf("h.2.w"), ""); // that tensor will be deleted
    EXPECT_EQ(problemOf("h.0.w"), "");
    QSignalSpy renamed(dialog.get(), &RenameTensorDialog::renamed);
    dialog->open();
    edit(*dialog, "name").setText(QStringLiteral("head"));
    QTest::keyClick(&edit(*dialog, "name"), Qt::Key_Return);
    EXPECT_EQ(renamed.count(), 0);
    EXPECT_TRUE(dialog->isVisible());
}

TEST_F(EditingTest, ANewNameIsLookedForAmongManyTensors)
{
    test::MadeCheckpoint made;
    for (int i = 0; i < 5000; ++i)
        made.add("t" + std::to_string(i));
    const auto opened = *prepareForViewing(made.take(), {});
    RenameTensorDialog dialog(StagedEdits(opened->checkpoint), 7, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const auto& problem = test::child<QLabel>(dialog, QStringLiteral("problem"));
    const auto& button = test::child<QPushButton>(dialog, QStringLiteral("rename"));
    edit(dialog, "name").setText(QStringLiteral("t4999"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !problem.text().isEmpty(); }));
    EXPECT_FALSE(button.isEnabled());
    edit(dialog, "name").setText(QStringLiteral("t5000"));
    EXPECT_FALSE(button.isEnabled()); // the check is still running
    ASSERT_TRUE(QTest::qWaitFor([&] { return button.isEnabled(); }));
    EXPECT_EQ(problem.text(), QString());
}

TEST_F(EditingTest, ManyTensorsAreRenamedByARule)
{
    const QPointer<RenameGroupDialog> dialog =
        new RenameGroupDialog(all(), m_session.edits(), QStringLiteral("h.0"), nullptr);
    QObject::connect(dialog, &RenameGroupDialog::renamed, &m_session, &EditSession::take);
    dialog->open();
    const auto ready = [&] { return QTest::qWaitFor([&] { return preview(*dialog).isReady(); }); };
    EXPECT_EQ(edit(*dialog, "find").text(), QStringLiteral("h.0"));
    ASSERT_TRUE(ready());
    EXPECT_FALSE(renameButton(*dialog).isEnabled()); // it would change nothing
    auto& regex = test::child<QCheckBox>(*dialog, QStringLiteral("regex"));
    regex.click();
    EXPECT_EQ(edit(*dialog, "find").text(), QStringLiteral("^h\\.0"));
    edit(*dialog, "find").setText(QStringLiteral("h\\.("));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !preview(*dialog).error().isEmpty(); }));
    EXPECT_TRUE(textOf(*dialog, "message").startsWith(QStringLiteral("The regular expression is not valid: missing )")))
        << textOf(*dialog, "message").toStdString();
    EXPECT_FALSE(renameButton(*dialog).isEnabled());
    edit(*dialog, "find").setText(QStringLiteral("^h\\.(\\d)"));
    edit(*dialog, "replacement").setText(QStringLiteral("layer\\1"));
    EXPECT_FALSE(renameButton(*dialog).isEnabled()); // the preview is not ready yet
    ASSERT_TRUE(ready());
    EXPECT_EQ(textOf(*dialog, "message"), QStringLiteral("3 of 4 tensors will be renamed."));
    EXPECT_EQ(preview(*dialog).rowCount(), 3);
    edit(*dialog, "replacement").setText(QStringLiteral("layer")); // would be the name of all three
    ASSERT_TRUE(ready());
    EXPECT_FALSE(renameButton(*dialog).isEnabled());
    EXPECT_TRUE(textOf(*dialog, "message").contains(QStringLiteral("2 tensors would have the names of others")))
        << textOf(*dialog, "message").toStdString();
    edit(*dialog, "replacement").setText(QStringLiteral("layer\\1"));
    ASSERT_TRUE(ready());
    renameButton(*dialog).click();
    EXPECT_EQ(m_session.edits().nameOf(2), "layer2.w");
    EXPECT_EQ(m_session.edits().totals().renamed, 3U);
    EXPECT_TRUE(QTest::qWaitFor([&] { return dialog.isNull(); }));
}

TEST_F(EditingTest, APartOfNamesIsProposed)
{
    const auto dialog = std::make_unique<RenameGroupDialog>(all(), m_session.edits(), QString(), nullptr);
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->proposePart(QStringLiteral(".w"));
    dialog->open();
    EXPECT_EQ(edit(*dialog, "find").text(), QStringLiteral(".w"));
    EXPECT_EQ(edit(*dialog, "replacement").selectedText(), QStringLiteral(".w"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return preview(*dialog).isReady(); }));
    EXPECT_FALSE(renameButton(*dialog).isEnabled()) << "it would change nothing";
    edit(*dialog, "replacement").setText(QStringLiteral(".weight"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return renameButton(*dialog).isEnabled(); }));
    EXPECT_EQ(preview(*dialog).step().after.nameOf(1), "h.1.weight");
}

TEST_F(EditingTest, AGroupGetsAnotherPrefix)
{
    NodeChoice group = all();
    group.nodes = {m_opened->tree.parent(m_opened->tree.parent(0))};
    const auto dialog = std::make_unique<RenameGroupDialog>(group, m_session.edits(), QStringLiteral("h"), nullptr);
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->open();
    dialog->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog.get()));
    EXPECT_TRUE(edit(*dialog, "replacement").hasFocus());
    const auto namesFor = [&](const char* prefix) {
        edit(*dialog, "replacement").selectAll();
        for (const char* letter = prefix; *letter; ++letter)
            QTest::keyClick(&edit(*dialog, "replacement"), *letter);
        if (!*prefix)
            edit(*dialog, "replacement").clear();
        EXPECT_TRUE(QTest::qWaitFor([&] { return preview(*dialog).isReady(); }));
        return preview(*dialog).isPossible() ? std::string(preview(*dialog).step().after.nameOf(1)) : "impossible";
    };
    EXPECT_EQ(namesFor("x.y"), "x.y.1.w");
    EXPECT_EQ(namesFor("a\\1+"), "a\\1+.1.w"); // the text is taken literally
    EXPECT_EQ(namesFor(""), "1.w");
    EXPECT_EQ(textOf(*dialog, "message"), QStringLiteral("3 of 3 tensors will be renamed."));
}

class EditedTreeTest : public EditingTest {
protected:
    EditedTreeTest()
    {
        m_view.setTensorModel(&m_model);
        m_view.resize(900, 300);
        m_model.setCheckpoint(m_opened);
        m_view.show();
        QObject::connect(&m_session, &EditSession::changed, &m_model, [this] { m_model.setEdits(m_session.edits()); });
    }
    QImage cell(std::uint32_t tensor, int column)
    {
        return m_view.viewport()->grab(m_view.visualRect(m_model.indexOf(tensor, column))).toImage();
    }
    /// Whether some row of pixels has ink from the first letter to the last without gaps, as only a strike-through line
    /// does.
    static bool isStruck(const QImage& picture, const QColor& ink)
    {
        for (int y = 0; y < picture.height(); ++y) {
            int longest = 0;
            int run = 0;
            for (int x = 0; x < picture.width(); ++x) {
                run = picture.pixelColor(x, y) == ink ? run + 1 : 0;
                longest = std::max(longest, run);
            }
            if (longest > 16)
                return true;
        }
        return false;
    }
    TensorTreeModel m_model;
    TensorTreeView m_view;
};

TEST_F(EditedTreeTest, WhatIsDeletedIsStruckThrough)
{
    const QColor ink = Theme::of(m_view.palette()).mutedText;
    EXPECT_FALSE(isStruck(cell(3, TensorTreeModel::Name), ink));
    m_session.remove({m_opened, m_opened->order, {3}});
    EXPECT_TRUE(isStruck(cell(3, TensorTreeModel::Name), ink));
    EXPECT_TRUE(isStruck(cell(3, TensorTreeModel::Size), ink));
    EXPECT_FALSE(isStruck(cell(0, TensorTreeModel::Size), ink));
}

TEST_F(EditedTreeTest, AnyRowIsDrawnAnewWhenItIsEdited)
{
    const QImage before = cell(1, TensorTreeModel::Name);
    m_session.rename(1, "h.1.weight");
    EXPECT_NE(cell(1, TensorTreeModel::Name), before);
    m_session.discardAll();
    EXPECT_EQ(cell(1, TensorTreeModel::Name), before);
}

TEST_F(EditedTreeTest, AllSelectedRowsAreChosen)
{
    m_view.selectAll();
    NodeChoice choice = m_view.chosen();
    EXPECT_EQ(choice.tensors(), (std::vector<std::uint32_t>{0, 1, 2, 3}));
    m_view.selectNode(2);
    EXPECT_EQ(m_view.chosen().nodes, (std::vector<NameTree::NodeId>{2}));
    m_view.selectionModel()->clear();
    EXPECT_TRUE(m_view.chosen().isEmpty());
}

} // namespace
} // namespace loupe
