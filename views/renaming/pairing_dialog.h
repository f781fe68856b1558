#pragma once

#include "items/renaming/rename_draft.h"

#include <QDialog>
#include <QTimer>

class QLabel;
class QPushButton;

namespace loupe {

class FilterEdit;
class NoticeBar;
class RenameRuleRows;
class RenameTable;

/// How tensors of two checkpoints are paired beside their names: rules with what they come to, and suggestions to be
/// checked. Nothing is followed before it is applied. To be shown with open(); deletes itself.
class PairingDialog : public QDialog {
    Q_OBJECT

public:
    explicit PairingDialog(PairedCheckpointsPtr paired, QWidget* parent);

    RenameDraft& draft() { return *m_draft; }
    RenameRuleRows& rules() { return *m_rules; }
    RenameTable& table() { return *m_table; }
    FilterEdit& filter() { return *m_filter; }
    NoticeBar& notices() { return *m_notices; }
    QPushButton& applyButton() { return *m_apply; }
    /// What applying comes to.
    QString summary() const;

signals:
    void chosen(loupe::PairedCheckpointsPtr paired, const std::vector<loupe::RenameRuleText>& rules,
        const std::vector<loupe::SuggestedRename>& confirmed);

private:
    void layOut();
    void orderTabs();
    void connectAll();
    void followDraft();
    void showProgress(const JobProgress& progress);
    void showSearchEnd();
    QString emptyText() const;
    void choose();

    RenameDraft* m_draft;
    RenameRuleRows* m_rules;
    RenameTable* m_table;
    FilterEdit* m_filter;
    NoticeBar* m_notices;
    QLabel* m_summary;
    QPushButton* m_apply;
    std::vector<QWidget*> m_belowRules; ///< controls, in the order of the key Tab
    QTimer m_pause; ///< of typing
};

} // namespace loupe
