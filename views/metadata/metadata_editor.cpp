#include "views/metadata/metadata_editor.h"

#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_edit.h"
#include "views/kit/plain_text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace loupe {

namespace {

constexpr qsizetype longestShown = 60; // characters of a value that will be replaced

} // namespace

MetadataEditor::MetadataEditor(const QString& key, const QString& value, ValueOf valueOf, QWidget* parent)
    : QDialog(parent)
    , m_before(key)
    , m_valueOf(std::move(valueOf))
    , m_key(new QLineEdit(key))
    , m_icon(new QLabel)
    , m_warning(new QLabel)
    , m_value(new PlainEdit)
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
    // Reserves room from the start, so that nothing moves.
    m_icon->setFixedSize(iconSize, iconSize);
    m_warning->setTextFormat(Qt::PlainText);
    m_warning->setFixedHeight(m_warning->fontMetrics().lineSpacing() + 2);
    m_warning->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_warning->setAccessibleName(tr("Replaced value"));
    auto* const warningRow = new QHBoxLayout;
    warningRow->setSpacing(4);
    warningRow->addWidget(m_icon);
    warningRow->addWidget(m_warning, 1);
    form->addRow(QString(), warningRow);
    form->addRow(tr("&Value"), m_value);
    if (!keepsAll) {
        auto* const warning =
            new QLabel(tr("Unusual line endings and spaces in this value become plain ones if you change it here."));
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
    m_set->setDefault(true); // possible only after it was added to the dialog
    resize(560, 320);
    (key.isEmpty() ? static_cast<QWidget*>(m_key) : m_value)->setFocus();

    connect(m_key, &QLineEdit::textChanged, this, &MetadataEditor::follow);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit edited(m_key->text(), m_value->toPlainText(), m_value->document()->isModified());
        accept();
    });
}

void MetadataEditor::follow(const QString& key)
{
    m_set->setDisabled(key.isEmpty());
    const auto replaced = key == m_before ? std::nullopt : m_valueOf(key);
    const QString usual = m_before.isEmpty() ? tr("Add") : tr("Change");
    m_set->setText(replaced ? tr("Replace") : usual);
    const QColor color = Theme::of(palette()).warning;
    m_icon->setPixmap(replaced ? ownIcon(Icon::Warning, color).pixmap(iconSize, iconSize) : QPixmap());
    m_warning->setText(replaced
            ? tr("This key exists. Its value “%1” will be replaced.").arg(shownText(*replaced, longestShown))
            : QString());
}

} // namespace loupe
