#include "app/window/copy_action.h"

#include <QApplication>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>

namespace loupe {

namespace {

class CopyActionText {
    Q_DECLARE_TR_FUNCTIONS(loupe::CopyAction)
};

void copyFocused()
{
    QWidget* const focus = QApplication::focusWidget();
    if (!focus)
        return;
    for (QAction* const action : focus->actions()) {
        if (action->shortcut() == QKeySequence(QKeySequence::Copy))
            return action->trigger();
    }
    QKeyEvent key(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
    QApplication::sendEvent(focus, &key);
}

} // namespace

void addCopyFocused(QMenu& menu)
{
    QAction* const copy = menu.addAction(
        CopyActionText::tr("C&opy") + u'\t' + QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText));
    QObject::connect(copy, &QAction::triggered, &menu, copyFocused);
}

} // namespace loupe
