#pragma once

#include "items/session/edit_session.h"
#include "items/session/secret_choice.h"

#include <QObject>
#include <QPointer>
#include <QUndoStack>

#include <functional>

class QAction;
class QDialog;
class QMainWindow;
class QMenu;
class QMessageBox;

namespace loupe {

class Document;
class NoticeBar;
class TensorTreeView;

/// Editing in a window: what is staged about its checkpoint, undo and redo, the commands of the Edit menu and of the
/// tree's context menu, and the question before something staged is lost.
class EditControl : public QObject {
    Q_OBJECT

public:
    /// Precondition: the tree has its model.
    EditControl(QMainWindow& window, Document& document, TensorTreeView& tree, NoticeBar& bar);
    ~EditControl() override;

    EditSession& session() { return m_session; }
    QUndoStack& undoStack() { return m_undo; }

    // These ask first where something staged would be lost.

    void open(const QString& path);
    void reload();
    /// Opens the same checkpoint again with what opens its encrypted values.
    void unlock(const SecretChoice& choice);
    /// False: asked, and the window is closed again where that is the answer.
    bool mayClose();

    QAction* undo = nullptr;
    QAction* redo = nullptr;
    QAction* rename;
    QAction* remove;
    QAction* cast = nullptr; ///< a menu of dtypes
    QAction* revert;

    /// How to save what is staged: calls `saved` once it is. Without one the question does not offer it.
    using Saver = std::function<void(std::function<void()> saved)>;
    void setSaver(Saver saver) { m_saver = std::move(saver); }
    /// The question that is being asked; null where none is.
    QMessageBox* question() const;

private:
    void connectSession();
    void makeCastMenu();
    void update();
    void askForNames();
    void showNotice(const QString& id, const QString& sentence);
    void showSaved();
    /// Does `then` at once where nothing is staged that no file holds, else only if the answer is not to keep it, or
    /// once it is saved.
    void whenNothingIsLost(const QString& question, std::function<void()> then);

    QMainWindow& m_window;
    Document& m_document;
    TensorTreeView& m_tree;
    NoticeBar& m_bar;
    EditSession m_session;
    QUndoStack m_undo;
    QMenu* m_castMenu;
    QPointer<QMessageBox> m_question;
    QPointer<QDialog> m_renaming;
    Saver m_saver;
};

} // namespace loupe
