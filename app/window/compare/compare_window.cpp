#include "app/window/compare/compare_window.h"

#include "app/window/command/command_copier.h"
#include "app/window/compare/compare_actions.h"
#include "app/window/compare/compare_layout.h"
#include "app/window/compare/compare_notices.h"
#include "app/window/compare/difference_control.h"
#include "app/window/compare/pair_selection_control.h"
#include "app/window/compare/shown_comparison.h"
#include "app/window/compare/side_control.h"
#include "app/window/main_window.h"
#include "app/window/opening/location_control.h"
#include "app/window/opening/open_checkpoints.h"
#include "app/window/opening/unlock_control.h"
#include "app/window/recent/recent_files.h"
#include "app/window/recent/recent_locations.h"
#include "app/window/recent/recent_pairs.h"
#include "app/window/tree_form.h"
#include "core/remote/remote_files.h"
#include "items/compare/comparison_export.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/traffic_text.h"
#include "items/session/location.h"
#include "items/tree/filter_words.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"
#include "views/compare/pair_byte_map.h"
#include "views/compare/pair_header.h"
#include "views/compare/status_chips.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"
#include "views/kit/status_row.h"
#include "views/renaming/pairing_dialog.h"
#include "views/renaming/rearrangement_dialog.h"
#include "views/tree/filter_edit.h"
#include "views/writing/write_dialog.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <QStatusBar>

namespace loupe {

namespace {

std::shared_ptr<const RenameMemory> keptRenames()
{
    return std::make_shared<const RenameMemory>(
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/pairs"));
}

} // namespace

CompareWindow::CompareWindow(bool remembers, ComparedCheckpoint a, ComparedCheckpoint b,
    std::vector<RenameRuleText> rules, ChosenRearrangement rearrangement)
    : m_remembers(remembers)
    , m_session(new ComparisonSession(this))
    , m_model(new ComparisonModel(this))
    , m_view(new ComparisonView(*m_model))
    , m_header(new PairHeader)
    , m_chips(new StatusChips)
    , m_tabs(new ComparisonTabs)
    , m_map(new PairByteMap)
    , m_filterWords(new FilterWords(FilterSubject::Pairs, this))
    , m_filter(new FilterEdit)
    , m_noticeBar(new NoticeBar(this))
    , m_status(new StatusRow(*statusBar(), *m_noticeBar))
    , m_pairs(m_status->addFigure(tr("Pairs"), StatusRow::Room::Kept))
    , m_compared(m_status->addFigure(tr("Values"), StatusRow::Room::Kept))
    , m_network(m_status->addFigure(tr("Network"), StatusRow::Room::Kept))
    , m_notices(new CompareNotices(*m_session, m_saver, *m_noticeBar, this))
    , m_selection(new PairSelectionControl(
          {.model = *m_model, .view = *m_view, .map = *m_map, .filter = *m_filter, .notices = *m_notices}))
    , m_difference(new DifferenceControl(*m_view, *this))
    , m_unlock(new UnlockControl(*this))
    , m_locations(new LocationControl(*this))
    , m_actions(new CompareActions(*this, *m_filter))
    , m_layout(std::make_unique<CompareLayout>(CompareLayout::Parts{
          .window = *this, .header = *m_header, .chips = *m_chips, .view = *m_view, .tabs = *m_tabs, .map = *m_map}))
    , m_sides(new SideControl({.window = *this,
          .session = *m_session,
          .header = *m_header,
          .status = *m_status,
          .traffic = m_traffic,
          .locations = *m_locations}))
{
    layOut();
    connectActions();
    connectSession();
    connectViews();
    if (m_remembers)
        m_session->setMemory(keptRenames());
    m_sides->open(std::move(a), std::move(b), std::move(rules), std::move(rearrangement));
    updateState();
}

CompareWindow::~CompareWindow() = default;

CompareWindow* CompareWindow::openNew(bool remembers, ComparedCheckpoint a, ComparedCheckpoint b)
{
    auto* const window = new CompareWindow(remembers, std::move(a), std::move(b));
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    return window;
}

void CompareWindow::layOut()
{
    m_noticeBar->setObjectName(QStringLiteral("notices"));
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setWords(m_filterWords);
    if (m_remembers)
        m_filter->offerSaved();
    m_view->setFocus();
    if (m_remembers)
        m_layout->restore();
}

void CompareWindow::connectSession()
{
    connect(m_session, &ComparisonSession::resultsReset, this, &CompareWindow::showResults);
    connect(m_session, &ComparisonSession::resultsAdded, this, [this] { showMore(false); });
    connect(m_session, &ComparisonSession::busyChanged, this, [this] {
        if (!m_session->isBusy())
            showMore(true);
        updateState();
    });
    connect(m_session, &ComparisonSession::failed, this, &CompareWindow::updateState);
    connect(m_notices, &CompareNotices::unlockWanted, this, &CompareWindow::askForSecret);
    connect(m_notices, &CompareNotices::renamesWanted, this, &CompareWindow::showPairingDialog);
    connect(m_notices, &CompareNotices::rearrangementWanted, this, &CompareWindow::showRearrangementDialog);
    connect(&m_saver, &FileSaver::runningChanged, this, &CompareWindow::updateState);
    connect(m_noticeBar, &NoticeBar::changed, this, &CompareWindow::updateState);
    connect(&m_traffic, &TrafficMeter::changed, this,
        [this] { m_status->setFigure(m_network, trafficText(m_traffic), trafficToolTip(m_traffic)); });
}

void CompareWindow::connectActions()
{
    connect(m_actions->openA, &QAction::triggered, m_sides, [this] { m_sides->choose(0); });
    connect(m_actions->openB, &QAction::triggered, m_sides, [this] { m_sides->choose(1); });
    connect(m_actions->openLocationA, &QAction::triggered, m_sides, [this] { m_sides->chooseLocation(0); });
    connect(m_actions->openLocationB, &QAction::triggered, m_sides, [this] { m_sides->chooseLocation(1); });
    connect(m_actions->reload, &QAction::triggered, m_session, &ComparisonSession::reload);
    connect(m_actions->stop, &QAction::triggered, this, &CompareWindow::stopWork);
    connect(m_actions->exportReport, &QAction::triggered, this, &CompareWindow::chooseExport);
    connect(m_actions->exportDifference, &QAction::triggered, m_difference, &DifferenceControl::exportDifference);
    connect(m_actions->extractAdapter, &QAction::triggered, m_difference, &DifferenceControl::extractAdapter);
    m_forms = new TreeFormActions(*m_model, m_remembers, this);
    m_actions->addToView(*m_forms, *m_view);
    connect(m_actions, &CompareActions::tabChosen, m_tabs, &ComparisonTabs::showTab);
    connect(m_actions->copyNames, &QAction::triggered, m_view, &ComparisonView::copyNames);
    connect(m_actions->expandAll, &QAction::triggered, m_view, &ComparisonView::expandAll);
    connect(m_actions->collapseAll, &QAction::triggered, m_view, &ComparisonView::collapseAll);
    connect(m_actions->naturalOrder, &QAction::triggered, m_view,
        [this] { m_view->sortByColumn(ComparisonModel::Name, Qt::AscendingOrder); });
    connect(m_actions->swap, &QAction::triggered, m_sides, &SideControl::swap);
    connect(m_actions->previous, &QAction::triggered, m_selection, [this] { m_selection->goToDifference(false); });
    connect(m_actions->next, &QAction::triggered, m_selection, [this] { m_selection->goToDifference(true); });
    connect(m_actions->pairRenamed, &QAction::triggered, this, &CompareWindow::showPairingDialog);
    connect(m_actions->rearrange, &QAction::triggered, this, &CompareWindow::showRearrangementDialog);
    connect(m_actions->pairByName, &QAction::triggered, m_session, &ComparisonSession::pairByName);
    connect(m_actions->recentPairs, &RecentPairsMenu::chosen, this, [this](const QString& a, const QString& b) {
        m_locations->openAgain(a, [this, b](const QString& nameA) {
            m_locations->openAgain(b, [this, nameA](const QString& nameB) {
                openNew(m_remembers, openCheckpointAt(nameA), openCheckpointAt(nameB));
            });
        });
    });
    connect(m_difference, &DifferenceControl::openWanted, this, &CompareWindow::openWritten);
    const ShownComparison shown({.session = *m_session, .view = *m_view, .tabs = *m_tabs});
    auto* const commands = new CommandCopier(*m_noticeBar, *this, [shown] { return shown.state(); });
    m_actions->addCopying(*commands);
    m_view->addAction(m_actions->exportDifference); // into its menu
    commands->addTo(*m_view);
}

void CompareWindow::connectViews()
{
    connect(m_view, &ComparisonView::currentNodeChanged, this, [this](std::optional<NameTree::NodeId> node) {
        m_tabs->setNode(node);
        m_map->setNode(node);
        m_notices->hideHidden();
    });
    connect(m_view, &QAbstractItemView::activated, this, [this](const QModelIndex& row) {
        if (m_tabs->currentTab() == PairTab::Layers && !row.data(IsGroupRole).toBool())
            m_tabs->showTab(PairTab::Figures);
    });
    connect(m_view, &ComparisonView::expandingChanged, this, &CompareWindow::updateState);
    connect(m_view, &ComparisonView::expandedInPart, m_notices, &CompareNotices::showPartOpened);
    connect(m_map, &PairByteMap::nodeChosen, m_selection, &PairSelectionControl::choose);
    connect(m_tabs, &ComparisonTabs::nodeChosen, m_selection, &PairSelectionControl::choose);
    connect(m_notices, &CompareNotices::hiddenWanted, m_selection, &PairSelectionControl::showHidden);
    connect(m_tabs, &ComparisonTabs::busyChanged, this, &CompareWindow::updateState);
    connect(m_tabs, &ComparisonTabs::saveFailed, m_notices, &CompareNotices::showSaveFailure);
    connect(m_filter, &FilterEdit::filterChanged, m_model, &ComparisonModel::setFilter);
    connect(m_filter, &FilterEdit::filterChanged, m_chips, &StatusChips::setFilter);
    connect(m_filter, &FilterEdit::filterChanged, m_notices, &CompareNotices::hideHidden);
    connect(m_filter, &FilterEdit::left, m_view, qOverload<>(&QWidget::setFocus));
    connect(m_chips, &StatusChips::filterWanted, m_filter, &FilterEdit::setText);
    connect(m_view, &ComparisonView::filterWanted, m_filter, &FilterEdit::setText);
    connect(m_model, &ComparisonModel::filterError, m_filter, &FilterEdit::setError);
    connect(m_model, &ComparisonModel::filterError, this, &CompareWindow::updateEmptyText);
    connect(m_filter, &FilterEdit::filterChanged, this, &CompareWindow::updateEmptyText);
    connect(m_model, &ComparisonModel::arrangementStarted, this, &CompareWindow::idleChanged);
    connect(m_model, &ComparisonModel::addingFiguresChanged, this, &CompareWindow::idleChanged);
    connect(m_model, &ComparisonModel::namesKnown, this, &CompareWindow::idleChanged);
    connect(m_model, &ComparisonModel::arrangementFinished, this, [this] {
        m_map->setKept(m_model->kept());
        m_selection->selectWanted();
        updateState();
    });
}

void CompareWindow::apply(const Options& options)
{
    m_selection->want(options.select.value(0));
    if (options.tree)
        m_forms->show(*options.tree);
    if (!options.filter.isEmpty())
        m_filter->setText(options.filter);
    if (options.sort)
        m_view->sortByColumn(options.sort->column, options.sort->descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    if (options.pairTab)
        m_tabs->showTab(*options.pairTab);
    m_selection->selectWanted();
}

void CompareWindow::remember(const PairedCheckpoints& paired) const
{
    RecentPairs::add(m_session->pathA(), m_session->pathB());
    for (const Checkpoint* const one : {paired.b.get(), paired.a.get()}) {
        RecentFiles::add(toQString(one->path));
        if (isAddress(one->path))
            RecentLocations::add(recentLocation(*one));
    }
}

/// Called for new pairs or new results.
void CompareWindow::showResults()
{
    const PairedCheckpoints& paired = *m_session->results()->paired();
    if (m_pairingDialog) // the dialog is about tensors that may not exist now
        m_pairingDialog->reject();
    if (m_rearrangementDialog)
        m_rearrangementDialog->reject();
    if (m_remembers)
        remember(paired);
    m_traffic.setCheckpoints({paired.a.get(), paired.b.get()});
    m_header->setCheckpoints(paired.a.get(), paired.b.get());
    m_selection->forgetNode();
    m_tabs->setResults(m_session->results());
    m_map->setResults(m_session->results());
    m_filterWords->setCheckpoints({paired.a, paired.b});
    m_layout->fitMap();
    m_model->setResults(m_session->results());
    m_selection->selectWanted();
    showMore(false);
}

void CompareWindow::showMore(bool ended)
{
    m_model->onResultsAdded(ended);
    m_tabs->onResultsAdded(ended);
    m_map->onResultsAdded(ended);
    m_chips->setResults(m_session->results(), m_session->isBusy());
    updateStatus();
}

/// Shows the number of pairs that match the filter, and of those already compared.
void CompareWindow::updateStatus()
{
    const ComparisonResultsPtr results = m_session->results();
    if (!results)
        return;
    const auto number = [](std::uint64_t count) { return toQString(formatCount(count)); };
    const std::size_t all = results->paired()->pairs.size();
    const int plural = pluralOf(all);
    const PairedCheckpoints& paired = *results->paired();
    if (all > 0 && paired.onlyIn(PairStatus::OnlyA) + paired.onlyIn(PairStatus::OnlyB) == all) {
        m_status->setFigure(m_pairs, tr("%1 unmatched tensor(s)", nullptr, plural).arg(number(all)));
        m_status->setFigure(m_compared, tr("No pairs to compare"));
        return;
    }
    m_status->setFigure(m_pairs,
        m_model->isFiltered()
            ? tr("%1 of %2 pair(s)", nullptr, plural).arg(number(m_model->visibleTensors()), number(all))
            : tr("%1 pair(s)", nullptr, plural).arg(number(all)));
    const QString known = number(results->lookedAt());
    const std::uint64_t left = results->counts().notCompared;
    m_status->setFigure(m_compared,
        results->isComplete() && left > 0
            ? tr("%1 of %2 pair(s) not compared", nullptr, plural).arg(number(left), number(all))
            : results->isComplete() ? tr("All values compared")
            : m_session->isComparing()
            ? tr("Comparing: %1 of %2 pair(s)", nullptr, plural).arg(known, number(all))
            : tr("Values of %1 of %2 pair(s) compared", nullptr, plural).arg(known, number(all)));
}

void CompareWindow::updateState()
{
    const ComparisonResultsPtr results = m_session->results();
    m_actions->previous->setEnabled(results != nullptr);
    m_actions->next->setEnabled(results != nullptr);
    m_actions->pairRenamed->setEnabled(results && !m_session->isPairing());
    m_actions->rearrange->setEnabled(results && !m_session->isPairing());
    m_actions->pairByName->setEnabled(results && !m_session->isPairing() && !results->paired()->choice->empty());
    for (QAction* const action :
        {m_actions->copyNames, m_actions->expandAll, m_actions->collapseAll, m_actions->naturalOrder})
        action->setEnabled(results != nullptr);
    m_actions->swap->setEnabled(results && !m_session->isPairing());
    m_actions->exportReport->setEnabled(results && !m_session->isBusy() && !m_saver.isRunning());
    // A difference can be added to A only if nothing is rearranged.
    const bool isStored = results && results->paired()->choice->rearrangement.recipe.empty();
    m_actions->exportDifference->setEnabled(isStored && !m_session->isBusy());
    m_actions->extractAdapter->setEnabled(isStored);
    m_actions->stop->setEnabled(m_session->isBusy() || m_tabs->isBusy() || m_view->isExpanding() || m_saver.isRunning()
        || m_noticeBar->hasQuestion());
    updateEmptyText();
    updateStatus();
    emit idleChanged();
}

void CompareWindow::updateEmptyText()
{
    const ComparisonResultsPtr results = m_session->results();
    if (!results)
        m_view->setEmptyText(m_session->isPairing() ? tr("Opening both checkpoints…")
                : !m_session->errors().empty()      ? tr("Nothing to compare: a checkpoint could not be opened.")
                                                    : tr("Opening was stopped. Press F5 to retry."));
    else if (results->paired()->pairs.empty())
        m_view->setEmptyText(tr("Neither checkpoint has tensors."));
    else if (m_filter->hasError())
        m_view->setEmptyText(tr("The filter is not valid: %1.").arg(shownText(m_filter->error())));
    else
        m_view->setEmptyText(m_model->noMatch().why.empty()
                ? tr("No pair matches the filter.")
                : tr("No pair matches the filter: %1.").arg(toQString(m_model->noMatch().why)));
    if (results && !results->paired()->pairs.empty())
        m_view->offerFilters(m_filter->hasError() ? QString() : toQString(m_model->noMatch().instead));
    else
        m_view->offerNoFilters();
}

void CompareWindow::chooseExport()
{
    const QFileInfo a(m_session->pathA());
    const QString proposed =
        localFolder(m_session->pathA()) + u'/' + a.completeBaseName() + QStringLiteral(".diff.html");
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export comparison"), proposed, tr("HTML report (*.html);;CSV (*.csv);;JSON (*.json);;All files (*)"));
    if (!path.isEmpty())
        exportTo(path);
}

void CompareWindow::exportTo(const QString& path)
{
    if (m_session->results() && !m_session->isBusy())
        m_saver.save(path, comparisonContent(m_session->results(), comparisonFormatOf(path)));
}

void CompareWindow::openSide(std::size_t side, const QString& path)
{
    m_sides->openSide(side, path);
}

void CompareWindow::showStagedNotice(const QString& path)
{
    m_notices->showStaged(path);
}

void CompareWindow::showPairingDialog()
{
    if (!m_session->results() || m_session->isPairing())
        return;
    if (!m_pairingDialog) {
        m_pairingDialog = new PairingDialog(m_session->results()->paired(), this);
        connect(m_pairingDialog, &PairingDialog::chosen, m_session, &ComparisonSession::pairBy);
    }
    m_pairingDialog->open();
}

void CompareWindow::showRearrangementDialog()
{
    if (!m_session->results() || m_session->isPairing())
        return;
    if (!m_rearrangementDialog) {
        m_rearrangementDialog = new RearrangementDialog(m_session->results()->paired(), this);
        connect(m_rearrangementDialog, &RearrangementDialog::chosen, m_session, &ComparisonSession::rearrangeBy);
    }
    m_rearrangementDialog->open();
}

void CompareWindow::askForSecret(const Checkpoint& checkpoint)
{
    m_unlock->ask(checkpoint, [this](const SecretChoice& choice) { m_session->unlock(choice); });
}

void CompareWindow::openWritten(const QString& path)
{
    auto* const window = new MainWindow(m_remembers, path);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
}

void CompareWindow::stopWork()
{
    if (m_noticeBar->hasQuestion()) // the next press stops running work
        return m_noticeBar->dismissQuestions();
    m_view->stopExpanding();
    m_session->stop();
    m_tabs->stop();
    m_saver.stop();
}

bool CompareWindow::isIdle() const
{
    return !m_session->isBusy() && !m_model->isArranging() && !m_model->isNaming() && !m_model->isAddingFigures()
        && !m_tabs->isBusy() && !m_view->isExpanding() && !m_saver.isRunning();
}

QString CompareWindow::failure() const
{
    QStringList sentences;
    for (const Error& error : m_session->errors())
        sentences << printableText(toQString(describe(error)));
    return sentences.join(QStringLiteral("; "));
}

std::vector<ComparedCheckpoint> CompareWindow::openCheckpoints() const
{
    return m_session->opened();
}

QString CompareWindow::requestError() const
{
    if (m_filter->hasError())
        return tr("filter: %1").arg(shownText(m_filter->error()));
    return m_selection->error();
}

void CompareWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_actions->updateIcons();
    QMainWindow::changeEvent(event);
}

void CompareWindow::closeEvent(QCloseEvent* event)
{
    if (m_remembers)
        m_layout->save();
    if (WriteDialog* const dialog = m_difference->writingDialog()) { // the user can stop it there
        dialog->raise();
        dialog->activateWindow();
        return event->ignore();
    }
    QMainWindow::closeEvent(event);
}

} // namespace loupe
