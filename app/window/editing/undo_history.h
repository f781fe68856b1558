#pragma once

#include <QObject>
#include <QUndoStack>

class QAction;

namespace loupe {

class EditSession;

/// The undo and redo history of an editing session.
class UndoHistory : public QObject {
    Q_OBJECT

public:
    UndoHistory(EditSession& session, QObject* parent);

    QAction* undo() const { return m_undo; }
    QAction* redo() const { return m_redo; }
    /// Updates which actions are enabled.
    void update();

private:
    EditSession& m_session;
    QUndoStack m_steps{this};
    QAction* m_undo;
    QAction* m_redo;
};

} // namespace loupe
