#include "views/start/location_dialog.h"

#include "items/session/location.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/view_controls.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace loupe {

namespace {

QLabel* locationLabel(const QString& text = {})
{
    auto* const label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

LocationDialog::LocationDialog(const QString& title, const QStringList& known, QWidget* parent)
    : QDialog(parent)
    , m_address(new QComboBox)
    , m_sign(new QLabel)
    , m_sentence(locationLabel())
    , m_showsPassword(new QCheckBox(tr("&Show password")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    m_address->setEditable(true);
    m_address->setInsertPolicy(QComboBox::NoInsert);
    m_address->setMaxVisibleItems(12);
    m_address->addItems(known);
    m_address->setCurrentIndex(-1);
    m_address->setAccessibleName(tr("Address"));
    m_address->completer()->setFilterMode(Qt::MatchContains);
    m_address->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_address->lineEdit()->setPlaceholderText(QStringLiteral("hf://owner/repository/model.safetensors"));
    m_address->lineEdit()->setClearButtonEnabled(true);
    layOut();
    connect(m_address, &QComboBox::editTextChanged, this, &LocationDialog::onEdited);
    onEdited();
}

void LocationDialog::layOut()
{
    auto* const name = locationLabel(tr("&Address:"));
    name->setBuddy(m_address);
    m_sign->setFixedSize(iconSize, iconSize);
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumHeight(2 * fontMetrics().lineSpacing()); // keeps the layout stable when the text changes
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* const said = new QHBoxLayout;
    said->setSpacing(8);
    said->addWidget(m_sign, 0, Qt::AlignTop);
    said->addWidget(m_sentence, 1);
    said->addWidget(m_showsPassword, 0, Qt::AlignTop);
    m_showsPassword->setToolTip(tr("Show the address with its password"));
    keepPlace(*m_showsPassword);
    connect(m_showsPassword, &QCheckBox::toggled, this, &LocationDialog::onEdited);

    auto* const forms = new QGridLayout;
    forms->setHorizontalSpacing(16);
    forms->setVerticalSpacing(4);
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const auto addForm = [&](const QString& form, const QString& meaning) {
        auto* const shape = locationLabel(form);
        shape->setFont(fixed);
        auto* const text = locationLabel(meaning);
        text->setForegroundRole(QPalette::PlaceholderText);
        const int row = forms->rowCount();
        forms->addWidget(shape, row, 0);
        forms->addWidget(text, row, 1);
    };
    addForm(QStringLiteral("https://host/path/model.safetensors"), tr("a file on a web server"));
    addForm(QStringLiteral("https://host/path/model.safetensors.index.json"), tr("a whole sharded model"));
    addForm(QStringLiteral("hf://owner/repository@revision"), tr("the whole model in a repository of the hub"));
    addForm(QStringLiteral("hf://owner/repository@revision/file"), tr("a file on the hub"));
    addForm(QStringLiteral("s3://bucket/key"), tr("an object of S3 or a compatible server"));
    addForm(QStringLiteral("s3://bucket/prefix/"), tr("the model among the objects there"));
    addForm(QStringLiteral("sftp://host/path, host:/path"), tr("a file or folder on a machine with an SSH server"));
    forms->setColumnStretch(1, 1);

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_open = buttons->addButton(tr("&Open"), QDialogButtonBox::AcceptRole);
    m_open->setObjectName(QStringLiteral("open"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(name);
    layout->addWidget(m_address);
    layout->addLayout(said);
    layout->addLayout(forms);
    layout->addSpacing(8);
    layout->addWidget(buttons);
    m_open->setDefault(true); // possible only after it was added to the dialog
    resize(720, sizeHint().height());
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &LocationDialog::choose);
}

void LocationDialog::askForSecretOf(const QString& name)
{
    m_address->setEditText(name);
    say(tr("The password or signature of this address was not stored. Enter the whole address again."), false);
    m_address->lineEdit()->selectAll();
}

QString LocationDialog::sentence() const
{
    return m_sentence->text();
}

/// An incomplete address is not an error yet; what is missing is shown as a hint.
void LocationDialog::onEdited()
{
    const QString text = m_address->currentText().trimmed();
    m_open->setEnabled(!text.isEmpty());
    const TypedLocation typed = lookAtTyped(text);
    m_showsPassword->setVisible(typed.hasPassword);
    if (!typed.hasPassword) // the next one is hidden again
        m_showsPassword->setChecked(false);
    m_address->lineEdit()->setEchoMode(
        typed.hasPassword && !m_showsPassword->isChecked() ? QLineEdit::Password : QLineEdit::Normal);
    if (text.isEmpty())
        say(tr("Enter the address of a file or model."), false);
    else if (!typed.problem.isEmpty())
        say(tr("%1.", "why the address is none").arg(shownSentence(typed.problem)), false);
    else if (typed.hasSecret)
        say(tr("The password or signature in this address is used now and not stored."), false);
    else
        say({}, false);
}

void LocationDialog::choose()
{
    const QString text = m_address->currentText().trimmed();
    if (const QString problem = lookAtTyped(text).problem; !problem.isEmpty()) {
        say(tr("%1.", "why the address is none").arg(shownSentence(problem)), true);
        m_address->setFocus();
        return;
    }
    accept();
    emit chosen(text);
}

void LocationDialog::say(const QString& sentence, bool isProblem)
{
    m_sentence->setText(sentence);
    const Theme& theme = Theme::of(palette());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, isProblem ? theme.error : theme.mutedText);
    m_sentence->setPalette(colors);
    m_sign->setPixmap(isProblem
            ? ownIcon(Icon::Error, theme.error).pixmap(QSize(iconSize, iconSize), devicePixelRatioF())
            : QPixmap());
    m_sign->setVisible(isProblem); // without a sign, the text is aligned with the field
}

} // namespace loupe
