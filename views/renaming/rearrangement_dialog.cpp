#include "views/renaming/rearrangement_dialog.h"

#include "analysis/rearrangement/presets.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "views/kit/fetch_question.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"
#include "views/kit/size_on_screen.h"
#include "views/renaming/rule_delegate.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace loupe {

namespace {

const QString rearrangementSearchId = QStringLiteral("search");
const QString rearrangementFileId = QStringLiteral("file");

// IDs of the choices that are not presets. Names of presets begin with a letter.
const QString asStored = QStringLiteral("-");
const QString suggested = QStringLiteral("?");
const QString fromFile = QStringLiteral("/");

QString choiceOf(const QListWidgetItem* item)
{
    return item ? item->data(Qt::UserRole).toString() : QString();
}

const RearrangementPreset* presetOf(const QString& choice)
{
    const auto presets = rearrangementPresets();
    const auto found = std::ranges::find(presets, choice.toStdString(), &RearrangementPreset::name);
    return found == presets.end() ? nullptr : &*found;
}

} // namespace

RearrangementDialog::RearrangementDialog(PairedCheckpointsPtr paired, QWidget* parent)
    : QDialog(parent)
    , m_draft(new RearrangementDraft(std::move(paired), this))
    , m_choices(new QListWidget)
    , m_suggestions(new QListWidget)
    , m_title(new QLabel)
    , m_summary(new QLabel)
    , m_recipe(new QPlainTextEdit)
    , m_pages(new QStackedWidget)
    , m_search(new QPushButton(tr("&Search")))
    , m_save(new QPushButton(tr("Sa&ve recipe as…")))
    , m_apply(nullptr)
    , m_notices(new NoticeBar)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Rearrangements"));
    layOut();
    fillChoices();
    connectAll();
    showChoice();
}

void RearrangementDialog::layOut()
{
    m_choices->setObjectName(QStringLiteral("choices"));
    m_choices->setAccessibleName(tr("Arrangements"));
    m_suggestions->setObjectName(QStringLiteral("suggestions"));
    m_suggestions->setAccessibleName(tr("Suggested rules"));
    for (QListWidget* const list : {m_choices, m_suggestions}) {
        list->setItemDelegate(new RuleDelegate(list));
        list->setWordWrap(true);
    }
    for (QLabel* const label : {m_title, m_summary}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_search->setObjectName(QStringLiteral("search"));
    m_search->setToolTip(tr("Find rules under which unmatched tensors have the same values"));
    auto* const open = new QPushButton(tr("&Open recipe…"));
    connect(open, &QPushButton::clicked, this, &RearrangementDialog::openFile);
    connect(m_save, &QPushButton::clicked, this, &RearrangementDialog::saveAs);

    auto* const found = new QWidget;
    auto* const foundLayout = new QVBoxLayout(found);
    foundLayout->setContentsMargins(0, 0, 0, 0);
    foundLayout->addWidget(m_search, 0, Qt::AlignLeft);
    foundLayout->addWidget(m_suggestions, 1);
    m_recipe->setReadOnly(true);
    m_recipe->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_recipe->setAccessibleName(tr("Rules"));
    m_pages->addWidget(new QWidget);
    m_pages->addWidget(m_recipe);
    m_pages->addWidget(found);

    auto* const right = new QVBoxLayout;
    right->addWidget(m_title);
    right->addWidget(m_pages, 1);
    right->addWidget(m_summary);
    auto* const middle = new QHBoxLayout;
    middle->setSpacing(16);
    middle->addWidget(m_choices, 2);
    middle->addLayout(right, 3);

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_apply = buttons->addButton(tr("Apply"), QDialogButtonBox::AcceptRole);
    m_apply->setObjectName(QStringLiteral("apply"));
    auto* const below = new QHBoxLayout;
    below->addWidget(open);
    below->addWidget(m_save);
    below->addStretch(1);
    below->addWidget(buttons);

    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(m_notices);
    layout->addLayout(middle, 1);
    layout->addLayout(below);
    m_apply->setDefault(true);
    constexpr int room = 128; // for more lines than the minimum height of the lists
    resize(860, sizeHint().height() + room);
    fitToScreen(*this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &RearrangementDialog::choose);
}

void RearrangementDialog::connectAll()
{
    connect(m_choices, &QListWidget::currentItemChanged, this, &RearrangementDialog::showChoice);
    connect(m_suggestions, &QListWidget::itemChanged, this, &RearrangementDialog::showChoice);
    connect(m_search, &QPushButton::clicked, m_draft, &RearrangementDraft::search);
    connect(m_draft, &RearrangementDraft::presetsFitted, this, &RearrangementDialog::fillChoices);
    connect(m_draft, &RearrangementDraft::fileRead, this, [this] {
        m_notices->removeNotice(rearrangementFileId);
        fillChoices();
        select(fromFile);
    });
    connect(m_draft, &RearrangementDraft::saved, this, [this](const QString& path) {
        m_notices->setNotice(
            rearrangementFileId, {.text = tr("Recipe saved to %1").arg(shownText(path)), .actions = {}});
    });
    connect(m_draft, &RearrangementDraft::found, this, &RearrangementDialog::showSuggestions);
    connect(m_draft, &RearrangementDraft::progressed, this, &RearrangementDialog::showProgress);
    connect(m_draft, &RearrangementDraft::searchingChanged, this, [this] {
        m_notices->removeNotice(rearrangementSearchId);
        showChoice();
    });
    connect(m_draft, &RearrangementDraft::fetchWanted, this, [this](std::uint64_t bytes) {
        m_notices->setNotice(rearrangementSearchId,
            fetchQuestion(tr("Comparing tensors that may be the same fetches up to %1 over the network."), bytes,
                [this] { m_draft->search(); }));
    });
    connect(m_draft, &RearrangementDraft::failed, this, [this](const Error& error) {
        m_notices->setNotice(
            rearrangementFileId, {.kind = NoticeKind::Error, .text = shownSentences(error), .actions = {}});
    });
}

void RearrangementDialog::fillChoices()
{
    const QString before = choiceOf(m_choices->currentItem());
    const QSignalBlocker quiet(m_choices);
    m_choices->clear();
    const auto add = [this](const QString& text, const QString& choice) {
        auto* const item = new QListWidgetItem(text, m_choices);
        item->setData(Qt::UserRole, choice);
    };
    add(tr("None"), asStored);
    add(tr("Suggested rules"), suggested);
    if (!m_draft->file().recipe.empty())
        add(tr("Recipe: %1").arg(shownText(m_draft->file().name)), fromFile);
    addPresets();
    const ChosenRearrangement& current = m_draft->current();
    const QString now = current.recipe.empty() ? asStored
        : m_draft->file() == current           ? fromFile
                                               : toQString(current.name);
    select(before.isEmpty() ? now : before);
}

/// Adds a line that names the choices below it.
void RearrangementDialog::addHeading(const QString& text)
{
    auto* const item = new QListWidgetItem(text, m_choices);
    item->setFlags(Qt::NoItemFlags);
    QFont bold = item->font();
    bold.setBold(true);
    item->setFont(bold);
}

/// Lists presets that fit the pair first, with the number of names that each one matches. Presets with less than half
/// of the most matches do not fit: many have the names of embeddings and norms in common.
void RearrangementDialog::addPresets()
{
    const auto presets = rearrangementPresets();
    std::vector<RecipeFit> fits = m_draft->fits();
    fits.resize(presets.size());
    const std::size_t most = std::ranges::max_element(fits, {}, &RecipeFit::matched)->matched;
    const auto isFitting = [&](std::size_t number) { return most > 0 && 2 * fits[number].matched >= most; };
    std::vector<std::size_t> order(presets.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        return isFitting(one) && (!isFitting(other) || fits[one].isBetterThan(fits[other]));
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t number = order[i];
        if (i == 0 && isFitting(number))
            addHeading(tr("Conversions that match"));
        else if (i == 0 || (!isFitting(number) && isFitting(order[i - 1])))
            addHeading(i == 0 ? tr("Conversions") : tr("Other conversions"));
        QString text = toQString(presets[number].title);
        if (isFitting(number)) {
            text += u'\n'
                + tr("Matches %1 of %2 name(s)", nullptr, pluralOf(fits[number].names))
                      .arg(fits[number].matched)
                      .arg(fits[number].names);
        }
        auto* const item = new QListWidgetItem(text, m_choices);
        item->setData(Qt::UserRole, toQString(presets[number].name));
    }
}

void RearrangementDialog::select(const QString& choice)
{
    for (int row = 0; row < m_choices->count(); ++row) {
        if (choiceOf(m_choices->item(row)) == choice)
            m_choices->setCurrentRow(row);
    }
}

void RearrangementDialog::showChoice()
{
    const QString now = choiceOf(m_choices->currentItem());
    const RearrangementPreset* const preset = presetOf(now);
    m_title->setText(preset
            ? toQString(preset->title) + u'\n' + tr("On the command line: --rules %1").arg(toQString(preset->name))
            : now == suggested ? tr("Find rules that match the remaining tensors, then check the ones to apply.")
            : now == fromFile  ? tr("The rules of a recipe file.")
                               : tr("Compare as stored."));
    const auto taken = choice();
    if (const QString recipe = taken ? toQString(taken->recipe) : QString(); recipe != m_recipe->toPlainText())
        m_recipe->setPlainText(recipe);
    m_pages->setCurrentIndex(now == suggested ? 2 : now == asStored ? 0 : 1);
    m_search->setEnabled(!m_draft->isSearching());
    m_summary->setText(now == suggested ? summary() : QString());
    m_apply->setEnabled(taken.has_value());
    m_save->setEnabled(taken && !taken->recipe.empty());
}

void RearrangementDialog::showSuggestions()
{
    const QSignalBlocker quiet(m_suggestions);
    m_suggestions->clear();
    for (const SuggestedRule& rule : m_draft->suggestions().rules) {
        const QString names = shownText(rule.tensorsA) + QStringLiteral("\n↔ ") + shownText(rule.tensorsB);
        auto* const item =
            new QListWidgetItem(rule.form.empty() ? names : names + u'\n' + shownText(rule.form), m_suggestions);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    showChoice();
}

QString RearrangementDialog::summary() const
{
    constexpr std::size_t mostListed = 4;
    if (m_draft->isSearching())
        return tr("Searching…");
    if (!m_draft->isSearched())
        return {};
    const RuleSuggestions& found = m_draft->suggestions();
    if (found.rules.empty())
        return tr("No rules were found.");
    QString text = tr("%1 rule(s) found.", nullptr, pluralOf(found.rules.size())).arg(found.rules.size());
    for (const auto& [side, names] :
        {std::pair(tr("A"), &found.withoutRuleA), std::pair(tr("B"), &found.withoutRuleB)}) {
        if (names->empty())
            continue;
        QStringList listed;
        for (std::size_t i = 0; i < std::min(names->size(), mostListed); ++i)
            listed << shownText((*names)[i]);
        if (names->size() > mostListed)
            listed << tr("%1 more", "names").arg(names->size() - mostListed);
        text += u'\n' + tr("Names in %1 without a rule: %2").arg(side, listed.join(QStringLiteral(", ")));
    }
    return text;
}

void RearrangementDialog::showProgress(const JobProgress& progress)
{
    m_notices->showJob(rearrangementSearchId, tr("Comparing tensors that may be the same"), progress,
        [this] { m_draft->stopSearching(); });
}

void RearrangementDialog::openFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open recipe"), QString(), tr("Recipes (*.json);;All files (*)"));
    if (!path.isEmpty())
        m_draft->readFile(path);
}

void RearrangementDialog::saveAs()
{
    const auto taken = choice();
    if (!taken || taken->recipe.empty())
        return;
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save recipe"), QStringLiteral("rules.json"), tr("Recipes (*.json);;All files (*)"));
    if (!path.isEmpty())
        m_draft->save(path, *taken);
}

std::optional<ChosenRearrangement> RearrangementDialog::choice() const
{
    const QString now = choiceOf(m_choices->currentItem());
    if (now == asStored)
        return ChosenRearrangement();
    if (now == fromFile)
        return m_draft->file();
    if (const RearrangementPreset* const preset = presetOf(now))
        return ChosenRearrangement{std::string(preset->name), preset->text()};
    std::vector<std::size_t> checked;
    for (int row = 0; row < m_suggestions->count(); ++row) {
        if (m_suggestions->item(row)->checkState() == Qt::Checked)
            checked.push_back(static_cast<std::size_t>(row));
    }
    return checked.empty() ? std::nullopt : std::optional(m_draft->chosen(checked));
}

void RearrangementDialog::choose()
{
    const auto taken = choice();
    if (!taken)
        return;
    emit chosen(m_draft->paired(), *taken);
    accept();
}

} // namespace loupe
