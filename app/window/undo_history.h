#pragma once

#include <QObject>
#include <QUndoStack>

class QAction;

namespace loupe {

class EditSession;

/// The steps of an editing session, to undo and to redo.
class UndoHistory : public QObject {
    Q_OBJECT

public:
    UndoHistory(EditSession& session, QObject* parent);

    QAction* undo() const { return m_undo; }
    QAction* redo() const { return m_redo; }
    /// Enables what can be done now.
    void update();

private:
    EditSession& m_session;
    QUndoStack m_steps{this};
    QAction* m_undo;
    QAction* m_redo;
};

} // namespace loupe
