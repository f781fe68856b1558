#pragma once

#include "app/window/command/shown_state.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;
class QWidget;

namespace loupe {

class NoticeBar;

/// Copies the command that opens the current view, or the one that prints it, so that the user can share a finding. A
/// notice says what the command leaves out.
class CommandCopier : public QObject {
    Q_OBJECT

public:
    CommandCopier(NoticeBar& notices, QWidget& window, std::function<ShownState()> state);

    void setEnabled(bool enabled);
    /// Inserts both actions before another of the menu; null: at its end.
    void addTo(QMenu& menu, QAction* before = nullptr);
    /// Adds the actions to the context menu of a view that shows its actions there.
    void addTo(QWidget& view);

private:
    void copyWindowCommand();
    void copyToolCommand();
    void copy(const QString& command, const QStringList& leftOut);

    NoticeBar& m_notices;
    std::function<ShownState()> m_state;
    QAction* m_windowCommand; ///< copies a tensorloupe command
    QAction* m_toolCommand; ///< copies a tloupe command
};

} // namespace loupe
