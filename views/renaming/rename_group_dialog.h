#pragma once

#include "items/renaming/rename_preview_model.h"

#include <QDialog>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace loupe {

/// Renames many tensors and shows the new names while the rule is typed: another prefix for a group, another text for
/// other choices, or a regular expression. To be shown with open(); deletes itself.
class RenameGroupDialog : public QDialog {
    Q_OBJECT

public:
    /// `prefix`: the prefix of all names, to be replaced. If empty, a text is replaced wherever it occurs.
    RenameGroupDialog(NodeChoice choice, StagedEdits edits, const QString& prefix, QWidget* parent);
    /// For a dialog without a prefix: fills in the text to replace, which can be changed.
    void proposePart(const QString& part);

signals:
    void renamed(const loupe::EditStep& step);

private:
    bool isRegex() const;
    QString regex() const;
    void showMode();
    void tryOut();
    void showOutcome();

    bool m_hasPrefix;
    RenamePreviewModel* m_preview;
    QFormLayout* m_form;
    QLineEdit* m_find;
    QLineEdit* m_replace;
    QCheckBox* m_isRegex;
    QLabel* m_hint;
    QLabel* m_icon;
    QLabel* m_message; ///< what the rule does, or what is wrong with it
    QPushButton* m_rename;
};

} // namespace loupe
