#pragma once

#include <QDialog>
#include <QStringList>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace loupe {

/// Asks for the address of a remote file. Opens nothing. Show it with open(); it deletes itself.
class LocationDialog : public QDialog {
    Q_OBJECT

public:
    /// `known`: addresses to choose from, without their secrets, newest first.
    LocationDialog(const QString& title, const QStringList& known, QWidget* parent);

    /// Fills in an address whose secret was not remembered, for the user to add it.
    void askForSecretOf(const QString& name);
    /// The text below the field; may be empty.
    QString sentence() const;

signals:
    /// The address as typed, including secrets.
    void chosen(const QString& address);

private:
    void layOut();
    void onEdited();
    void choose();
    void say(const QString& sentence, bool isProblem);

    QComboBox* m_address;
    QLabel* m_sign;
    QLabel* m_sentence;
    QCheckBox* m_showsPassword; ///< visible while the address contains a password
    QPushButton* m_open;
};

} // namespace loupe
