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
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

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
    m_search->setToolTip(tr("Look among tensors without a partner for some that are the same in another arrangement"));
    auto* const open = new QPushButton(tr("&Open recipe…"));
    connect(open, &QPushButton::clicked, this, &RearrangementDialog::openFile);
    connect(m_save, &QPushButton::clicked, this, &RearrangementDialog::saveAs);

    auto* const found = new QWidget;
    auto* const foundLayout = new QVBoxLayout(found);
    foundLayout->setContentsMargins(0, 0, 0, 0);
    foundLayout->addWidget(m_search, 0, Qt::AlignLeft);
    foundLayout->addWidget(m_suggestions, 1);
    m_pages->addWidget(new QWidget);
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
            rearrangementFileId, {.kind = NoticeKind::Error, .text = shownText(describe(error)), .actions = {}});
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
    add(tr("As the files have them"), asStored);
    add(tr("Suggested rules"), suggested);
    if (!m_draft->file().recipe.empty())
        add(tr("Recipe: %1").arg(shownText(m_draft->file().name)), fromFile);
    for (const RearrangementPreset& preset : rearrangementPresets())
        add(toQString(preset.title), toQString(preset.name));
    const ChosenRearrangement& current = m_draft->current();
    const QString now = current.recipe.empty() ? asStored
        : m_draft->file() == current           ? fromFile
                                               : toQString(current.name);
    select(before.isEmpty() ? now : before);
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
            : now == suggested
            ? tr("Rules under which tensors without a partner have the same values: check those to follow.")
            : now == fromFile ? tr("The rules of a recipe file.")
                              : tr("Tensors are compared in the order in which the files have them."));
    m_pages->setCurrentIndex(now == suggested ? 1 : 0);
    m_search->setEnabled(!m_draft->isSearching());
    m_summary->setText(now != suggested      ? QString()
            : m_draft->isSearching()         ? tr("Searching…")
            : !m_draft->isSearched()         ? QString()
            : m_draft->suggestions().rules.empty() ? tr("No such rules were found.")
                                             : tr("%1 rule(s) found.", nullptr, pluralOf(m_draft->suggestions().rules.size()))
                                                   .arg(m_draft->suggestions().rules.size()));
    const auto taken = choice();
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
