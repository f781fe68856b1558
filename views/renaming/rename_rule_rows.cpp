#include "views/renaming/rename_rule_rows.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/renaming/rename_memory.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

constexpr int rowsShown = 3; // more of them scroll

QString sentence(const RenamePlan::Rule& rule)
{
    if (!rule.error.empty())
        return shownText(toQString(rule.error).left(1).toUpper() + toQString(rule.error).mid(1) + u'.');
    if (rule.found == 0)
        return RenameRuleRows::tr("No match in A");
    const int plural = pluralOf(rule.found);
    if (rule.unpairedA.empty())
        return RenameRuleRows::tr("Changes %1 name(s) of A; all exist in B.", nullptr, plural)
            .arg(groupedCount(rule.found));
    return RenameRuleRows::tr(
        "Changes %1 name(s) of A, of which %2 exist in B. Not in B: %3, from %4.", nullptr, plural)
        .arg(groupedCount(rule.found), groupedCount(rule.paired), shownText(rule.unpairedB), shownText(rule.unpairedA));
}

} // namespace

RenameRuleRows::RenameRuleRows(QWidget* parent)
    : QScrollArea(parent)
    , m_content(new QWidget)
    , m_lines(new QVBoxLayout(m_content))
{
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setSpacing(8);
    setWidget(m_content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus);
    m_content->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    setRules({});
}

void RenameRuleRows::setRules(const std::vector<RenameRuleText>& rules)
{
    while (!m_rows.empty())
        drop(int(m_rows.size()) - 1);
    for (const RenameRuleText& rule : rules)
        append(rule);
    if (rules.empty())
        append({});
    updateRows();
}

void RenameRuleRows::append(const RenameRuleText& rule)
{
    Row row{.whole = new QWidget,
        .oldName = new QLineEdit(toQString(rule.oldName)),
        .newName = new QLineEdit(toQString(rule.newName)),
        .remove = new QToolButton,
        .sign = new QLabel,
        .outcome = new ElidedLabel};
    row.oldName->setObjectName(QStringLiteral("oldName"));
    row.newName->setObjectName(QStringLiteral("newName"));
    row.outcome->setObjectName(QStringLiteral("outcome"));
    row.oldName->setPlaceholderText(tr("Name in A, such as model\\.(.*)"));
    row.oldName->setAccessibleName(tr("Regular expression for names in A"));
    row.newName->setPlaceholderText(tr("Name in B, such as transformer.\\1"));
    row.newName->setAccessibleName(tr("Name in B"));
    for (QLineEdit* const edit : {row.oldName, row.newName}) {
        edit->setFont(monospaceFont());
        connect(edit, &QLineEdit::textEdited, this, [this, whole = row.whole] {
            const auto edited =
                std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& one) { return one.whole == whole; });
            if (!edited->isWrong) // an error stays until the next result
                edited->outcome->setText({});
            updateRows();
            emit changed();
        });
    }
    row.remove->setAutoRaise(true);
    row.remove->setToolTip(tr("Remove this rule"));
    row.remove->setAccessibleName(tr("Remove this rule"));
    connect(row.remove, &QToolButton::clicked, this, [this, whole = row.whole] {
        const auto removed =
            std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& one) { return one.whole == whole; });
        remove(int(removed - m_rows.begin()));
    });
    row.sign->setFixedSize(iconSize, iconSize);
    row.outcome->setMinimumHeight(iconSize); // with and without the sign
    row.outcome->setMuted(true);
    row.outcome->setAccessibleName(tr("Result of the rule"));

    auto* const arrow = new QLabel(QStringLiteral("→"));
    arrow->setForegroundRole(QPalette::PlaceholderText);
    auto* const result = new QHBoxLayout;
    result->setSpacing(4);
    result->addWidget(row.sign);
    result->addWidget(row.outcome, 1);
    auto* const grid = new QGridLayout(row.whole);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->addWidget(row.oldName, 0, 0);
    grid->addWidget(arrow, 0, 1);
    grid->addWidget(row.newName, 0, 2);
    grid->addWidget(row.remove, 0, 3);
    grid->addLayout(result, 1, 0, 1, 3);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(2, 1);
    m_lines->addWidget(row.whole);
    row.whole->show();
    m_rows.push_back(row);
    draw(m_rows.back());
}

/// Removes the row at once, and deletes its widgets once the click on its button has been handled.
void RenameRuleRows::drop(int row)
{
    QWidget* const whole = m_rows[std::size_t(row)].whole;
    m_rows.erase(m_rows.begin() + row);
    m_lines->removeWidget(whole);
    whole->hide();
    whole->deleteLater();
}

void RenameRuleRows::remove(int row)
{
    drop(row);
    if (m_rows.empty())
        append({});
    updateRows();
    emit rowsChanged();
    m_rows[std::size_t(std::min(row, int(m_rows.size()) - 1))].oldName->setFocus();
    emit changed();
}

void RenameRuleRows::addRule()
{
    if (m_rows.size() >= RenameMemory::maximumRules)
        return;
    append({});
    updateRows();
    emit rowsChanged();
    m_rows.back().oldName->setFocus();
    m_content->adjustSize();
    ensureWidgetVisible(m_rows.back().whole);
    emit changed();
}

std::vector<RenameRuleText> RenameRuleRows::rules() const
{
    std::vector<RenameRuleText> rules;
    for (const Row& row : m_rows)
        rules.push_back({row.oldName->text().toStdString(), row.newName->text().toStdString()});
    return rules;
}

void RenameRuleRows::showPlan(const RenamePlan* plan)
{
    const auto typed = rules();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (!plan || i >= plan->texts.size() || plan->texts[i] != typed[i])
            continue;
        Row& row = m_rows[i];
        row.isWrong = !plan->rules[i].error.empty();
        row.outcome->setText(typed[i] == RenameRuleText{} ? QString() : sentence(plan->rules[i]));
        row.outcome->setMuted(!row.isWrong);
        draw(row);
    }
}

void RenameRuleRows::draw(const Row& row)
{
    const Theme& theme = Theme::of(row.whole->palette());
    row.sign->setVisible(row.isWrong);
    row.sign->setPixmap(row.isWrong ? ownIcon(Icon::Error, theme.error).pixmap(iconSize, iconSize) : QPixmap());
    row.remove->setIcon(ownIcon(Icon::Close));
    row.oldName->setAccessibleDescription(row.isWrong ? row.outcome->text() : QString());
}

void RenameRuleRows::updateRows()
{
    for (const Row& row : m_rows)
        row.remove->setEnabled(m_rows.size() > 1 || !row.oldName->text().isEmpty() || !row.newName->text().isEmpty());
    setFixedHeight(sizeHint().height());
}

std::vector<QWidget*> RenameRuleRows::controls() const
{
    std::vector<QWidget*> all;
    for (const Row& row : m_rows)
        all.insert(all.end(), {row.oldName, row.newName, row.remove});
    return all;
}

QSize RenameRuleRows::sizeHint() const
{
    const int height = m_rows.front().whole->sizeHint().height();
    const int shown = std::min(int(m_rows.size()), rowsShown);
    return {QScrollArea::sizeHint().width(), shown * height + (shown - 1) * m_lines->spacing()};
}

void RenameRuleRows::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        std::for_each(m_rows.begin(), m_rows.end(), draw);
}

} // namespace loupe
