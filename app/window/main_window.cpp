#include "app/window/main_window.h"

#include "app/window/command/command_copier.h"
#include "app/window/command/shown_checkpoint.h"
#include "app/window/compare/compare_control.h"
#include "app/window/drag_out_control.h"
#include "app/window/editing/edit_control.h"
#include "app/window/editing/write_control.h"
#include "app/window/history/run_window.h"
#include "app/window/notices.h"
#include "app/window/opening/drop_control.h"
#include "app/window/opening/open_control.h"
#include "app/window/opening/unlock_control.h"
#include "app/window/opening/unsaved_guard.h"
#include "app/window/recent/recent_files.h"
#include "app/window/recent/recent_locations.h"
#include "app/window/scan_control.h"
#include "app/window/selection_control.h"
#include "app/window/status_line.h"
#include "app/window/tree_form.h"
#include "app/window/tree_message.h"
#include "app/window/window_actions.h"
#include "app/window/window_layout.h"
#include "items/histogram/figures.h"
#include "items/jobs/qt_text.h"
#include "items/session/location.h"
#include "items/tree/filter_words.h"
#include "items/tree/tensor_tree_model.h"
#include "views/byte_map/byte_map.h"
#include "views/details/details_tabs.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"
#include "views/kit/title_text.h"
#include "views/start/start_page.h"
#include "views/tree/filter_edit.h"
#include "views/tree/tensor_tree_view.h"
#include "views/writing/write_dialog.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QStatusBar>
#include <QToolBar>

#include <utility>

namespace loupe {

namespace {

Document* makeDocument(QObject* parent, const QString& path, const SecretChoice& secret, QuantizedView view)
{
    auto* const document = new Document(parent);
    if (!path.isEmpty())
        document->open(path, secret, view);
    return document;
}

} // namespace

MainWindow::MainWindow(bool remembers, const QString& path, const SecretChoice& secret, QuantizedView view)
    : m_remembers(remembers)
    , m_start(new StartPage)
    , m_document(makeDocument(this, path, secret, view))
    , m_figures(std::make_unique<Figures>())
    , m_model(new TensorTreeModel(this))
    , m_tree(new TensorTreeView)
    , m_details(new DetailsTabs(*m_figures))
    , m_byteMap(new ByteMap)
    , m_filterWords(new FilterWords(FilterSubject::Tensors, this))
    , m_filter(new FilterEdit)
    , m_noticeBar(new NoticeBar(this))
    , m_notices(new Notices(*m_document, m_figures->values(), *m_noticeBar, this))
    , m_scan(new ScanControl(*m_model, m_figures->values().summaries, *m_noticeBar, *this))
    , m_status(std::make_unique<StatusLine>(*statusBar(), *m_noticeBar))
    , m_layout(std::make_unique<WindowLayout>(WindowLayout::Parts{
          .window = *this, .start = *m_start, .tree = *m_tree, .details = *m_details, .byteMap = *m_byteMap}))
    , m_message(new TreeMessage({.document = *m_document,
                                    .model = *m_model,
                                    .scan = m_scan->scan(),
                                    .traffic = m_traffic,
                                    .filter = *m_filter,
                                    .tree = *m_tree,
                                    .details = *m_details},
          this))
    , m_actions(new WindowActions(*this))
{
    m_noticeBar->setObjectName(QStringLiteral("notices"));
    layOut();
    m_selection = new SelectionControl({.document = *m_document,
        .model = *m_model,
        .tree = *m_tree,
        .details = *m_details,
        .byteMap = *m_byteMap,
        .filter = *m_filter,
        .notices = *m_notices});
    m_forms = new TreeFormActions(*m_model, remembers, this);
    m_actions->addToView(*m_forms, *m_tree);
    m_edits = new EditControl(*this, *m_document, *m_tree, *m_noticeBar);
    m_guard = new UnsavedGuard(m_edits->session(), *this);
    m_unlock = new UnlockControl(*this);
    m_opening = new OpenControl(
        {.window = *this, .document = *m_document, .actions = *m_actions, .start = *m_start, .notices = *m_notices});
    m_comparing = new CompareControl({.window = *this,
        .document = *m_document,
        .edits = m_edits->session(),
        .notices = *m_notices,
        .opening = *m_opening,
        .remembers = m_remembers});
    m_details->setEditSession(&m_edits->session());
    m_details->setScan(&m_scan->scan());
    m_actions->addEditing(*m_edits);
    m_writing = new WriteControl(*m_document, m_edits->session(), *m_tree, *m_actions, *m_noticeBar, *this);
    const ShownCheckpoint shown({.document = *m_document,
        .tree = *m_tree,
        .details = *m_details,
        .scan = m_scan->scan(),
        .edits = m_edits->session()});
    m_commands = new CommandCopier(*m_noticeBar, *this, [shown] { return shown.state(); });
    m_actions->addCopying(*m_commands);
    m_commands->addTo(*m_tree);
    new DragOutControl(m_edits->session(), *m_tree, *m_noticeBar, this);
    connectDrops();
    m_guard->setSaver([this](std::function<void()> saved) { m_writing->saveAs(std::move(saved)); });
    connectDocument();
    connectViews();
    connectActions();
    if (m_remembers)
        m_layout->restore();
    showCurrent();
    updateState();
    if (m_document->state() == Document::State::Loading) // loading started before its signals were connected
        m_traffic.begin();
    m_message->showOpening();
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut()
{
    m_tree->setTensorModel(m_model);
    m_tree->setAccessibleName(tr("Tensors"));
    m_filter->setWords(m_filterWords);
    if (m_remembers)
        m_filter->offerSaved();

    QToolBar* const bar = m_actions->toolBar();
    m_filter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->addWidget(m_filter);
    addToolBar(bar);
}

void MainWindow::connectDocument()
{
    connect(m_document, &Document::currentChanged, this, &MainWindow::showCurrent);
    connect(m_document, &Document::stateChanged, this, &MainWindow::updateState);
    connect(m_document, &Document::progressed, m_message, &TreeMessage::showOpening);
    connect(m_noticeBar, &NoticeBar::changed, this, &MainWindow::updateState);
    connect(m_document, &Document::stateChanged, m_message, &TreeMessage::showOpening);
    connect(m_document, &Document::stateChanged, this, &MainWindow::updatePage);
    connect(m_document, &Document::stateChanged, this, &MainWindow::stageWanted);
    connect(m_document, &Document::stateChanged, this, [this](Document::State state) {
        if (state == Document::State::Loading)
            m_traffic.begin();
    });
    connect(&m_traffic, &TrafficMeter::changed, this, [this] {
        m_status->showTraffic(m_traffic);
        m_message->showOpening();
    });
    connect(m_document, &Document::runFound, this, &MainWindow::showRun);
    connect(m_document, &Document::failed, this, [this] {
        m_selection->wantNothing();
        m_wantedEdits = {};
    });
}

void MainWindow::connectDrops()
{
    auto* const drops = new DropControl(*this, [this] { return m_document->current() != nullptr; });
    connect(drops, &DropControl::oneDropped, m_comparing, &CompareControl::offerDropped);
    connect(drops, &DropControl::dropped, this, [this](const QStringList& paths) {
        open(paths.first());
        for (const QString& path : paths.mid(1))
            openInNewWindow(path);
    });
}

void MainWindow::connectViews()
{
    connect(m_tree, &TensorTreeView::tensorActivated, m_details,
        [this] { m_details->showTab(m_tree->currentPart() ? DetailsTab::Values : DetailsTab::Histogram); });
    connect(m_tree, &TensorTreeView::digestRequested, m_details, &DetailsTabs::computeDigest);
    connect(m_tree, &TensorTreeView::hexRequested, m_details, &DetailsTabs::showTensorBytes);
    connect(m_tree, &TensorTreeView::expandingChanged, this, &MainWindow::updateState);
    connect(m_tree, &TensorTreeView::expandedInPart, m_notices, &Notices::showPartOpened);
    connect(m_byteMap, &ByteMap::regionClicked, m_details,
        [this](std::uint32_t file, std::uint64_t offset) { m_details->showOffset(file, offset); });
    connect(m_details, &DetailsTabs::quantizedViewWanted, this, &MainWindow::showQuantized);
    connect(m_details, &DetailsTabs::saveWanted, m_writing, [this] { m_writing->saveAs(); });
    connect(m_details, &DetailsTabs::adapterWritingWanted, m_writing, &WriteControl::writeAdapter);
    connect(m_details, &DetailsTabs::saveFailed, m_notices, &Notices::showSaveFailure);
    connect(m_details, &DetailsTabs::busyChanged, m_notices, &Notices::hideEndedJobs);
    connect(m_details, &DetailsTabs::busyChanged, this, &MainWindow::updateState);
    connect(m_details, &DetailsTabs::stoppableWorkChanged, this, &MainWindow::updateState);
    connect(&m_figures->values().summaries, &SummaryCache::ready, this, [this] {
        if (m_model->filterNeedsValues())
            m_model->rearrange();
    });

    connect(m_scan, &ScanControl::busyChanged, this, &MainWindow::updateState);
    connect(m_scan, &ScanControl::filterWanted, m_filter, &FilterEdit::setText);
    connect(m_scan, &ScanControl::elementWanted, this, [this](const ElementPlace& place) {
        m_selection->select(place.tensor);
        m_details->showElement(place.tensor, place.element);
    });
    connect(m_model, &TensorTreeModel::healthChanged, this, &MainWindow::idleChanged);
    connect(m_scan, &ScanControl::statusChanged, this,
        [this](const QString& text, const QString& brief) { m_status->showScan(text, brief); });

    connect(m_filter, &FilterEdit::filterChanged, m_model, &TensorTreeModel::setFilter);
    connect(m_filter, &FilterEdit::filterChanged, m_message, &TreeMessage::showFiltered);
    connect(m_filter, &FilterEdit::left, m_tree, qOverload<>(&QWidget::setFocus));
    connect(m_tree, &TensorTreeView::filterWanted, m_filter, &FilterEdit::setText);
    connect(m_model, &TensorTreeModel::filterError, m_filter, &FilterEdit::setError);
    connect(m_model, &TensorTreeModel::filterError, m_message, &TreeMessage::showFiltered);
    connect(m_model, &TensorTreeModel::arrangementStarted, this, &MainWindow::idleChanged);
    connect(m_model, &TensorTreeModel::namesKnown, this, &MainWindow::idleChanged);
    connect(m_model, &TensorTreeModel::arrangementFinished, this, [this] {
        m_status->showVisible(*m_model);
        m_byteMap->setKept(m_model->kept());
        m_message->showFiltered();
        m_scan->onFilterChanged();
        m_selection->onArranged();
        emit idleChanged();
    });
    connect(m_document, &Document::changedOnDisk, m_details, &DetailsTabs::setOutdated);
    connect(m_notices, &Notices::findingsWanted, m_details, [this] { m_details->showTab(DetailsTab::Overview); });
    connect(m_notices, &Notices::wholeWanted, m_writing, &WriteControl::saveWhole);
    connect(m_notices, &Notices::openWanted, this, &MainWindow::open);
    connect(m_notices, &Notices::runWanted, this, &MainWindow::showRun);
    connect(m_notices, &Notices::reloadWanted, this, &MainWindow::reload);
    connect(m_notices, &Notices::unlockWanted, this, &MainWindow::askForSecret);
    connect(m_notices, &Notices::recentFilesChanged, this, &MainWindow::updatePage);
    connect(m_model, &TensorTreeModel::editsChanged, this, [this] { m_status->showVisible(*m_model); });
    for (const auto changed : {&EditSession::changed, &EditSession::savedPathChanged})
        connect(&edits(), changed, this, [this] { m_status->showUnsaved(edits().isUnsaved()); });
    connect(&edits(), &EditSession::idleChanged, this, &MainWindow::updateState);
}

void MainWindow::connectActions()
{
    connect(m_opening, &OpenControl::openWanted, this, &MainWindow::open);
    connect(m_comparing, &CompareControl::openWanted, this, &MainWindow::open);
    connect(m_actions->reload, &QAction::triggered, this, &MainWindow::reload);
    connect(m_writing, &WriteControl::openWanted, this, &MainWindow::open);
    connect(m_writing, &WriteControl::saved, m_notices, &Notices::showSaved);
    connect(m_edits, &EditControl::openWanted, this, &MainWindow::open);
    connect(
        m_writing, &WriteControl::openSavedWanted, m_document, [this](const QString& path) { m_document->open(path); });
    connect(m_actions->scan, &QAction::triggered, m_scan, &ScanControl::startOrStop);
    connect(m_actions->exportScan, &QAction::triggered, m_scan, &ScanControl::chooseExport);
    connect(m_actions->close, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    connect(m_actions->copyNames, &QAction::triggered, m_tree, &TensorTreeView::copyNames);
    connect(m_actions->expandAll, &QAction::triggered, m_tree, &TensorTreeView::expandAll);
    connect(m_actions->collapseAll, &QAction::triggered, m_tree, &TensorTreeView::collapseAll);
    connect(m_actions->naturalOrder, &QAction::triggered, m_tree,
        [this] { m_tree->sortByColumn(TensorTreeModel::Name, Qt::AscendingOrder); });
    connect(m_actions->storedTensors, &QAction::triggered, this,
        [this](bool stored) { showQuantized(stored ? QuantizedView::Stored : QuantizedView::Weights); });
    connect(m_actions->find, &QAction::triggered, m_filter, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    connect(m_actions->stop, &QAction::triggered, this, &MainWindow::stopWork);
    connect(m_actions, &WindowActions::tabChosen, m_details, &DetailsTabs::chooseTab);
}

void MainWindow::open(const QString& path)
{
    m_guard->proceed(tr("Open another checkpoint without saving the changes to this one?"),
        [this, path] { m_document->open(path); });
}

void MainWindow::openRecent(const QString& path)
{
    m_opening->openRecent(path);
}

void MainWindow::offerComparison(const QString& a, const QString& b)
{
    m_comparing->offer(a, b);
}

void MainWindow::reload()
{
    m_guard->proceed(tr("Reload without saving the changes?"), [this] { m_document->reload(); });
}

void MainWindow::showQuantized(QuantizedView view)
{
    m_actions->update(*m_document, m_scan->scan()); // keeps the check mark in line with what is shown
    m_guard->proceed(
        tr("Change the view without saving the changes?"), [this, view] { m_document->showQuantized(view); });
}

void MainWindow::askForSecret()
{
    const OpenedCheckpointPtr& opened = m_document->current();
    if (!opened)
        return;
    m_unlock->ask(*opened->checkpoint, [this, path = m_document->path()](const SecretChoice& choice) {
        if (m_document->path() == path)
            m_guard->proceed(tr("Reload without saving the changes?"),
                [this, choice] { m_document->open(m_document->path(), choice); });
    });
}

EditSession& MainWindow::edits()
{
    return m_edits->session();
}

void MainWindow::apply(const Options& options)
{
    m_applied = options;
    m_selection->want(options.select);
    m_wantedEdits = options.edits;
    m_wantsScan = options.scan;
    if (options.view)
        m_details->showTab(*options.view);
    if (options.tree)
        m_forms->show(*options.tree);
    if (!options.filter.isEmpty())
        m_filter->setText(options.filter);
    if (options.sort)
        m_tree->sortByColumn(options.sort->column, options.sort->descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    stageWanted();
}

void MainWindow::showCurrent()
{
    const OpenedCheckpointPtr& opened = m_document->current();
    m_figures->setCheckpoint(opened);
    m_details->setCheckpoint(opened);
    m_scan->setCheckpoint(opened);
    m_model->setCheckpoint(opened);
    m_byteMap->setCheckpoint(opened);
    m_filterWords->setCheckpoints(opened ? FilterWords::Checkpoints{opened->checkpoint} : FilterWords::Checkpoints());
    m_status->showCheckpoint(opened);
    m_traffic.setCheckpoints({opened ? opened->checkpoint.get() : nullptr});
    m_status->showVisible(*m_model);
    if (opened)
        m_layout->fitByteMap(opened->checkpoint->files.size());
    m_message->showCurrent();
    m_actions->update(*m_document, m_scan->scan());

    const QString path = opened ? toQString(opened->checkpoint->path) : QString();
    setWindowFilePath(isLocation(path) ? QString() : path);
    setWindowTitle(opened ? titleText(QFileInfo(path).fileName()) + QStringLiteral("[*]") : QString());
    if (opened && m_remembers) {
        RecentFiles::add(path);
        if (isLocation(path))
            RecentLocations::add(recentLocation(*opened->checkpoint));
    }
    updatePage();
    m_selection->selectWanted();
    if (opened && std::exchange(m_wantsScan, false))
        m_scan->start();
    emit idleChanged();
}

void MainWindow::updatePage()
{
    const bool showsStart = !m_document->current() && m_document->state() != Document::State::Loading;
    if (showsStart && m_remembers)
        m_start->setRecent(RecentFiles::list(), RecentLocations::list());
    m_layout->showStart(showsStart);
    m_filter->setEnabled(!showsStart);
    m_actions->find->setEnabled(!showsStart);
}

/// Waits until the document is open and can be edited.
void MainWindow::stageWanted()
{
    if (edits().canEdit())
        edits().stageRules(std::exchange(m_wantedEdits, {}));
}

bool MainWindow::isIdle() const
{
    return m_document->state() != Document::State::Loading && !m_model->isArranging() && !m_model->isNaming()
        && !m_details->isBusy() && !m_scan->isBusy() && !m_model->isAddingHealth() && !m_tree->isExpanding()
        && m_edits->session().isIdle();
}

std::vector<ComparedCheckpoint> MainWindow::openCheckpoints() const
{
    const OpenedCheckpointPtr& opened = m_document->current();
    if (!opened)
        return {};
    SecretSource secret;
    if (const SecretPtr& known = m_document->secret())
        secret = [known] { return known; };
    return {{opened->checkpoint->path, opened->checkpoint, std::move(secret)}};
}

QString MainWindow::failure() const
{
    const auto& error = m_document->error();
    return error ? printableText(toQString(describe(*error))) : QString();
}

QString MainWindow::requestError() const
{
    if (m_filter->hasError())
        return tr("filter: %1").arg(shownText(m_filter->error()));
    if (m_applied.figure && m_document->current())
        return tr("--view %1 is for the folder of a training run").arg(wordOf(*m_applied.figure));
    return m_selection->error();
}

void MainWindow::stopWork()
{
    if (m_noticeBar->hasQuestion()) // the next press stops running work
        return m_noticeBar->dismissQuestions();
    if (m_document->state() == Document::State::Loading)
        return m_document->stop();
    m_details->stopWork();
    m_scan->stop();
    m_edits->session().stopStaging();
    m_tree->stopExpanding();
}

void MainWindow::updateState()
{
    m_actions->update(*m_document, m_scan->scan());
    m_commands->setEnabled(!m_document->path().isEmpty());
    m_actions->stop->setEnabled(m_document->state() == Document::State::Loading || m_details->hasStoppableWork()
        || m_scan->isBusy() || m_tree->isExpanding() || m_edits->session().isStaging() || m_noticeBar->hasQuestion());
    emit idleChanged();
}

void MainWindow::showRun(const QString& path)
{
    const bool replaces = !m_document->current();
    auto* const window = new RunWindow(m_remembers, path);
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (replaces)
        window->apply(m_applied);
    if (testAttribute(Qt::WA_DontShowOnScreen)) { // a screenshot shows whatever window has the path
        emit replacedBy(window);
        return;
    }
    window->show();
    if (replaces)
        close();
}

void MainWindow::openInNewWindow(const QString& path)
{
    auto* const window = new MainWindow(m_remembers, path);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_remembers)
        m_layout->save();
    if (WriteDialog* const dialog = m_writing->writingDialog()) { // the user can stop it there
        dialog->raise();
        dialog->activateWindow();
        return event->ignore();
    }
    if (!m_guard->isClear()) {
        m_guard->proceed(tr("Close the window without saving the changes?"), [this] {
            m_edits->session().clear();
            close();
        });
        return event->ignore();
    }
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_actions->updateIcons();
    QMainWindow::changeEvent(event);
}

} // namespace loupe
