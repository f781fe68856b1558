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

/// Rules by which names of A become names of B, one row each, with the result below its fields. There is always at
/// least one row.
class RenameRuleRows : public QScrollArea {
    Q_OBJECT

public:
    explicit RenameRuleRows(QWidget* parent = nullptr);

    /// Emits no changed().
    void setRules(const std::vector<RenameRuleText>& rules);
    /// The rules as typed, including empty ones.
    std::vector<RenameRuleText> rules() const;
    /// Shows the result of each rule, except of rows that were edited since. Null: nothing is known.
    void showPlan(const RenamePlan* plan);
    void addRule();

    /// In the order of the Tab key.
    std::vector<QWidget*> controls() const;

    QSize sizeHint() const override;

signals:
    void changed();
    /// A row was added or removed.
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
        ElidedLabel* outcome; ///< what the rule does, or what is wrong with it
        bool isWrong = false;
    };

    void append(const RenameRuleText& rule);
    void remove(int row);
    void drop(int row);
    void updateRows();
    static void draw(const Row& row);

    QWidget* m_content;
    QVBoxLayout* m_lines;
    std::vector<Row> m_rows;
};

} // namespace loupe
