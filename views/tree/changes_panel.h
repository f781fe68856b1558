#pragma once

#include <QWidget>

#include <cstdint>
#include <set>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTreeView;

namespace loupe {

class ChangesModel;
class EditSession;

/// The pending edits: a summary in one line, and each action with its changes. They can be undone here.
class ChangesPanel : public QWidget {
    Q_OBJECT

public:
    explicit ChangesPanel(QWidget* parent = nullptr);

    /// Call once. The panel does not own it.
    void setSession(EditSession* session);

    /// Says if the panel is visible. While it is not, large actions are not labeled.
    void setActive(bool active);
    /// True while the content waits for a job.
    bool isBusy() const;

    QTreeView& tree() { return *m_tree; }
    /// The summary; empty if there are no pending edits.
    QString summary() const;
    /// Why the edits cannot be saved; empty if they can.
    QString problem() const;
    /// The sentence shown instead of the tree; empty while the tree is shown.
    QString message() const;

signals:
    void busyChanged();
    /// The user activated the change of a tensor.
    void tensorChosen(std::uint32_t tensor);
    /// The user wants to save all edits to another file.
    void saveWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showChanges();
    void fitColumns();
    void showProblem();
    void updateButtons();
    void undoSelected();
    void showMenu(QPoint position);
    void goTo(const QModelIndex& index);

    EditSession* m_session = nullptr;
    std::set<quint64> m_expanded; ///< IDs of expanded actions
    ChangesModel* m_model;
    QTreeView* m_tree;
    QLabel* m_summary;
    QLabel* m_problemSign;
    QLabel* m_problem;
    QPushButton* m_undo;
    QPushButton* m_discard;
    QPushButton* m_save;
    QLabel* m_message;
    QWidget* m_content;
    QStackedLayout* m_stack;
};

} // namespace loupe
