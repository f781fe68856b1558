#include "views/renaming/rename_group_dialog.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/tree/changes_model.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/tree/edited_delegate.h"

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

/// A regular expression that finds `text` alone.
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
    , m_preview(new RenamePreviewModel(std::move(choice), std::move(edits), this))
    , m_find(new QLineEdit)
    , m_replace(new QLineEdit)
    , m_icon(new QLabel)
    , m_message(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Rename tensors"));
    m_find->setObjectName(QStringLiteral("find"));
    m_replace->setObjectName(QStringLiteral("replacement"));
    m_message->setObjectName(QStringLiteral("message"));
    for (QLineEdit* const edit : {m_find, m_replace})
        edit->setFont(monospaceFont());
    if (!prefix.isEmpty()) {
        m_find->setText(u'^' + quoted(prefix));
        m_replace->setText(QString(prefix).replace(u'\\', QStringLiteral("\\\\")));
        m_replace->selectAll();
        m_replace->setFocus();
    }
    auto* const form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->addRow(tr("&Find"), m_find);
    form->addRow(tr("Replace &with"), m_replace);
    auto* const hint = new QLabel(tr("RE2 regex; use \\1…\\9 for groups"));
    hint->setTextFormat(Qt::PlainText);
    hint->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(QString(), hint);

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
    layout->addLayout(form);
    layout->addWidget(makePreviewTable(m_preview), 1);
    layout->addLayout(message);
    layout->addWidget(buttons);
    m_rename->setDefault(true); // works only once the button is in the dialog
    resize(720, 520);

    connect(m_find, &QLineEdit::textChanged, this, &RenameGroupDialog::tryOut);
    connect(m_replace, &QLineEdit::textChanged, this, &RenameGroupDialog::tryOut);
    connect(m_preview, &RenamePreviewModel::updated, this, &RenameGroupDialog::showOutcome);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (!m_preview->isPossible())
            return;
        emit renamed(m_preview->step());
        accept();
    });
    tryOut();
}

void RenameGroupDialog::tryOut()
{
    m_preview->setRule(m_find->text(), m_replace->text());
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
    if (m_find->text().isEmpty())
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
