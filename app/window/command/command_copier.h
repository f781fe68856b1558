#pragma once

#include "app/window/command/shown_state.h"

#include <QObject>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;

namespace loupe {

/// Copies the command that shows the same as a window, or prints it, so that a finding can be sent to somebody. The
/// status bar says what such a command leaves out.
class CommandCopier : public QObject {
    Q_OBJECT

public:
    CommandCopier(QMainWindow& window, std::function<ShownState()> state);

    void setEnabled(bool enabled);
    /// Both actions, before one of the menu's; null: at its end.
    void addTo(QMenu& menu, QAction* before = nullptr);
    /// Into the context menu of a view that shows its actions there.
    void addTo(QWidget& view);

private:
    void copyWindowCommand();
    void copyToolCommand();
    void copy(const QString& command, QStringList sentences);
    void say(const QString& text);

    QMainWindow& m_window;
    std::function<ShownState()> m_state;
    QAction* m_windowCommand; ///< of tensorloupe
    QAction* m_toolCommand; ///< of tloupe
};

} // namespace loupe
