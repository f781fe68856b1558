// The actions of RandomUser.

#include "app/window/compare/compare_window.h"
#include "app/window/editing/edit_control.h"
#include "hostile_files.h"
#include "items/jobs/qt_text.h"
#include "items/tree/tensor_tree_model.h"
#include "random_user.h"
#include "support/test_data.h"
#include "support/window_parts.h"
#include "views/colors/theme.h"
#include "views/details/details_tabs.h"
#include "views/tree/filter_edit.h"
#include "views/tree/tensor_tree_view.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_status.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QUrl>
#include <QWheelEvent>
#include <QWindow>

#include <algorithm>
#include <fstream>

namespace loupe::test {

namespace {

std::string nameOf(const QObject& object)
{
    std::string name = object.metaObject()->className();
    if (const auto* const button = qobject_cast<const QAbstractButton*>(&object))
        name += " “" + button->text().toStdString() + "”";
    else if (const auto* const widget = qobject_cast<const QWidget*>(&object))
        name += " “" + widget->accessibleName().left(60).toStdString() + "”";
    return name;
}

/// Waits for a while. Longer work continues during the next actions.
template <typename Condition>
void waitFor(Condition condition)
{
    static_cast<void>(QTest::qWaitFor(condition, 300));
}

const std::vector<QString>& words()
{
    static const std::vector<QString> list = [] {
        std::vector<QString> texts;
        for (const char* const text : {"", "attn", "*", "dtype:F32", "dtype:bf16 -bias", "size:>1MB", "nan:>0",
                 "shape:1x*", "[", "/(/", "/a{1000}{1000}/", "rank:99999999999999999999", "status:changed", "0x10",
                 "+16", "-1", "[0, 1]", "1e999", "5 GB", "18446744073709551616", "\\1", "(.*)"})
            texts.push_back(QString::fromUtf8(text));
        for (const std::string& text : hostileTexts())
            texts.push_back(QString::fromStdString(text));
        return texts;
    }();
    return list;
}

const std::vector<std::pair<Qt::Key, Qt::KeyboardModifiers>> keys{{Qt::Key_Up, {}}, {Qt::Key_Down, {}},
    {Qt::Key_Left, {}}, {Qt::Key_Right, {}}, {Qt::Key_PageUp, {}}, {Qt::Key_PageDown, {}}, {Qt::Key_Home, {}},
    {Qt::Key_End, {}}, {Qt::Key_Return, {}}, {Qt::Key_Space, {}}, {Qt::Key_Tab, {}}, {Qt::Key_Backtab, {}},
    {Qt::Key_Escape, {}}, {Qt::Key_Delete, {}}, {Qt::Key_F2, {}}, {Qt::Key_F5, {}}, {Qt::Key_Plus, {}},
    {Qt::Key_Minus, {}}, {Qt::Key_Asterisk, {}}, {Qt::Key_0, {}}, {Qt::Key_Down, Qt::ShiftModifier},
    {Qt::Key_End, Qt::ShiftModifier}, {Qt::Key_Home, Qt::ControlModifier}, {Qt::Key_End, Qt::ControlModifier},
    {Qt::Key_A, Qt::ControlModifier}, {Qt::Key_C, Qt::ControlModifier}, {Qt::Key_V, Qt::ControlModifier},
    {Qt::Key_Z, Qt::ControlModifier}, {Qt::Key_Y, Qt::ControlModifier},
    {Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier}, {Qt::Key_G, {}}, {Qt::Key_Up, Qt::AltModifier},
    {Qt::Key_Down, Qt::AltModifier}, {Qt::Key_Right, Qt::ControlModifier}, {Qt::Key_F10, Qt::ShiftModifier}};

} // namespace

void RandomUser::openFile()
{
    const auto path = anyFile();
    note("open " + path.string().substr(0, 200));
    MainWindow& one = window();
    if (QApplication::activeModalWidget())
        return;
    one.open(toQString(chance(10) ? path.parent_path() : path));
    if (chance(70))
        waitFor([one = QPointer(&one)] { return !one || test::document(*one).state() != Document::State::Loading; });
}

void RandomUser::dropFiles()
{
    QMimeData data;
    QList<QUrl> urls;
    for (std::uint32_t count = 1 + pick(2); count > 0; --count)
        urls.append(QUrl::fromLocalFile(toQString(anyFile())));
    data.setUrls(urls);
    QWidget* const widget = target();
    note("drop " + std::to_string(urls.size()) + " on " + nameOf(*widget));
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(widget, &enter);
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    if (enter.isAccepted())
        QCoreApplication::sendEvent(widget, &drop);
}

void RandomUser::compareFiles()
{
    const auto a = anyFile();
    const auto b = chance(30) ? a : anyFile();
    note("compare " + a.filename().string().substr(0, 100) + " with " + b.filename().string().substr(0, 100));
    CompareWindow::openNew(false, a, b);
}

/// Replaces, truncates, extends, partly overwrites or removes the file, or restores the original.
void RandomUser::damageFile()
{
    namespace fs = std::filesystem;
    const auto path = damageableFile();
    std::error_code error;
    const auto size = fs::exists(path, error) ? fs::file_size(path, error) : 0;
    const auto kind = pick(6);
    note("damage " + std::to_string(kind) + ' ' + path.string().substr(0, 200));
    switch (kind) {
    case 0:
        fs::copy_file(oneOf(m_files), path, fs::copy_options::overwrite_existing, error);
        break;
    case 1:
        fs::resize_file(path, size / (1 + pick(8)), error);
        break;
    case 2:
        fs::resize_file(path, size + pick(5000), error);
        break;
    case 3: {
        std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(std::streamoff(pick(std::max<std::size_t>(size, 1))));
        file.write("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
        break;
    }
    case 4:
        fs::remove(path, error);
        break;
    default: {
        const auto original = dataPath(fs::relative(path, m_folder.path() / "data", error).string());
        fs::copy_file(original, m_folder.path() / "incoming", fs::copy_options::overwrite_existing, error);
        fs::rename(m_folder.path() / "incoming", path, error);
    }
    }
}

void RandomUser::reload()
{
    note("reload");
    if (!QApplication::activeModalWidget())
        window().reload();
}

void RandomUser::click()
{
    QWidget* const top = target();
    QWidget* const widget = anyWidget(*top);
    const QPoint place = anyPlace(*widget);
    const auto button = chance(10) ? Qt::RightButton : Qt::LeftButton;
    const Qt::KeyboardModifiers modifiers = chance(15) ? Qt::ControlModifier
        : chance(15)                                   ? Qt::ShiftModifier
                                                       : Qt::NoModifier;
    const bool twice = chance(15);
    note("click " + nameOf(*widget) + " in " + nameOf(*top));
    const QPointer<QWindow> handle = widget->window()->windowHandle();
    if (!handle)
        return;
    const QPoint at = widget->mapTo(widget->window(), place);
    QTest::mouseClick(handle, button, modifiers, at);
    if (twice && handle)
        QTest::mouseDClick(handle, button, modifiers, at);
}

void RandomUser::drag()
{
    QWidget* const widget = anyWidget(*target());
    note("drag in " + nameOf(*widget));
    const QPointer<QWindow> handle = widget->window()->windowHandle();
    if (!handle)
        return;
    const QPoint from = widget->mapTo(widget->window(), anyPlace(*widget));
    const QPoint to = widget->mapTo(widget->window(), anyPlace(*widget));
    QTest::mousePress(handle, Qt::LeftButton, {}, from);
    for (int step = 1; step <= 4 && handle; ++step)
        QTest::mouseMove(handle, from + (to - from) * step / 4);
    if (chance(20))
        QTest::qWait(20); // gives dragged files time to be written
    if (handle)
        QTest::mouseRelease(handle, Qt::LeftButton, {}, to);
}

void RandomUser::wheel()
{
    QWidget* const widget = anyWidget(*target());
    note("wheel over " + nameOf(*widget));
    const QPoint place = anyPlace(*widget);
    const int delta = (chance(50) ? 1 : -1) * 120 * int(1 + pick(20));
    QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, delta}, Qt::NoButton,
        chance(30) ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(widget, &event);
}

void RandomUser::help()
{
    QWidget* const widget = anyWidget(*target());
    note("point at " + nameOf(*widget));
    const QPoint place = anyPlace(*widget);
    QTest::mouseMove(widget, place);
    QHelpEvent event(QEvent::ToolTip, place, widget->mapToGlobal(place));
    QCoreApplication::sendEvent(widget, &event);
}

void RandomUser::menuOf()
{
    QWidget* const widget = anyWidget(*target());
    note("context menu of " + nameOf(*widget));
    const QPoint place = anyPlace(*widget);
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
    QCoreApplication::sendEvent(widget, &event);
}

void RandomUser::key()
{
    QWidget* const top = target();
    QWidget* const focus = top->focusWidget() ? top->focusWidget() : top;
    const auto& [what, modifiers] = oneOf(keys);
    if (isPathField(focus) && (what != Qt::Key_Tab && what != Qt::Key_Escape && what != Qt::Key_Return))
        return;
    note("key " + std::to_string(what) + '+' + std::to_string(int(modifiers)) + " to " + nameOf(*focus));
    QTest::keyClick(focus, what, modifiers);
}

void RandomUser::typeText()
{
    std::vector<QLineEdit*> edits;
    for (QLineEdit* const edit : target()->findChildren<QLineEdit*>()) {
        if (edit->isVisible() && edit->isEnabled() && !isPathField(edit))
            edits.push_back(edit);
    }
    if (edits.empty())
        return;
    QLineEdit* const edit = oneOf(edits);
    const QString text = oneOf(words());
    note("type " + text.toStdString() + " into " + nameOf(*edit));
    const QPointer<QLineEdit> stays = edit;
    edit->setFocus();
    if (chance(70))
        edit->selectAll();
    const bool hasKeys = std::all_of(text.begin(), text.end(), [](QChar one) { return one >= u' ' && one <= u'~'; });
    if (hasKeys && chance(80))
        QTest::keyClicks(edit, text);
    else
        edit->insert(text); // like pasting
    if (stays && chance(50))
        QTest::keyClick(edit, Qt::Key_Return);
}

void RandomUser::trigger()
{
    QWidget* const top = target();
    if (qobject_cast<QFileDialog*>(top))
        return; // Qt's own actions can be enabled although they print warnings
    std::vector<QAction*> actions;
    for (QAction* const action : top->findChildren<QAction*>()) {
        if (action->isEnabled() && !action->isSeparator())
            actions.push_back(action);
    }
    if (actions.empty())
        return;
    QAction* const action = oneOf(actions);
    note("action “" + action->text().toStdString() + "” of " + nameOf(*top));
    action->trigger();
}

void RandomUser::filter()
{
    const QString text = oneOf(words());
    note("filter " + text.toStdString());
    test::filter(window()).setText(text);
}

void RandomUser::select()
{
    MainWindow& one = window();
    if (!test::document(one).current())
        return;
    const auto node = NameTree::NodeId(pick(test::document(one).current()->tree.nodeCount()));
    note("select " + std::to_string(node));
    one.tree().selectNode(node);
}

void RandomUser::showTab()
{
    const auto tab = pick(7);
    note("tab " + std::to_string(tab));
    test::details(window()).showTab(DetailsTab(tab));
}

void RandomUser::editSelection()
{
    if (QApplication::activeModalWidget())
        return;
    EditControl& editing = test::editing(window());
    const std::vector<QAction*> actions{editing.rename, editing.remove, editing.undo(), editing.redo(), editing.revert};
    const auto kind = pick(actions.size() + 1);
    note("edit " + std::to_string(kind));
    if (kind < actions.size())
        return actions[kind]->trigger();
    const auto casts = editing.cast->menu()->actions();
    casts[pick(std::size_t(casts.size()))]->trigger();
}

void RandomUser::writeSomewhere()
{
    for (QWidget* const widget : QApplication::topLevelWidgets()) {
        const QPointer<WriteDialog> dialog = qobject_cast<WriteDialog*>(widget);
        if (!dialog || !dialog->isVisible())
            continue;
        for (QLineEdit* const edit : dialog->findChildren<QLineEdit*>()) {
            if (isPathField(edit) && edit->isEnabled())
                edit->setText(toQString(m_folder.path()
                    / ("written-" + std::to_string(++m_written)
                        + (chance(50)        ? ".safetensors"
                                : chance(50) ? ".bt"
                                             : ".npz"))));
        }
        note("write");
        waitFor([&] { return !dialog || dialog->isIdle(); });
        if (dialog && dialog->status().write().isEnabled())
            QTest::mouseClick(&dialog->status().write(), Qt::LeftButton);
        return;
    }
    note("save as");
    for (QAction* const action : window().findChildren<QAction*>()) {
        if (action->text() == (chance(30) ? u"&Save…" : u"Save &as…") && action->isEnabled()
            && !QApplication::activeModalWidget())
            return action->trigger();
    }
}

/// Presses a button of a dialog or of a notice.
void RandomUser::answer()
{
    QWidget* const top = target();
    std::vector<QAbstractButton*> buttons;
    for (QAbstractButton* const button : top->findChildren<QAbstractButton*>()) {
        if (button->isVisible() && button->isEnabled())
            buttons.push_back(button);
    }
    if (buttons.empty())
        return;
    QAbstractButton* const button = oneOf(buttons);
    note("press " + nameOf(*button) + " of " + nameOf(*top));
    QTest::mouseClick(button, Qt::LeftButton);
}

void RandomUser::resize()
{
    QWidget* const top = target();
    const QSize size(int(pick(2000)), int(pick(1500)));
    note("resize " + nameOf(*top) + " to " + std::to_string(size.width()) + 'x' + std::to_string(size.height()));
    top->resize(size);
}

void RandomUser::changeTheme()
{
    note("theme");
    applyTheme(chance(50) ? ThemeChoice::Dark : ThemeChoice::Light);
}

void RandomUser::closeWindow()
{
    note("close the window");
    if (!QApplication::activeModalWidget())
        window().close();
}

} // namespace loupe::test
