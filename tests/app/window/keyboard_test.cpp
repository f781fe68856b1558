// Completes six tasks with only the keyboard.

#include "app/window/compare/compare_window.h"
#include "formats/opening/open_checkpoint.h"
#include "items/compare/comparison_model.h"
#include "items/tree/tensor_tree_model.h"
#include "support/compared_pair.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"
#include "views/metadata/metadata_view.h"
#include "views/renaming/rename_group_dialog.h"
#include "views/tree/sort_menu.h"
#include "views/values/values_area.h"
#include "views/values/values_view.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_status.h"
#include "window_fixture.h"

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

#include <gmock/gmock.h>

#include <functional>
#include <limits>

namespace loupe {
namespace {

using testing::ElementsAre;

test::WantedTensor tensorOf(const std::string& name, const std::vector<float>& values)
{
    return {name, "F32", '[' + std::to_string(values.size()) + ']', test::packedBytes(values)};
}

/// Ten layers with two projections each, and an embedding, which is the largest tensor.
std::vector<test::WantedTensor> model()
{
    std::vector<test::WantedTensor> tensors{tensorOf("model.embed.weight", {1, 2, 3, 4, 5, 6, 7, 8})};
    for (int layer = 0; layer < 10; ++layer) {
        const std::string block = "model.layers." + std::to_string(layer);
        tensors.push_back(tensorOf(block + ".q_proj.weight", {1, 2, 3, 4}));
        tensors.push_back(tensorOf(block + ".k_proj.weight", {1, 2}));
    }
    return tensors;
}

class KeyboardTest : public test::WindowTest {
protected:
    void openModel(const std::vector<test::WantedTensor>& tensors)
    {
        open(m_folder.write("model.safetensors", test::safetensorsOf(tensors)));
        m_window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    }
    static void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWidget* const focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : QApplication::activeWindow(), Qt::Key(key), modifiers);
    }
    static void type(const QString& text)
    {
        ASSERT_NE(QApplication::focusWidget(), nullptr);
        QTest::keyClicks(QApplication::focusWidget(), text);
    }
    /// Presses Tab until the focused widget meets the condition.
    template <typename Condition>
    static bool tabTo(Condition condition)
    {
        for (int i = 0; i < 200; ++i) {
            if (QWidget* const focus = QApplication::focusWidget(); focus && condition(*focus))
                return true;
            press(Qt::Key_Tab);
        }
        return false;
    }
    static bool tabToButton(const QString& text)
    {
        return tabTo([&](const QWidget& focus) {
            const auto* const button = qobject_cast<const QAbstractButton*>(&focus);
            return button && (button->text().remove(u'&') == text || button->accessibleName() == text);
        });
    }
    bool tabToTree()
    {
        return tabTo([&](const QWidget& focus) { return &focus == &m_window.tree(); });
    }
    QStringList shownTensors()
    {
        QStringList names;
        const TensorTreeModel& model = test::model(m_window);
        const std::function<void(const QModelIndex&)> add = [&](const QModelIndex& row) {
            if (row.isValid() && row.data(TensorRole).isValid())
                names << row.data(FullNameRole).toString();
            for (int i = 0; i < model.rowCount(row); ++i)
                add(model.index(i, 0, row));
        };
        add({});
        return names;
    }
    std::string currentName() { return m_window.tree().currentIndex().data(FullNameRole).toString().toStdString(); }
    template <typename Dialog>
    Dialog* awaitDialog()
    {
        Dialog* dialog = nullptr;
        EXPECT_TRUE(await([&] {
            dialog = m_window.findChild<Dialog*>();
            return dialog && dialog->isVisible() && QApplication::activeWindow() == dialog;
        }));
        return dialog;
    }
    /// Accepts the dialog's proposal, writes, and closes the dialog.
    void write()
    {
        const QPointer<WriteDialog> dialog = awaitDialog<WriteDialog>();
        ASSERT_TRUE(dialog);
        ASSERT_TRUE(await([&] { return dialog->isIdle() && dialog->status().write().isEnabled(); }));
        press(Qt::Key_Return);
        // Save closes its dialog by itself.
        ASSERT_TRUE(await([&] { return !dialog || dialog->isIdle(); }));
        if (dialog && dialog->isVisible())
            press(Qt::Key_Escape);
        ASSERT_TRUE(await([&] { return m_window.findChild<WriteDialog*>() == nullptr; }));
    }
    std::vector<std::string> namesIn(const std::string& file)
    {
        std::vector<std::string> names;
        const auto opened = openCheckpoint(m_folder.path() / file);
        EXPECT_TRUE(opened.has_value()) << file;
        for (std::size_t i = 0; opened && i < (*opened)->tensors.size(); ++i)
            names.emplace_back((*opened)->tensors[i].name);
        return names;
    }
};

TEST_F(KeyboardTest, FindsAllProjectionsOfSomeLayers)
{
    openModel(model());
    press(Qt::Key_F, Qt::ControlModifier);
    type(QStringLiteral("q_proj layer:3-7"));
    press(Qt::Key_Return);
    ASSERT_TRUE(await([&] { return m_window.isIdle() && shownTensors().size() == 5; }))
        << shownTensors().join(u' ').toStdString();
    EXPECT_EQ(shownTensors().front(), QStringLiteral("model.layers.3.q_proj.weight"));
    EXPECT_EQ(shownTensors().back(), QStringLiteral("model.layers.7.q_proj.weight"));
}

/// Metadata belongs to the file, not to a row, so its tab takes the focus, and searching searches there. On other tabs
/// the tree keeps the focus, to step through tensors.
TEST_F(KeyboardTest, MetadataAreSearchedThere)
{
    openModel(model());
    m_window.tree().setFocus();
    press(Qt::Key_5, Qt::AltModifier);
    EXPECT_EQ(QApplication::focusWidget(), &m_window.tree());
    press(Qt::Key_8, Qt::AltModifier);
    ASSERT_TRUE(awaitIdle());
    press(Qt::Key_F, Qt::ControlModifier);
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    const auto* const field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    ASSERT_NE(field, nullptr);
    EXPECT_TRUE(test::child<MetadataView>(m_window).isAncestorOf(field));
}

TEST_F(KeyboardTest, FindsTheNaN)
{
    auto tensors = model();
    tensors[3] = tensorOf(tensors[3].name, {1, std::numeric_limits<float>::quiet_NaN(), 3, 4});
    openModel(tensors);
    press(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Show NaN")) != nullptr; }));
    ASSERT_TRUE(tabToButton(QStringLiteral("Show NaN")));
    press(Qt::Key_Space);
    ASSERT_TRUE(awaitIdle());
    ASSERT_TRUE(await([&] { return m_window.isIdle() && shownTensors().size() == 1; }));
    EXPECT_EQ(shownTensors().front().toStdString(), tensors[3].name);
    // Finds the element's position in the values.
    ASSERT_TRUE(tabToTree());
    for (int i = 0; i < 20 && currentName() != tensors[3].name; ++i)
        press(i == 0 ? Qt::Key_Home : Qt::Key_Down);
    press(Qt::Key_5, Qt::AltModifier);
    ASSERT_TRUE(awaitIdle());
    ASSERT_TRUE(tabTo([](const QWidget& focus) { return qobject_cast<const ValuesArea*>(&focus) != nullptr; }));
    press(Qt::Key_F3);
    const auto& values = *m_window.findChild<ValuesView*>();
    EXPECT_TRUE(await([&] { return values.readout().startsWith(QStringLiteral("[1] = NaN")); }))
        << values.readout().toStdString();
}

TEST_F(KeyboardTest, FindsWhatFineTuningChanged)
{
    auto tuned = model();
    tuned[5] = tensorOf(tuned[5].name, {1, 2, 3, 9});
    const auto path = m_folder.write("tuned.safetensors", test::safetensorsOf(tuned));
    openModel(model());
    // The dialog that asks for the file has an event loop of its own.
    QTimer keys;
    QObject::connect(&keys, &QTimer::timeout, &keys, [&] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog || !qobject_cast<QLineEdit*>(QApplication::focusWidget()))
            return;
        keys.stop();
        type(toQString(path));
        press(Qt::Key_Return);
    });
    keys.start(10);
    press(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    CompareWindow* comparison = nullptr;
    ASSERT_TRUE(await([&] {
        for (QWidget* const widget : QApplication::topLevelWidgets()) {
            if (auto* const found = qobject_cast<CompareWindow*>(widget))
                comparison = found;
        }
        return comparison && comparison->isIdle() && QApplication::activeWindow() == comparison;
    }));
    press(Qt::Key_Down, Qt::AltModifier);
    ASSERT_TRUE(await([&] { return comparison->isIdle(); }));
    EXPECT_EQ(comparison->findChild<ComparisonView*>()->currentIndex().data(FullNameRole).toString().toStdString(),
        tuned[5].name);
    press(Qt::Key_W, Qt::ControlModifier);
    EXPECT_FALSE(comparison->isVisible());
    delete comparison;
}

TEST_F(KeyboardTest, FindsTheLargestTensor)
{
    openModel(model());
    press(Qt::Key_1, Qt::AltModifier);
    ASSERT_TRUE(awaitIdle());
    ASSERT_TRUE(tabToButton(QStringLiteral("model.embed.weight")));
    press(Qt::Key_Space);
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(currentName(), "model.embed.weight");
}

/// Sorting from the View menu works in any form of the tree.
TEST_F(KeyboardTest, SortsBySize)
{
    openModel(model());
    press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(awaitIdle());
    auto* const menu = m_window.findChild<SortMenu*>();
    ASSERT_TRUE(menu);
    menu->popup({});
    for (int i = 0; i < 20 && !(menu->activeAction() && menu->activeAction()->text() == u"Size"); ++i)
        QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    ASSERT_TRUE(awaitIdle());
    const QAbstractItemModel& rows = *m_window.tree().model();
    EXPECT_EQ(rows.index(0, 0).data(FullNameRole).toString(), QStringLiteral("model.embed.weight"));
    menu->popup({});
    EXPECT_EQ(menu->actions().front()->text(), QStringLiteral("Name"));
    for (const QAction* const action : menu->actions())
        EXPECT_EQ(action->isChecked(), action->text() == u"Size") << action->text().toStdString();
    menu->close();
}

TEST_F(KeyboardTest, ExportsThreeTensors)
{
    openModel(model());
    press(Qt::Key_F, Qt::ControlModifier);
    type(QStringLiteral("k_proj layer:4-6"));
    press(Qt::Key_Return);
    ASSERT_TRUE(await([&] { return m_window.isIdle() && shownTensors().size() == 3; }));
    ASSERT_TRUE(tabToTree());
    press(Qt::Key_A, Qt::ControlModifier);
    press(Qt::Key_E, Qt::ControlModifier);
    write();
    EXPECT_THAT(namesIn("model-selection.npz"),
        ElementsAre("model.layers.4.k_proj.weight", "model.layers.5.k_proj.weight", "model.layers.6.k_proj.weight"));
}

TEST_F(KeyboardTest, RenamesAPrefixAndSaves)
{
    openModel(model());
    ASSERT_TRUE(tabToTree());
    press(Qt::Key_Home);
    press(Qt::Key_A, Qt::ControlModifier);
    press(Qt::Key_F2);
    ASSERT_NE(awaitDialog<RenameGroupDialog>(), nullptr);
    press(Qt::Key_A, Qt::ControlModifier);
    type(QStringLiteral("model."));
    press(Qt::Key_Tab);
    press(Qt::Key_A, Qt::ControlModifier);
    type(QStringLiteral("transformer."));
    ASSERT_TRUE(await([&] {
        auto* const dialog = m_window.findChild<RenameGroupDialog*>();
        if (dialog && dialog->isVisible())
            press(Qt::Key_Return); // has no effect until the preview is ready
        return !dialog || !dialog->isVisible();
    }));
    m_window.activateWindow(); // like a desktop when a dialog closes
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    press(Qt::Key_S, Qt::ControlModifier);
    write();
    for (const std::string& name : namesIn("model.safetensors"))
        EXPECT_TRUE(name.starts_with("transformer.")) << name;
}

} // namespace
} // namespace loupe
