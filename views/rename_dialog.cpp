#include "views/rename_dialog.h"

#include "views/elided_label.h"
#include "views/plain_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace loupe {

RenameDialog::RenameDialog(const QString& original, const QString& now, QWidget* parent)
    : QDialog(parent)
    , m_name(new QLineEdit)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Rename tensor"));
    m_name->setAccessibleName(tr("New name"));
    m_name->setMaxLength(int(longestName));
    m_name->setText(now);
    m_name->selectAll();

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_rename = buttons->addButton(tr("Rename"), QDialogButtonBox::AcceptRole);
    auto* const before = new ElidedLabel(tr("In the file: %1").arg(shownText(original)));
    before->setMuted(true);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(before);
    layout->addWidget(m_name);
    layout->addSpacing(8);
    layout->addWidget(buttons);
    m_rename->setDefault(true); // which only a button of the dialog can be
    resize(560, sizeHint().height());

    connect(
        m_name, &QLineEdit::textChanged, this, [this](const QString& text) { m_rename->setDisabled(text.isEmpty()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit renamed(m_name->text());
        accept();
    });
}

} // namespace loupe
