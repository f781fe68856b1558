// Tests the accessibility of windows and dialogs: each control needs a name and a role.

#include "app/window/compare/compare_window.h"
#include "app/window/editing/edit_control.h"
#include "app/window/history/run_window.h"
#include "app/window/manual_window.h"
#include "items/jobs/qt_text.h"
#include "items/session/edit_session.h"
#include "mnemonics.h"
#include "support/compared_pair.h"
#include "support/made_run.h"
#include "views/compare/comparison_tabs.h"
#include "views/details/details_pages.h"
#include "views/details/unlock_dialog.h"
#include "views/metadata/metadata_editor.h"
#include "views/renaming/pairing_dialog.h"
#include "views/renaming/rename_group_dialog.h"
#include "views/renaming/rename_tensor_dialog.h"
#include "views/writing/left_out_dialog.h"
#include "views/writing/write_dialog.h"
#include "window_fixture.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QRadioButton>
#include <QToolButton>

#include <algorithm>
#include <stdexcept>

namespace loupe {
namespace {

/// Roles of widgets for which Qt has no better ones, such as our painted pictures and tables.
constexpr QAccessible::Role plainRoles[] = {QAccessible::NoRole, QAccessible::Window};

QAccessible::Role roleOf(const QAbstractButton& button)
{
    if (const auto* const tool = qobject_cast<const QToolButton*>(&button); tool && tool->menu())
        return QAccessible::ButtonMenu;
    if (qobject_cast<const QRadioButton*>(&button))
        return QAccessible::RadioButton;
    return button.isCheckable() ? QAccessible::CheckBox : QAccessible::Button;
}

bool isControl(const QWidget& widget, const QWidget& window)
{
    // Editable combo boxes, tab bars and tool bars have inner widgets, which share their name.
    const bool isPart = widget.objectName().startsWith(u"qt_") || qobject_cast<QLineEdit*>(widget.parentWidget())
        || qobject_cast<QComboBox*>(widget.parentWidget()) || widget.focusProxy();
    return widget.isVisibleTo(&window) && !isPart
        && (widget.focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(&widget));
}

void expectNamed(QWidget& window, const std::string& where)
{
    for (QWidget* const widget : window.findChildren<QWidget*>()) {
        if (!isControl(*widget, window))
            continue;
        QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(widget);
        ASSERT_NE(spoken, nullptr) << widget->metaObject()->className();
        const std::string what = widget->metaObject()->className() + (" in " + where);
        EXPECT_FALSE(spoken->text(QAccessible::Name).trimmed().isEmpty()) << what;
        EXPECT_EQ(std::ranges::count(plainRoles, spoken->role()), 0) << what;
        if (const auto* const button = qobject_cast<QAbstractButton*>(widget)) {
            EXPECT_EQ(spoken->role(), roleOf(*button)) << what << ' ' << spoken->text(QAccessible::Name).toStdString();
        }
    }
}

void expectNamedEntries(const QList<QAction*>& actions)
{
    for (const QAction* const action : actions) {
        EXPECT_TRUE(action->isSeparator() || !action->text().isEmpty());
        if (action->menu())
            expectNamedEntries(action->menu()->actions());
    }
}

class AccessibleNamesTest : public test::WindowTest {
protected:
    QAction& action(const QString& text)
    {
        for (QAction* const candidate : m_window.findChildren<QAction*>()) {
            if (candidate->text().remove(u'&') == text)
                return *candidate;
        }
        throw std::logic_error("no " + text.toStdString());
    }
    /// Opens a dialog, checks it and closes it.
    template <typename Dialog>
    void expectNamedDialog(const QString& entry)
    {
        action(entry).trigger();
        Dialog* dialog = nullptr;
        ASSERT_TRUE(await([&] { return (dialog = m_window.findChild<Dialog*>()) != nullptr; })) << entry.toStdString();
        if constexpr (std::is_same_v<Dialog, WriteDialog>) {
            ASSERT_TRUE(await([&] { return dialog->isIdle(); }));
        }
        expectNamed(*dialog, entry.toStdString());
        delete dialog;
    }
};

TEST_F(AccessibleNamesTest, OfTheWindowAndItsTabs)
{
    expectNamed(m_window, "the empty window");
    open(sample());
    select("wte");
    for (const DetailsPageKind& kind : detailsPageKinds()) {
        test::details(m_window).showTab(kind.tab);
        ASSERT_TRUE(awaitIdle());
        expectNamed(m_window, kind.name);
    }
    expectNamedEntries(m_window.menuBar()->actions());
    open(test::dataPath("malformed/offset-hole.safetensors"));
    expectNamed(m_window, "a window with notices");
}

TEST_F(AccessibleNamesTest, OfDialogs)
{
    open(copyOfSample());
    select("wte");
    for (const char* const entry : {"Save as…", "Convert…", "Export…", "Merge…"})
        expectNamedDialog<WriteDialog>(QString::fromUtf8(entry));
    expectNamedDialog<RenameTensorDialog>(QStringLiteral("Rename…"));
    ASSERT_TRUE(m_window.tree().selectNode(test::document(m_window).current()->tree.root() + 1));
    expectNamedDialog<RenameGroupDialog>(QStringLiteral("Rename…"));
    LeftOut left;
    left.list << QStringLiteral("a");
    LeftOutDialog leftOut(left, nullptr);
    leftOut.setAttribute(Qt::WA_DeleteOnClose, false);
    expectNamed(leftOut, "what is left out");
    MetadataEditor editor(
        {}, {}, [](const QString&) { return std::optional<QString>(); }, nullptr);
    expectNamed(editor, "metadata");
    ManualWindow::open();
    for (QWidget* const widget : QApplication::topLevelWidgets()) {
        if (auto* const manual = qobject_cast<ManualWindow*>(widget)) {
            expectNamed(*manual, "the manual");
            delete manual;
        }
    }
}

TEST_F(AccessibleNamesTest, OfTheDialogThatUnlocks)
{
    open(test::dataPath("tensorizer/encrypted-passphrase.tensors"));
    ASSERT_NE(noticeButton(QStringLiteral("Unlock…")), nullptr);
    noticeButton(QStringLiteral("Unlock…"))->click();
    auto* const dialog = m_window.findChild<UnlockDialog*>();
    ASSERT_NE(dialog, nullptr);
    expectNamed(*dialog, "unlock");
}

TEST(AccessibleNames, OfARun)
{
    const test::MadeRun run(3, 2);
    RunWindow window(false, toQString(run.path()));
    window.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.isIdle(); }, 20'000));
    expectNamed(window, "a run");
    expectNamedEntries(window.menuBar()->actions());
    EXPECT_EQ(test::clashingMnemonics(window.menuBar()->actions()), QStringList());
}

TEST(AccessibleNames, OfTheComparisonAndItsTabs)
{
    const test::ComparedPair pair;
    CompareWindow window(false, pair.a(), pair.b());
    window.show();
    const auto awaitIdle = [&] { return QTest::qWaitFor([&] { return window.isIdle(); }, 20'000); };
    ASSERT_TRUE(awaitIdle());
    auto& tabs = *window.findChild<ComparisonTabs*>();
    for (int tab = 0; tab < tabs.count(); ++tab) {
        tabs.setCurrentIndex(tab);
        ASSERT_TRUE(awaitIdle());
        expectNamed(window, tabs.tabText(tab).toStdString());
    }
    expectNamedEntries(window.menuBar()->actions());
    for (QAction* const action : window.findChildren<QAction*>()) {
        if (action->text().remove(u'&') == QStringLiteral("Match renamed tensors…"))
            action->trigger();
    }
    auto* const dialog = window.findChild<PairingDialog*>();
    ASSERT_NE(dialog, nullptr);
    expectNamed(*dialog, "pairing");
}

} // namespace
} // namespace loupe
