#pragma once

#include <QWidget>

#include <cstdint>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;

namespace loupe {

class ChangesModel;
class EditSession;

/// What is staged: what it comes to in one line, each change, and how to take it back.
class ChangesPanel : public QWidget {
    Q_OBJECT

public:
    explicit ChangesPanel(QWidget* parent = nullptr);

    /// To be called once; the panel does not own it.
    void setSession(EditSession* session);

    QTableView& table() { return *m_table; }
    /// What it comes to; empty where nothing is staged.
    QString summary() const;
    /// What would keep it from being saved; empty where nothing would.
    QString problem() const;
    /// The sentence in place of the table; empty while there is one.
    QString message() const;

signals:
    /// A change of a tensor was activated.
    void tensorChosen(std::uint32_t tensor);

private:
    void showChanges();
    void showProblem();
    void updateButtons();
    void revertSelected();

    EditSession* m_session = nullptr;
    ChangesModel* m_model;
    QTableView* m_table;
    QLabel* m_summary;
    QLabel* m_problemSign;
    QLabel* m_problem;
    QPushButton* m_revert;
    QPushButton* m_discard;
    QLabel* m_message;
    QWidget* m_content;
    QStackedLayout* m_stack;
};

} // namespace loupe
