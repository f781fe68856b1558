#include "views/metadata_editor.h"

#include "views/theme.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace loupe {

MetadataEditor::MetadataEditor(const QString& key, const QString& value, QWidget* parent)
    : QDialog(parent)
    , m_key(new QLineEdit(key))
    , m_value(new QPlainTextEdit)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(key.isEmpty() ? tr("Add metadata") : tr("Edit metadata"));
    m_key->setAccessibleName(tr("Key"));
    m_value->setAccessibleName(tr("Value"));
    m_value->setFont(monospaceFont());
    m_value->setTabChangesFocus(true);
    m_value->setPlainText(value);
    const bool keepsAll = m_value->toPlainText() == value;
    m_value->document()->setModified(false);

    auto* const form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->addRow(tr("&Key"), m_key);
    form->addRow(tr("&Value"), m_value);
    if (!keepsAll) {
        auto* const warning = new QLabel(
            tr("The value has line ends or spaces of other kinds: they become plain ones when it is changed here."));
        warning->setWordWrap(true);
        warning->setForegroundRole(QPalette::PlaceholderText);
        form->addRow(QString(), warning);
    }
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_set = buttons->addButton(key.isEmpty() ? tr("Add") : tr("Change"), QDialogButtonBox::AcceptRole);
    m_set->setDisabled(key.isEmpty());
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addLayout(form, 1);
    layout->addWidget(buttons);
    m_set->setDefault(true); // which only a button of the dialog can be
    resize(560, 320);
    (key.isEmpty() ? static_cast<QWidget*>(m_key) : m_value)->setFocus();

    connect(m_key, &QLineEdit::textChanged, this, [this](const QString& text) { m_set->setDisabled(text.isEmpty()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit edited(m_key->text(), m_value->toPlainText(), m_value->document()->isModified());
        accept();
    });
}

} // namespace loupe
