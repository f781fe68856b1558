#pragma once

#include "items/renaming/rename_preview_model.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace loupe {

/// Renames many tensors by a regular expression and shows, while it is typed, what becomes of their names. To be shown
/// with open(); deletes itself.
class RenameGroupDialog : public QDialog {
    Q_OBJECT

public:
    /// `prefix`: what all the names begin with, to begin with; may be empty.
    RenameGroupDialog(NodeChoice choice, StagedEdits edits, const QString& prefix, QWidget* parent);

    QLineEdit& find() { return *m_find; }
    QLineEdit& replacement() { return *m_replace; }
    RenamePreviewModel& preview() { return *m_preview; }
    /// What the rule comes to, or why it makes no sense.
    QString message() const;
    QPushButton& renameButton() { return *m_rename; }

signals:
    void renamed(const loupe::EditStep& step);

private:
    void tryOut();
    void showOutcome();

    RenamePreviewModel* m_preview;
    QLineEdit* m_find;
    QLineEdit* m_replace;
    QLabel* m_icon;
    QLabel* m_message;
    QPushButton* m_rename;
};

} // namespace loupe
