#include "views/renaming/rename_group_dialog.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/tree/changes_model.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/tree/edited_delegate.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace loupe {

namespace {

constexpr qsizetype longestRenameMessage = 400; // characters

/// A regular expression that matches exactly `text`.
QString quoted(const QString& text)
{
    QString regex;
    for (const QChar character : text) {
        const bool plain = character.isLetterOrNumber() || character == u'_' || character.unicode() >= 128;
        if (!plain)
            regex += u'\\';
        regex += character;
    }
    return regex;
}

/// A replacement that yields exactly `text`.
QString quotedReplacement(QString text)
{
    return text.replace(u'\\', QStringLiteral("\\\\"));
}

QTableView* makePreviewTable(QAbstractItemModel* model)
{
    auto* const table = new QTableView;
    table->setModel(model);
    table->setItemDelegate(new EditedDelegate(table));
    table->setAccessibleName(RenameGroupDialog::tr("Current and new names"));
    table->setTextElideMode(Qt::ElideMiddle);
    table->setWordWrap(false);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    return table;
}

} // namespace

RenameGroupDialog::RenameGroupDialog(NodeChoice choice, StagedEdits edits, const QString& prefix, QWidget* parent)
    : QDialog(parent)
    , m_hasPrefix(!prefix.isEmpty())
    , m_preview(new RenamePreviewModel(std::move(choice), std::move(edits), this))
    , m_form(new QFormLayout)
    , m_find(new QLineEdit(prefix))
    , m_replace(new QLineEdit(prefix))
    , m_isRegex(new QCheckBox(tr("Re&gular expression")))
    , m_hint(new QLabel(tr("RE2 regex; use \\1…\\9 for groups")))
    , m_icon(new QLabel)
    , m_message(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(m_hasPrefix ? tr("Rename group") : tr("Rename tensors"));
    m_find->setObjectName(QStringLiteral("find"));
    m_replace->setObjectName(QStringLiteral("replacement"));
    m_isRegex->setObjectName(QStringLiteral("regex"));
    m_message->setObjectName(QStringLiteral("message"));
    for (QLineEdit* const edit : {m_find, m_replace})
        edit->setFont(monospaceFont());
    m_form->setHorizontalSpacing(16);
    m_form->setVerticalSpacing(8);
    m_form->addRow(QStringLiteral(" "), m_find); // labels are set by showMode()
    m_form->addRow(QStringLiteral(" "), m_replace);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    auto* const mode = new QHBoxLayout;
    mode->setSpacing(16);
    mode->addWidget(m_isRegex);
    mode->addWidget(m_hint, 1);
    m_form->addRow(QString(), mode);

    // Always two lines high, so that the table above does not move.
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_message->setFixedHeight(2 * m_message->fontMetrics().lineSpacing() + 2);
    m_icon->setFixedWidth(20);
    m_icon->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* const message = new QHBoxLayout;
    message->setSpacing(0);
    message->addWidget(m_icon, 0, Qt::AlignTop);
    message->addWidget(m_message, 1);

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_rename = buttons->addButton(tr("Rename"), QDialogButtonBox::AcceptRole);
    m_rename->setObjectName(QStringLiteral("rename"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addLayout(m_form);
    layout->addWidget(makePreviewTable(m_preview), 1);
    layout->addLayout(message);
    layout->addWidget(buttons);
    m_rename->setDefault(true); // works only once the button is in the dialog
    resize(720, 520);
    QLineEdit* const first = m_hasPrefix ? m_replace : m_find;
    first->selectAll();
    first->setFocus(); // likewise, works only once the field is in the dialog

    connect(m_find, &QLineEdit::textChanged, this, &RenameGroupDialog::tryOut);
    connect(m_replace, &QLineEdit::textChanged, this, &RenameGroupDialog::tryOut);
    connect(m_isRegex, &QCheckBox::toggled, this, &RenameGroupDialog::showMode);
    connect(m_preview, &RenamePreviewModel::updated, this, &RenameGroupDialog::showOutcome);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (!m_preview->isPossible())
            return;
        emit renamed(m_preview->step());
        accept();
    });
    showMode();
}

void RenameGroupDialog::proposePart(const QString& part)
{
    m_find->setText(part);
    m_replace->setText(part);
    m_replace->selectAll();
    m_replace->setFocus();
}

bool RenameGroupDialog::isRegex() const
{
    return m_isRegex->isChecked();
}

/// The regular expression that corresponds to the plain text in the field.
QString RenameGroupDialog::regex() const
{
    const QString text = quoted(m_find->text());
    if (!m_hasPrefix)
        return text;
    // If the prefix is removed, the separator after it is removed, too.
    return m_replace->text().isEmpty() && !text.isEmpty() ? u'^' + text + QStringLiteral("[./]?") : u'^' + text;
}

/// When the user switches to regular expressions, converts the plain text to one with the same meaning, so that it can
/// be refined.
void RenameGroupDialog::showMode()
{
    if (isRegex()) {
        const QString find = regex();
        m_replace->setText(quotedReplacement(m_replace->text()));
        m_find->setText(find);
    }
    const bool isPrefix = m_hasPrefix && !isRegex();
    const auto setLabel = [this](QWidget* field, const QString& text) {
        static_cast<QLabel*>(m_form->labelForField(field))->setText(text);
    };
    setLabel(m_find, isPrefix ? tr("Current pre&fix") : tr("&Find"));
    setLabel(m_replace, isPrefix ? tr("Ne&w prefix") : tr("Replace &with"));
    m_hint->setVisible(isRegex());
    tryOut();
}

void RenameGroupDialog::tryOut()
{
    if (isRegex())
        m_preview->setRule(m_find->text(), m_replace->text());
    else
        m_preview->setRule(regex(), quotedReplacement(m_replace->text()));
}

void RenameGroupDialog::showOutcome()
{
    m_rename->setEnabled(m_preview->isPossible());
    if (!m_preview->isReady() && m_preview->error().isEmpty())
        return; // the message stays until the next result
    const Theme& theme = Theme::of(palette());
    const auto say = [&](const QString& text, std::optional<Icon> sign, const QColor& color) {
        m_message->setText(text);
        m_icon->setVisible(sign.has_value());
        m_icon->setPixmap(sign ? ownIcon(*sign, color).pixmap(16, 16) : QPixmap());
    };
    const std::uint64_t tensors = m_preview->tensors();
    if (const QString error = shownText(m_preview->error(), longestRenameMessage); !error.isEmpty())
        return say(error.left(1).toUpper() + error.mid(1) + u'.', Icon::Error, theme.error);
    const bool isAsBefore = !isRegex() && m_find->text() == m_replace->text();
    const bool findsNothing = m_find->text().isEmpty() && (isRegex() || !m_hasPrefix);
    if (findsNothing || isAsBefore)
        return say(tr("%1 tensor(s) selected.", nullptr, pluralOf(tensors)).arg(groupedCount(tensors)), {}, {});
    if (m_preview->renamed() == 0)
        return say(tr("No names match."), {}, {});
    QString text = tr("%1 of %2 tensor(s) will be renamed.", nullptr, pluralOf(tensors))
                       .arg(groupedCount(m_preview->renamed()), groupedCount(tensors));
    if (m_preview->renamed() > RenamePreviewModel::maximumRows)
        text += u' ' + tr("Showing the first %1.").arg(groupedCount(RenamePreviewModel::maximumRows));
    if (m_preview->clashes().count == 0 && m_preview->emptiesName())
        return say(
            text + u' ' + tr("One name becomes empty, which other programs may reject."), Icon::Warning, theme.warning);
    if (m_preview->clashes().count == 0)
        return say(text, {}, {});
    say(text + u' ' + shownText(clashesText(m_preview->clashes()), longestRenameMessage), Icon::Error, theme.error);
}

} // namespace loupe
