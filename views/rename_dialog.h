#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace loupe {

/// Asks for the new name of one tensor. To be shown with open(); deletes itself.
class RenameDialog : public QDialog {
    Q_OBJECT

public:
    /// Longer names are not edited by hand.
    static constexpr qsizetype longestName = 4096;

    /// `original`: as the file has it; `now`: as it is called now.
    RenameDialog(const QString& original, const QString& now, QWidget* parent);

    QLineEdit& name() { return *m_name; }

signals:
    void renamed(const QString& name);

private:
    QLineEdit* m_name;
    QPushButton* m_rename;
};

} // namespace loupe
