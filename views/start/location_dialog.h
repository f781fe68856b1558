#pragma once

#include <QDialog>
#include <QStringList>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace loupe {

/// Asks for the address of a file on another machine. Opens nothing. To be shown with open(); deletes itself.
class LocationDialog : public QDialog {
    Q_OBJECT

public:
    /// `known`: addresses to choose from, without their secrets, newest first.
    LocationDialog(const QString& title, const QStringList& known, QWidget* parent);

    /// An address of which a person has to add what nobody remembers.
    void askForSecretOf(const QString& name);
    /// What stands beneath the field; empty if nothing is to be said.
    QString sentence() const;

signals:
    /// As it was typed, secrets and all.
    void chosen(const QString& address);

private:
    void layOut();
    void onEdited();
    void choose();
    void say(const QString& sentence, bool isProblem);

    QComboBox* m_address;
    QLabel* m_sign;
    QLabel* m_sentence;
    QCheckBox* m_showsPassword; ///< there while the address has one
    QPushButton* m_open;
};

} // namespace loupe
