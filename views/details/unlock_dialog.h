#pragma once

#include "items/session/secret_choice.h"

#include <QDialog>

class QLineEdit;
class QPushButton;
class QRadioButton;

namespace loupe {

/// Asks for what opens a file's encrypted values. Reads no file: a key's is only named. To be shown with open();
/// deletes itself.
class UnlockDialog : public QDialog {
    Q_OBJECT

public:
    /// `takesPassphrase`: else only a key opens the file. `file`: what people call it.
    UnlockDialog(const QString& file, bool takesPassphrase, QWidget* parent);

    QLineEdit& passphrase() { return *m_passphrase; }
    QLineEdit& keyFile() { return *m_keyFile; }

signals:
    void given(const loupe::SecretChoice& choice);

private:
    void layOut(const QString& file);
    void chooseKeyFile();
    void updateState();
    SecretChoice choice() const;

    QRadioButton* m_withPassphrase;
    QRadioButton* m_withKey;
    QLineEdit* m_passphrase;
    QLineEdit* m_keyFile;
    QPushButton* m_browse;
    QPushButton* m_unlock;
};

} // namespace loupe
