#pragma once

#include "app/window/editing/undo_history.h"
#include "items/session/edit_session.h"

#include <QObject>
#include <QPointer>

class QAction;
class QDialog;
class QMainWindow;
class QMenu;

namespace loupe {

class Document;
class NoticeBar;
class TensorTreeView;

/// Manages editing in a window: the pending edits of its checkpoint, and the commands of the Edit menu and the tree's
/// context menu.
class EditControl : public QObject {
    Q_OBJECT

public:
    /// Precondition: the tree already has its model.
    EditControl(QMainWindow& window, Document& document, TensorTreeView& tree, NoticeBar& bar);
    ~EditControl() override;

    EditSession& session() { return m_session; }
    QAction* undo() const { return m_history.undo(); }
    QAction* redo() const { return m_history.redo(); }

    QAction* rename;
    QAction* remove;
    QAction* cast = nullptr; ///< a menu of dtypes
    QAction* revert;

signals:
    /// The user wants to open the file that the edits were saved to.
    void openWanted(const QString& path);

private:
    void connectSession();
    void makeCastMenu();
    void update();
    void askForNames();
    void showNotice(const QString& id, const QString& sentence);
    void showSaved();

    QMainWindow& m_window;
    Document& m_document;
    TensorTreeView& m_tree;
    NoticeBar& m_bar;
    EditSession m_session;
    UndoHistory m_history{m_session, this};
    QMenu* m_castMenu;
    QPointer<QDialog> m_renaming;
};

} // namespace loupe
