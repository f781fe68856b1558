#include "views/renaming/rename_tensor_dialog.h"

#include "items/jobs/qt_text.h"
#include "items/renaming/rename_check.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace loupe {

RenameTensorDialog::RenameTensorDialog(StagedEdits edits, std::uint32_t tensor, QWidget* parent)
    : QDialog(parent)
    , m_check(new RenameCheck(std::move(edits), tensor, this))
    , m_name(new QLineEdit)
    , m_sign(new QLabel)
    , m_problem(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Rename tensor"));
    m_name->setObjectName(QStringLiteral("name"));
    m_name->setAccessibleName(tr("New name"));
    m_name->setMaxLength(int(longestName));
    m_name->setText(toQString(m_check->now()));
    m_name->selectAll();

    // Always one line high, so that nothing moves.
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setAccessibleName(tr("Problem with the name"));
    m_sign->setFixedSize(iconSize, iconSize);
    auto* const message = new QHBoxLayout;
    message->setSpacing(4);
    message->addWidget(m_sign);
    message->addWidget(m_problem, 1);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_rename = buttons->addButton(tr("Rename"), QDialogButtonBox::AcceptRole);
    m_rename->setObjectName(QStringLiteral("rename"));
    auto* const before = new ElidedLabel(tr("Name in the file: %1").arg(shownText(m_check->original())));
    before->setMuted(true);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(before);
    layout->addWidget(m_name);
    layout->addLayout(message);
    layout->addWidget(buttons);
    m_rename->setDefault(true); // works only once the button is in the dialog
    resize(560, sizeHint().height());

    connect(m_name, &QLineEdit::textChanged, this, &RenameTensorDialog::check);
    connect(m_check, &RenameCheck::updated, this, &RenameTensorDialog::showOutcome);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit renamed(m_name->text());
        accept();
    });
    check();
}

void RenameTensorDialog::check()
{
    m_check->setName(m_name->text().toStdString());
    if (!m_check->isReady())
        m_rename->setEnabled(false); // the message stays until the next answer
}

void RenameTensorDialog::showOutcome()
{
    QString text;
    if (m_name->text().isEmpty())
        text = tr("A tensor needs a name.");
    else if (m_check->isOwnerRenamed())
        text = tr("Another tensor will get this name.");
    else if (m_check->owner())
        text = tr("Another tensor has this name.");
    m_problem->setText(text);
    m_sign->setPixmap(
        text.isEmpty() ? QPixmap() : ownIcon(Icon::Error, Theme::of(palette()).error).pixmap(iconSize, iconSize));
    m_rename->setEnabled(text.isEmpty());
}

} // namespace loupe
