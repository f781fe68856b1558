#pragma once

#include "items/renaming/rename_plan.h"

#include <QScrollArea>

#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace loupe {

class ElidedLabel;

/// Rules by which names of A become names of B, a row for each, with what it comes to beneath its fields. One row is
/// always there.
class RenameRuleRows : public QScrollArea {
    Q_OBJECT

public:
    explicit RenameRuleRows(QWidget* parent = nullptr);

    /// Emits no changed().
    void setRules(const std::vector<RenameRuleText>& rules);
    /// As they stand in the fields, empty ones too.
    std::vector<RenameRuleText> rules() const;
    /// Nothing for rows that were changed since. Null: nothing is known.
    void showPlan(const RenamePlan* plan);
    void addRule();

    int count() const { return int(m_rows.size()); }
    QLineEdit& oldName(int row) { return *m_rows[std::size_t(row)].oldName; }
    QLineEdit& newName(int row) { return *m_rows[std::size_t(row)].newName; }
    /// What the row comes to, or why it makes no sense.
    QString outcome(int row) const;
    void remove(int row);
    /// In their order, for the key Tab.
    std::vector<QWidget*> controls() const;

    QSize sizeHint() const override;

signals:
    void changed();
    /// Their number is another.
    void rowsChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QWidget* whole;
        QLineEdit* oldName;
        QLineEdit* newName;
        QToolButton* remove;
        QLabel* sign;
        ElidedLabel* outcome;
        bool isWrong = false;
    };

    void append(const RenameRuleText& rule);
    void drop(int row);
    void updateRows();
    static void draw(const Row& row);

    QWidget* m_content;
    QVBoxLayout* m_lines;
    std::vector<Row> m_rows;
};

} // namespace loupe
