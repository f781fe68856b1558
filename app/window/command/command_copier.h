#pragma once

#include "app/window/command/shown_state.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;
class QWidget;

namespace loupe {

class NoticeBar;

/// Copies the command that shows what a window shows, or the one that prints it, so that a finding can be sent to
/// somebody. A notice says what such a command leaves out.
class CommandCopier : public QObject {
    Q_OBJECT

public:
    CommandCopier(NoticeBar& notices, QWidget& window, std::function<ShownState()> state);

    void setEnabled(bool enabled);
    /// Both actions, before one of the menu's; null: at its end.
    void addTo(QMenu& menu, QAction* before = nullptr);
    /// Into the context menu of a view that shows its actions there.
    void addTo(QWidget& view);

private:
    void copyWindowCommand();
    void copyToolCommand();
    void copy(const QString& command, const QStringList& leftOut);

    NoticeBar& m_notices;
    std::function<ShownState()> m_state;
    QAction* m_windowCommand; ///< of tensorloupe
    QAction* m_toolCommand; ///< of tloupe
};

} // namespace loupe
