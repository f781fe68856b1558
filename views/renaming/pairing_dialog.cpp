#include "views/renaming/pairing_dialog.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "views/kit/fetch_question.h"
#include "views/kit/link_button.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"
#include "views/kit/size_on_screen.h"
#include "views/kit/tab_order.h"
#include "views/renaming/rename_rule_rows.h"
#include "views/renaming/rename_table.h"
#include "views/tree/filter_edit.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <chrono>

namespace loupe {

namespace {

using namespace std::chrono_literals;
constexpr auto ruleTypingPause = 150ms;

const QString searchId = QStringLiteral("search");

QLabel* makeTitle(const QString& text)
{
    auto* const label = new QLabel(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel* makeHint(const QString& text)
{
    auto* const label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

PairingDialog::PairingDialog(PairedCheckpointsPtr paired, QWidget* parent)
    : QDialog(parent)
    , m_draft(new RenameDraft(std::move(paired), this))
    , m_rules(new RenameRuleRows)
    , m_table(new RenameTable(m_draft->rows()))
    , m_filter(new FilterEdit)
    , m_notices(new NoticeBar)
    , m_summary(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Match renamed tensors"));
    m_rules->setRules(m_draft->rules());
    m_pause.setSingleShot(true);
    m_pause.setInterval(ruleTypingPause);
    layOut();
    connectAll();
    followDraft();
}

void PairingDialog::layOut()
{
    m_filter->setPlaceholderText(tr("Filter: part of a name"));
    m_filter->setHelp(tr("Shows pairs where either name contains the text."));
    auto* const addRule = new LinkButton(tr("Add a rule"));
    auto* const checkAll = new LinkButton(tr("Check all"));
    auto* const checkNone = new LinkButton(tr("Check none"));
    for (LinkButton* const link : {addRule, checkAll, checkNone})
        link->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    checkAll->setToolTip(tr("Check all shown rows"));
    checkNone->setToolTip(tr("Uncheck all shown rows"));
    connect(addRule, &QAbstractButton::clicked, m_rules, &RenameRuleRows::addRule);
    connect(checkAll, &QAbstractButton::clicked, this, [this] { m_draft->rows().checkAll(true); });
    connect(checkNone, &QAbstractButton::clicked, this, [this] { m_draft->rows().checkAll(false); });

    auto* const ruleTitle = new QHBoxLayout;
    ruleTitle->addWidget(makeTitle(tr("Rules")));
    ruleTitle->addStretch(1);
    ruleTitle->addWidget(addRule);
    auto* const tools = new QHBoxLayout;
    tools->setSpacing(16);
    tools->addWidget(m_filter, 1);
    tools->addWidget(checkAll);
    tools->addWidget(checkNone);

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_apply = buttons->addButton(tr("Apply"), QDialogButtonBox::AcceptRole);
    m_apply->setObjectName(QStringLiteral("apply"));
    m_summary->setObjectName(QStringLiteral("summary"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    // Always two lines high, so that the table above does not move.
    m_summary->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_summary->setFixedHeight(2 * m_summary->fontMetrics().lineSpacing() + 2);

    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addLayout(ruleTitle);
    layout->addWidget(makeHint(tr("Replaces the first match in each A name (RE2 regex; use \\1…\\9 for groups)")));
    layout->addWidget(m_rules);
    layout->addSpacing(8);
    layout->addWidget(makeTitle(tr("Suggested matches")));
    layout->addLayout(tools);
    layout->addWidget(m_notices);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_summary);
    layout->addWidget(buttons);
    m_apply->setDefault(true); // works only once the button is in the dialog
    constexpr int room = 128; // for more lines than the minimum height of the lists
    resize(860, sizeHint().height() + room);
    fitToScreen(*this);
    m_belowRules = {
        addRule, m_filter, checkAll, checkNone, m_table, m_apply, buttons->button(QDialogButtonBox::Cancel)};
    orderTabs();
    m_rules->controls().front()->setFocus();

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &PairingDialog::choose);
}

void PairingDialog::orderTabs()
{
    std::vector<QWidget*> controls = m_rules->controls();
    controls.insert(controls.end(), m_belowRules.begin(), m_belowRules.end());
    tabInOrder(controls);
}

void PairingDialog::connectAll()
{
    connect(m_rules, &RenameRuleRows::rowsChanged, this, &PairingDialog::orderTabs);
    connect(m_rules, &RenameRuleRows::changed, this, [this] {
        m_pause.start();
        m_apply->setEnabled(false);
    });
    connect(&m_pause, &QTimer::timeout, this, [this] {
        m_draft->setRules(m_rules->rules());
        followDraft();
    });
    connect(m_filter, &FilterEdit::filterChanged, &m_draft->rows(), &RenameRowsModel::setFilter);
    connect(m_filter, &FilterEdit::left, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_draft, &RenameDraft::changed, this, &PairingDialog::followDraft);
    connect(m_draft, &RenameDraft::progressed, this, &PairingDialog::showProgress);
    connect(m_draft, &RenameDraft::searchingChanged, this, &PairingDialog::showSearchEnd);
    connect(m_draft, &RenameDraft::fetchWanted, this, [this](std::uint64_t bytes) {
        m_notices->setNotice(searchId,
            fetchQuestion(tr("Comparing tensors that may be the same fetches up to %1 over the network."), bytes,
                [this] { m_draft->search(); }));
    });
    connect(m_draft, &RenameDraft::failed, this, [this](const Error& error) {
        m_notices->setNotice(
            searchId, {.kind = NoticeKind::Error, .text = shownSentences(error), .actions = {{tr("Try again"), [this] {
                                                                                                  m_draft->search();
                                                                                              }}}});
    });
}

void PairingDialog::followDraft()
{
    m_apply->setEnabled(m_draft->isReady() && !m_pause.isActive());
    m_rules->showPlan(m_draft->plan());
    m_table->setEmptyText(emptyText());
    if (!m_draft->isReady())
        return; // the summary stays until the next result
    const RenamePlan& plan = *m_draft->plan();
    const std::size_t confirmed = m_draft->rows().checkedCount();
    const auto count = [](std::uint64_t number) { return toQString(formatCount(number)); };
    const std::uint64_t suggestions = m_draft->rows().total();
    const QStringList sentences{
        tr("Rules match %1 tensor(s).", nullptr, pluralOf(plan.byRules)).arg(count(plan.byRules)),
        tr("%1 of %2 suggestion(s) confirmed.", nullptr, pluralOf(suggestions))
            .arg(count(confirmed), count(suggestions)),
        tr("Unmatched: %1 only in A, %2 only in B.").arg(count(plan.onlyA - confirmed), count(plan.onlyB - confirmed))};
    m_summary->setText(sentences.join(u' '));
}

QString PairingDialog::emptyText() const
{
    if (m_draft->rows().total() > 0)
        return tr("No names match the filter.");
    if (m_draft->hasFailed())
        return {};
    if (m_draft->isSearching() || !m_draft->plan())
        return tr("Matching by content and position…");
    if (m_draft->isReady() && (m_draft->plan()->onlyA == 0 || m_draft->plan()->onlyB == 0))
        return tr("All tensors are matched.");
    return m_draft->isSearched() ? tr("No unmatched tensors have the same dtype and shape.") : QString();
}

void PairingDialog::showProgress(const JobProgress& progress)
{
    m_notices->showJob(
        searchId, tr("Comparing tensors that may be the same"), progress, [this] { m_draft->stopSearching(); });
}

void PairingDialog::showSearchEnd()
{
    m_notices->removeNotice(searchId);
    if (!m_draft->isSearching() && m_draft->isStopped()) {
        m_notices->setNotice(searchId,
            {.text = tr("The search was stopped."), .actions = {{tr("Search again"), [this] { m_draft->search(); }}}});
    }
    followDraft();
}

void PairingDialog::choose()
{
    if (!m_draft->isReady() || m_pause.isActive())
        return;
    std::vector<RenameRuleText> rules = m_draft->rules();
    std::erase(rules, RenameRuleText{});
    emit chosen(m_draft->paired(), rules, m_draft->rows().confirmed());
    accept();
}

} // namespace loupe
