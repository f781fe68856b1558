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

/// Pairs tensors of two checkpoints that have different names: by rules, each with its result, and by suggestions to be
/// checked. Nothing changes before Apply. To be shown with open(); deletes itself.
class PairingDialog : public QDialog {
    Q_OBJECT

public:
    explicit PairingDialog(PairedCheckpointsPtr paired, QWidget* parent);

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
    QLabel* m_summary; ///< what Apply would do
    QPushButton* m_apply;
    std::vector<QWidget*> m_belowRules; ///< controls, in the order of the Tab key
    QTimer m_pause; ///< runs while rules are typed
};

} // namespace loupe
