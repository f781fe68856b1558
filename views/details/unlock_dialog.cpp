#include "views/details/unlock_dialog.h"

#include "views/kit/plain_text.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace loupe {

UnlockDialog::UnlockDialog(const QString& file, bool takesPassphrase, QWidget* parent)
    : QDialog(parent)
    , m_withPassphrase(new QRadioButton(tr("&Passphrase")))
    , m_withKey(new QRadioButton(tr("&Key file")))
    , m_passphrase(new QLineEdit)
    , m_keyFile(new QLineEdit)
    , m_browse(new QPushButton(tr("&Browse…")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Unlock values"));
    m_passphrase->setEchoMode(QLineEdit::Password);
    m_passphrase->setAccessibleName(tr("Passphrase"));
    m_keyFile->setAccessibleName(tr("File that holds the key"));
    m_keyFile->setPlaceholderText(tr("32 bytes, or 64 hexadecimal digits"));
    layOut(file);

    for (const auto* const choice : {m_withPassphrase, m_withKey})
        connect(choice, &QRadioButton::toggled, this, &UnlockDialog::updateState);
    for (const auto* const edit : {m_passphrase, m_keyFile})
        connect(edit, &QLineEdit::textChanged, this, &UnlockDialog::updateState);
    connect(m_browse, &QPushButton::clicked, this, &UnlockDialog::chooseKeyFile);

    m_withPassphrase->setObjectName(QStringLiteral("passphrase"));
    m_withPassphrase->setEnabled(takesPassphrase);
    (takesPassphrase ? m_withPassphrase : m_withKey)->setChecked(true);
    (takesPassphrase ? m_passphrase : m_keyFile)->setFocus();
    updateState();
}

void UnlockDialog::layOut(const QString& file)
{
    auto* const sentence = new QLabel(tr("The values in %1 are encrypted.").arg(shownText(file, 60)));
    sentence->setTextFormat(Qt::PlainText);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_unlock = buttons->addButton(tr("&Unlock"), QDialogButtonBox::AcceptRole);
    m_unlock->setObjectName(QStringLiteral("unlock"));
    m_unlock->setDefault(true);
    m_browse->setAutoDefault(false);
    auto* const choices = new QGridLayout;
    choices->setHorizontalSpacing(12);
    choices->setVerticalSpacing(8);
    choices->addWidget(m_withPassphrase, 0, 0);
    choices->addWidget(m_passphrase, 0, 1, 1, 2);
    choices->addWidget(m_withKey, 1, 0);
    choices->addWidget(m_keyFile, 1, 1);
    choices->addWidget(m_browse, 1, 2);
    choices->setColumnStretch(1, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(sentence);
    layout->addLayout(choices);
    layout->addWidget(buttons);
    resize(480, sizeHint().height());

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit given(choice());
        accept();
    });
}

void UnlockDialog::chooseKeyFile()
{
    auto* const dialog = new QFileDialog(this, tr("Key file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_keyFile, &QLineEdit::setText);
    dialog->open();
}

void UnlockDialog::updateState()
{
    m_passphrase->setEnabled(m_withPassphrase->isChecked());
    m_keyFile->setEnabled(m_withKey->isChecked());
    m_browse->setEnabled(m_withKey->isChecked());
    m_unlock->setEnabled(!choice().isEmpty());
}

SecretChoice UnlockDialog::choice() const
{
    if (m_withKey->isChecked())
        return {.passphrase = {}, .passphraseFile = {}, .keyFile = m_keyFile->text()};
    return {.passphrase = m_passphrase->text(), .passphraseFile = {}, .keyFile = {}};
}

} // namespace loupe
