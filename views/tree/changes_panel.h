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

/// What is staged: what it comes to in one line, each action with its changes, and how to undo them.
class ChangesPanel : public QWidget {
    Q_OBJECT

public:
    explicit ChangesPanel(QWidget* parent = nullptr);

    /// To be called once; the panel does not own it.
    void setSession(EditSession* session);

    /// Whether it is looked at: else large actions are not named.
    void setActive(bool active);
    /// What is shown waits for a job.
    bool isBusy() const;

    QTreeView& tree() { return *m_tree; }
    /// What it comes to; empty if nothing is staged.
    QString summary() const;
    /// What would keep it from being saved; empty if nothing would.
    QString problem() const;
    /// The sentence in place of the tree; empty while there is one.
    QString message() const;

signals:
    void busyChanged();
    /// A change of a tensor was activated.
    void tensorChosen(std::uint32_t tensor);
    /// All of it is to be saved to another file.
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
    std::set<quint64> m_expanded; ///< ids of actions
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
