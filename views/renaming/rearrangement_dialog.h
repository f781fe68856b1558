#pragma once

#include "items/renaming/rearrangement_draft.h"

#include <QDialog>

#include <optional>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace loupe {

class NoticeBar;

/// Chooses the rules by which the tensors of two checkpoints are rearranged before they are compared: well-known ones,
/// those of a recipe file, or suggestions to be checked. Nothing changes before Apply. To be shown with open(); deletes
/// itself.
class RearrangementDialog : public QDialog {
    Q_OBJECT

public:
    explicit RearrangementDialog(PairedCheckpointsPtr paired, QWidget* parent);

signals:
    void chosen(loupe::PairedCheckpointsPtr paired, const loupe::ChosenRearrangement& rearrangement);

private:
    void layOut();
    void connectAll();
    void fillChoices();
    void addHeading(const QString& text);
    void addPresets();
    void select(const QString& choice);
    void showChoice();
    void showSuggestions();
    /// The result of the last search.
    QString summary() const;
    void showProgress(const JobProgress& progress);
    void openFile();
    void saveAs();
    /// The rearrangement that Apply would use; nothing if there is none.
    std::optional<ChosenRearrangement> choice() const;
    void choose();

    RearrangementDraft* m_draft;
    QListWidget* m_choices;
    QListWidget* m_suggestions;
    QLabel* m_title; ///< what the current choice does
    QLabel* m_summary;
    QPlainTextEdit* m_recipe; ///< the rules of a preset or a file
    QStackedWidget* m_pages; ///< empty, the recipe, or the suggestions
    QPushButton* m_search;
    QPushButton* m_save;
    QPushButton* m_apply;
    NoticeBar* m_notices;
};

} // namespace loupe
