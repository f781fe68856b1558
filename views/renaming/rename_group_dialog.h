#pragma once

#include "items/renaming/rename_preview_model.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace loupe {

/// Renames many tensors by a regular expression and shows the new names while it is typed. To be shown with open();
/// deletes itself.
class RenameGroupDialog : public QDialog {
    Q_OBJECT

public:
    /// `prefix`: what all the names begin with, for the first text of the fields; may be empty.
    RenameGroupDialog(NodeChoice choice, StagedEdits edits, const QString& prefix, QWidget* parent);

signals:
    void renamed(const loupe::EditStep& step);

private:
    void tryOut();
    void showOutcome();

    RenamePreviewModel* m_preview;
    QLineEdit* m_find;
    QLineEdit* m_replace;
    QLabel* m_icon;
    QLabel* m_message; ///< what the rule does, or what is wrong with it
    QPushButton* m_rename;
};

} // namespace loupe
