#pragma once

#include "saving/recipe/staged_edits.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace loupe {

class RenameCheck;

/// Asks for the new name of one tensor, and says while it is typed why the tensor cannot have it. To be shown with
/// open(); deletes itself.
class RenameTensorDialog : public QDialog {
    Q_OBJECT

public:
    /// Longer names are not edited by hand.
    static constexpr qsizetype longestName = 4096;

    /// `edits`: the pending edits. Precondition: the tensor exists, and its name is at most longestName characters.
    RenameTensorDialog(StagedEdits edits, std::uint32_t tensor, QWidget* parent);

signals:
    void renamed(const QString& name);

private:
    void check();
    void showOutcome();

    RenameCheck* m_check;
    QLineEdit* m_name;
    QLabel* m_sign;
    QLabel* m_problem;
    QPushButton* m_rename;
};

} // namespace loupe
