#pragma once

#include "items/session/secret_choice.h"

#include <QDialog>

class QLineEdit;
class QPushButton;
class QRadioButton;

namespace loupe {

/// Asks for the secret of a file's encrypted values. Reads no file: a key file is only named. Show it with open(); it
/// deletes itself.
class UnlockDialog : public QDialog {
    Q_OBJECT

public:
    /// `takesPassphrase`: a passphrase works too; otherwise only a key file does. `file`: its display name.
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
