#include "app/window/editing/undo_history.h"

#include "items/session/edit_session.h"
#include "views/kit/shortcut_sheet.h"

#include <QAction>
#include <QUndoCommand>

namespace loupe {

namespace {

/// Steps share data; the limit is for steps with a million renames each.
constexpr int mostSteps = 200;

class StepCommand : public QUndoCommand {
public:
    StepCommand(EditSession& session, EditStep step)
        : QUndoCommand(step.text)
        , m_session(session)
        , m_step(std::move(step))
    {
    }

    void undo() override { m_session.show(m_step.before); }
    void redo() override
    {
        if (m_wasDone) // the session itself did it the first time
            m_session.show(m_step.after);
        m_wasDone = true;
    }

private:
    EditSession& m_session;
    EditStep m_step;
    bool m_wasDone = false;
};

} // namespace

UndoHistory::UndoHistory(EditSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
{
    m_steps.setUndoLimit(mostSteps);
    // QUndoStack's own actions concatenate translated texts.
    m_undo = new QAction(tr("&Undo"), this);
    m_redo = new QAction(tr("&Redo"), this);
    connect(m_undo, &QAction::triggered, &m_steps, &QUndoStack::undo);
    connect(m_redo, &QAction::triggered, &m_steps, &QUndoStack::redo);
    connect(&m_steps, &QUndoStack::canUndoChanged, this, &UndoHistory::update);
    connect(&m_steps, &QUndoStack::canRedoChanged, this, &UndoHistory::update);
    connect(&m_steps, &QUndoStack::undoTextChanged, this,
        [this](const QString& step) { m_undo->setText(step.isEmpty() ? tr("&Undo") : tr("&Undo %1").arg(step)); });
    connect(&m_steps, &QUndoStack::redoTextChanged, this,
        [this](const QString& step) { m_redo->setText(step.isEmpty() ? tr("&Redo") : tr("&Redo %1").arg(step)); });
    update();
    nameInShortcutSheet(*m_undo, tr("Undo", "in the list of shortcuts"));
    nameInShortcutSheet(*m_redo, tr("Redo", "in the list of shortcuts"));
    m_undo->setShortcuts(QKeySequence::Undo);
    m_redo->setShortcuts(QKeySequence::Redo);
    connect(&m_session, &EditSession::stepTaken, this,
        [this](const EditStep& step) { m_steps.push(new StepCommand(m_session, step)); });
    connect(&m_session, &EditSession::forgotten, &m_steps, &QUndoStack::clear);
}

void UndoHistory::update()
{
    m_undo->setEnabled(m_steps.canUndo() && m_session.isEnabled());
    m_redo->setEnabled(m_steps.canRedo() && m_session.isEnabled());
}

} // namespace loupe
