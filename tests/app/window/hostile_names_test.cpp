// Tests that names, keys, values and file names are shown literally, whatever they contain. The oracle is the picture
// that the widgets draw.

#include "app/window/compare/compare_window.h"
#include "app/window/editing/edit_control.h"
#include "hostile_files.h"
#include "items/jobs/item_roles.h"
#include "items/renaming/rename_draft.h"
#include "painted_texts.h"
#include "support/child.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"
#include "views/details/details_tabs.h"
#include "views/renaming/pairing_dialog.h"
#include "views/values/value_pane.h"
#include "window_fixture.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QToolTip>
#include <QTreeView>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::HasSubstr;

/// Expects no sign that one of test::hostileTexts() was interpreted.
void expectHarmless(const QString& text, const std::string& where)
{
    const std::string shown = text.toStdString();
    const bool tagsEaten = text.contains(u"bold") && !text.contains(u"<b>bold");
    EXPECT_FALSE(tagsEaten) << where << ": " << shown;
    EXPECT_FALSE(text.contains(u"abc")) << where << ", an ampersand is gone: " << shown;
    EXPECT_FALSE(text.trimmed().startsWith(u"break")) << where << ", a line is broken: " << shown;
    for (const QChar one : text) {
        const bool isControl = (one < u' ' && one != u'\n' && one != u'\t') || one == QChar(0x7f)
            || (one >= QChar(0x202a) && one <= QChar(0x202e)) || (one >= QChar(0x2066) && one <= QChar(0x2069));
        EXPECT_FALSE(isControl) << where << ", a control character: " << shown;
    }
}

class HostileNamesTest : public test::WindowTest {
protected:
    HostileNamesTest()
        : m_path(test::writeHostileNames(m_folder))
    {
        m_window.resize(2000, 1200);
    }

    void expectHarmlessPicture(QWidget& widget, const std::string& where)
    {
        QCoreApplication::sendPostedEvents();
        for (const QString& text : test::paintedTexts(widget)) {
            expectHarmless(text, where);
            m_seen << text;
        }
        expectHarmless(widget.windowTitle(), where + " title");
        EXPECT_FALSE(widget.windowTitle().contains(u'\n')) << where;
    }
    void expectHarmlessToolTip(QWidget& widget, QPoint place, const std::string& where)
    {
        QToolTip::showText({}, QStringLiteral("none"));
        QHelpEvent event(QEvent::ToolTip, place, widget.mapToGlobal(place));
        QCoreApplication::sendEvent(&widget, &event);
        const QString text = QToolTip::text();
        EXPECT_FALSE(Qt::mightBeRichText(text) && text.contains(u"<img")) << where << text.toStdString();
        expectHarmless(test::readToolTip(text), where + " tool tip");
        m_toolTips << test::readToolTip(text);
    }
    /// Checks the tooltips of all visible widgets and cells.
    void expectHarmlessToolTips(QWidget& window, const std::string& where)
    {
        for (QWidget* const widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->visibleRegion().isEmpty())
                continue;
            expectHarmlessToolTip(*widget, widget->rect().center(), where);
            auto* const view = qobject_cast<QAbstractItemView*>(widget);
            if (!view || qobject_cast<QHeaderView*>(view) || !view->model())
                continue;
            for (int y = 0; y < view->viewport()->height(); y += 12) {
                for (int x = 4; x < view->viewport()->width(); x += 100)
                    expectHarmlessToolTip(*view->viewport(), {x, y}, where);
            }
        }
    }
    void expectHarmlessDialog(const char* actionText)
    {
        for (QAction* const action : m_window.findChildren<QAction*>()) {
            if (action->text() == QString::fromUtf8(actionText))
                action->trigger();
        }
        int dialogs = 0;
        for (QDialog* const dialog : m_window.findChildren<QDialog*>()) {
            if (!dialog->isVisible())
                continue;
            ++dialogs;
            QTest::qWait(0);
            dialog->resize(1400, 900);
            // An input field contains the literal text.
            for (QLineEdit* const edit : dialog->findChildren<QLineEdit*>()) {
                const QSignalBlocker blocker(edit);
                edit->clear();
            }
            expectHarmlessPicture(*dialog, actionText);
            expectHarmlessToolTips(*dialog, actionText);
            dialog->reject();
        }
        EXPECT_EQ(dialogs, 1) << actionText;
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    std::filesystem::path m_path;
    QStringList m_seen;
    QStringList m_toolTips;
};

TEST_F(HostileNamesTest, AreTextInEveryTab)
{
    open(m_path);
    m_window.tree().expandAll();
    ASSERT_TRUE(awaitIdle());
    const auto& tensors = test::document(m_window).current()->checkpoint->tensors;
    ASSERT_EQ(tensors.size(), 3 * test::hostileTexts().size());
    for (int tab = 0; tab < test::details(m_window).count(); ++tab) {
        test::details(m_window).showTab(DetailsTab(tab));
        for (std::uint32_t tensor = 0; tensor < tensors.size(); tensor += 5) {
            m_window.tree().selectNode(tensor);
            ASSERT_TRUE(awaitIdle());
            expectHarmlessPicture(m_window, "tab " + std::to_string(tab));
        }
        expectHarmlessToolTips(m_window, "tab " + std::to_string(tab));
    }
    // Makes sure that the texts were drawn at all.
    const std::string seen = m_seen.join(u'\n').toStdString();
    EXPECT_THAT(seen, HasSubstr("<img src=x onerror=y>"));
    EXPECT_THAT(seen, HasSubstr("a&b&c"));
    EXPECT_THAT(seen, HasSubstr("line\\nbreak"));
    EXPECT_THAT(seen, HasSubstr("back\\u202egpj"));
    EXPECT_THAT(m_toolTips.join(u'\n').toStdString(), HasSubstr("<b>bold</b>"));
    EXPECT_THAT(m_toolTips.join(u'\n').toStdString(), HasSubstr("<img src=x> a&b [*]"));
}

TEST_F(HostileNamesTest, AreTextInTheTitle)
{
    open(m_path);
    // "[*]" is Qt's placeholder for the modified mark. "[*][*]" is a literal "[*]" of the name.
    EXPECT_EQ(m_window.windowTitle(), QStringLiteral("<img src=x> a&b [*][*]\\n\\u202etxet.safetensors[*]"));
}

TEST_F(HostileNamesTest, AreTextInNoticesAndQuestions)
{
    open(m_path);
    m_window.offerComparison(toQString(m_path), toQString(test::writeHostileNames(m_folder, 2)));
    QSignalSpy changed(&test::document(m_window), &Document::changedOnDisk);
    std::filesystem::resize_file(m_path, 100);
    ASSERT_TRUE(await([&] { return !changed.isEmpty(); }));
    m_window.open(toQString(m_folder.path() / "<img src=x>\nno & such"));
    ASSERT_TRUE(await([&] { return !m_window.failure().isEmpty(); }));
    EXPECT_GT(test::notices(m_window).count(), 1);
    for (QLabel* const label : test::notices(m_window).findChildren<QLabel*>())
        EXPECT_TRUE(label->text().isEmpty() || label->textFormat() == Qt::PlainText);
    expectHarmlessPicture(m_window, "notices");
    expectHarmlessToolTips(test::notices(m_window), "notices");
    EXPECT_THAT(notices(), HasSubstr("<img src=x>\\nno & such"));
}

TEST_F(HostileNamesTest, AreTextWhereTheyAreEdited)
{
    open(m_path);
    m_window.tree().expandAll();
    ASSERT_TRUE(awaitIdle());
    for (const std::uint32_t tensor : {0u, 4u, 8u, 12u}) {
        m_window.tree().selectNode(tensor);
        expectHarmlessDialog("Rena&me…");
    }
    m_window.tree().selectAll();
    expectHarmlessDialog("Rena&me…");
    for (std::uint32_t tensor = 0; tensor < 9; ++tensor) {
        m_window.tree().selectNode(tensor);
        if (tensor % 2 == 0)
            test::editing(m_window).remove->trigger();
        else
            test::editing(m_window).cast->menu()->actions().front()->trigger();
        ASSERT_TRUE(awaitIdle());
    }
    std::uint32_t renamed = 10;
    for (const std::string& text : test::hostileTexts())
        test::edits(m_window).rename(renamed++, text + " new");
    ASSERT_TRUE(awaitIdle());
    for (const DetailsTab tab : {DetailsTab::Changes, DetailsTab::Metadata}) {
        test::details(m_window).showTab(tab);
        ASSERT_TRUE(awaitIdle());
        expectHarmlessPicture(m_window, "edited");
        expectHarmlessToolTips(m_window, "edited");
    }
    for (const char* const action : {"Save &as…", "&Convert…", "E&xport…", "&Merge…"})
        expectHarmlessDialog(action);
    m_window.reload();
    ASSERT_TRUE(question());
    expectHarmlessPicture(*question(), "question");
    question()->reject();
    for (QAction* const action : m_window.findChildren<QAction*>())
        expectHarmless(action->text(), "action");
    test::edits(m_window).clear();
}

TEST_F(HostileNamesTest, AreTextInAComparison)
{
    CompareWindow window(false, m_path, test::writeHostileNames(m_folder, 2));
    window.resize(2000, 1200);
    window.show();
    ASSERT_TRUE(await([&] { return window.isIdle(); }));
    auto& view = test::child<ComparisonView>(window);
    auto& tabs = test::child<ComparisonTabs>(window);
    view.expandAll();
    EXPECT_EQ(window.windowTitle(),
        QStringLiteral("<img src=x> a&b [*][*]\\n\\u202etxet.safetensors and <b>B&\\n.safetensors"));
    for (int tab = 0; tab < tabs.count(); ++tab) {
        tabs.setCurrentIndex(tab);
        for (int row = 0; row < view.model()->rowCount(); ++row) {
            view.setCurrentIndex(view.model()->index(row, 0));
            ASSERT_TRUE(await([&] { return window.isIdle(); }));
            expectHarmlessPicture(window, "comparison " + std::to_string(tab));
        }
        expectHarmlessToolTips(window, "comparison " + std::to_string(tab));
    }
    for (QAction* const action : window.findChildren<QAction*>()) {
        if (action->text() == u"Match &renamed tensors…")
            action->trigger();
    }
    auto* const dialog = window.findChild<PairingDialog*>();
    ASSERT_TRUE(dialog);
    const auto& draft = test::child<RenameDraft>(*dialog);
    dialog->resize(1400, 900);
    ASSERT_TRUE(await([&] { return draft.isSearched(); }));
    expectHarmlessPicture(*dialog, "names");
    expectHarmlessToolTips(*dialog, "names");
}

/// Copied text never carries markup that the receiving program could interpret.
TEST_F(HostileNamesTest, AreCopiedAsPlainText)
{
    open(m_path);
    const auto copiesPlain = [](const std::string& what) {
        const QMimeData* const data = QApplication::clipboard()->mimeData();
        EXPECT_EQ(data->formats(), QStringList{QStringLiteral("text/plain")}) << what;
        return data->text();
    };
    m_window.tree().expandAll();
    ASSERT_TRUE(awaitIdle());
    m_window.tree().selectAll();
    m_window.tree().copyNames();
    EXPECT_THAT(copiesPlain("names").toStdString(), HasSubstr("<img src=x onerror=y>"));
    test::details(m_window).showTab(DetailsTab::Metadata);
    ASSERT_TRUE(awaitIdle());
    int copied = 0;
    for (auto* const view : test::details(m_window).findChildren<QAbstractItemView*>()) {
        if (!view->isVisible())
            continue;
        view->selectAll();
        for (QAction* const action : view->actions()) {
            if (action->shortcut() == QKeySequence(QKeySequence::Copy)) {
                action->trigger();
                EXPECT_FALSE(copiesPlain("metadata").isEmpty());
                ++copied;
            }
        }
        view->setCurrentIndex(view->model()->index(0, 0));
    }
    EXPECT_GT(copied, 0);
    for (auto* const pane : test::details(m_window).findChildren<ValuePane*>()) {
        ASSERT_FALSE(pane->toPlainText().isEmpty());
        pane->selectAll();
        QTest::keyClick(pane, Qt::Key_C, Qt::ControlModifier);
        EXPECT_EQ(copiesPlain("value"), pane->toPlainText());
    }
    std::filesystem::resize_file(m_path, 100);
    ASSERT_TRUE(await([&] { return test::notices(m_window).count() > 0; }));
    for (auto* const label : test::notices(m_window).findChildren<QLabel*>()) {
        if (!label->textInteractionFlags().testFlag(Qt::TextSelectableByMouse))
            continue;
        label->setSelection(0, int(label->text().size()));
        QTest::keyClick(label, Qt::Key_C, Qt::ControlModifier);
        EXPECT_EQ(copiesPlain("notice"), label->text());
    }
}

/// A name of a million characters blocks nothing, and makes no window wider than the screen.
TEST_F(HostileNamesTest, MayBeLong)
{
    m_window.resize(1200, 800);
    open(test::writeLongName(m_folder));
    m_window.tree().expandAll();
    for (int tab = 0; tab < test::details(m_window).count(); ++tab) {
        test::details(m_window).showTab(DetailsTab(tab));
        m_window.tree().selectNode(0);
        ASSERT_TRUE(awaitIdle());
        for (const QString& text : test::paintedTexts(m_window))
            EXPECT_LT(text.size(), 2000) << tab;
        EXPECT_LE(m_window.minimumSizeHint().width(), 1200) << tab;
    }
    expectHarmlessToolTips(m_window, "long");
    for (const QString& text : m_toolTips)
        EXPECT_LT(text.size(), 10'000);
}

} // namespace
} // namespace loupe
