#include "app/window/main_window.h"

#include "app/window/command/command_copier.h"
#include "app/window/command/shown_checkpoint.h"
#include "app/window/drag_out_control.h"
#include "app/window/drop_control.h"
#include "app/window/edit_control.h"
#include "app/window/history/run_window.h"
#include "app/window/notices.h"
#include "app/window/open_control.h"
#include "app/window/recent/recent_files.h"
#include "app/window/recent/recent_locations.h"
#include "app/window/scan_control.h"
#include "app/window/selection_control.h"
#include "app/window/size_on_screen.h"
#include "app/window/status_line.h"
#include "app/window/tree_form.h"
#include "app/window/unlock_control.h"
#include "app/window/unsaved_guard.h"
#include "app/window/window_actions.h"
#include "app/window/write_control.h"
#include "core/text/text.h"
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
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

const QString geometryKey = QStringLiteral("window/geometry");
const QString columnsKey = QStringLiteral("window/treeColumns");
const QString splitKey = QStringLiteral("window/columns");
const QString byteMapColorsKey = QStringLiteral("window/byteMapColors");
const QString rowsKey = QStringLiteral("window/rows");

/// The overview's tables need it; the tree has columns that may scroll.

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
    , m_pages(new QStackedWidget)
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
    restoreLayout();
    showCurrent();
    updateState();
    if (m_document->state() == Document::State::Loading) // since before its signals were connected
        m_traffic.begin();
    showOpening();
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut()
{
    m_tree->setTensorModel(m_model);
    m_tree->setAccessibleName(tr("Tensors"));
    m_filter->setWords(m_filterWords);
    if (m_remembers)
        m_filter->offerSaved();

    m_columns = new QSplitter(Qt::Horizontal);
    m_columns->addWidget(m_tree);
    m_columns->addWidget(m_details);
    m_columns->setStretchFactor(0, 4);
    m_columns->setStretchFactor(1, 3);
    m_columns->setChildrenCollapsible(false);

    m_rows = new QSplitter(Qt::Vertical);
    m_rows->addWidget(m_columns);
    m_rows->addWidget(m_byteMap);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 0);
    m_rows->setChildrenCollapsible(false);

    auto* const content = new QWidget;
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_rows);
    layout->addWidget(m_pages, 1);
    setCentralWidget(content);

    QToolBar* const bar = m_actions->toolBar();
    m_filter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->addWidget(m_filter);
    addToolBar(bar);
    resize(1280, 800);
}

void MainWindow::connectDocument()
{
    connect(m_document, &Document::currentChanged, this, &MainWindow::showCurrent);
    connect(m_document, &Document::stateChanged, this, &MainWindow::updateState);
    connect(m_document, &Document::progressed, this, &MainWindow::showOpening);
    connect(m_noticeBar, &NoticeBar::changed, this, &MainWindow::updateState);
    connect(m_document, &Document::stateChanged, this, &MainWindow::showOpening);
    connect(m_document, &Document::stateChanged, this, &MainWindow::updatePage);
    connect(m_document, &Document::stateChanged, this, &MainWindow::stageWanted);
    connect(m_document, &Document::stateChanged, this, [this](Document::State state) {
        if (state == Document::State::Loading)
            m_traffic.begin();
    });
    connect(&m_traffic, &TrafficMeter::changed, this, [this] {
        m_status->showTraffic(m_traffic);
        showOpening();
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
    connect(drops, &DropControl::oneDropped, this, &MainWindow::offerDropped);
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
    connect(m_filter, &FilterEdit::filterChanged, this, &MainWindow::showEmptyText);
    connect(m_filter, &FilterEdit::left, m_tree, qOverload<>(&QWidget::setFocus));
    connect(m_tree, &TensorTreeView::filterWanted, m_filter, &FilterEdit::setText);
    connect(m_model, &TensorTreeModel::filterError, m_filter, &FilterEdit::setError);
    connect(m_model, &TensorTreeModel::filterError, this, &MainWindow::showEmptyText);
    connect(m_model, &TensorTreeModel::arrangementStarted, this, &MainWindow::idleChanged);
    connect(m_model, &TensorTreeModel::namesKnown, this, &MainWindow::idleChanged);
    connect(m_model, &TensorTreeModel::arrangementFinished, this, [this] {
        m_status->showVisible(*m_model);
        showFiltered();
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
    connect(m_opening, &OpenControl::comparisonWanted, this, &MainWindow::compare);
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

void MainWindow::reload()
{
    m_guard->proceed(tr("Reload without saving the changes?"), [this] { m_document->reload(); });
}

void MainWindow::showQuantized(QuantizedView view)
{
    m_actions->update(*m_document, m_scan->scan()); // checked is what is shown
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
    fitByteMap();
    m_tree->setEmptyText(emptyText());
    m_tree->offerNoFilters();
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
    QWidget* const page = showsStart ? static_cast<QWidget*>(m_start) : m_rows;
    if (showsStart && m_remembers)
        m_start->setRecent(RecentFiles::list(), RecentLocations::list());
    m_pages->setCurrentWidget(page);
    m_filter->setEnabled(!showsStart);
    m_actions->find->setEnabled(!showsStart);
    // A page that is hidden asks for no room.
    const auto policy = showsStart ? QSizePolicy::Preferred : QSizePolicy::Ignored;
    m_start->setSizePolicy(policy, policy);
}

/// Shards need a strip each. A height that the user chose stays while the number of shards does.
void MainWindow::fitByteMap()
{
    const std::size_t strips = m_document->current() ? m_document->current()->checkpoint->files.size() : m_strips;
    if (std::exchange(m_strips, strips) == strips)
        return;
    const int wanted = m_byteMap->sizeHint().height();
    m_rows->setSizes({m_rows->height() - wanted, wanted});
}

/// Not before the document is open and can be edited.
void MainWindow::stageWanted()
{
    if (edits().canEdit())
        edits().stageRules(std::exchange(m_wantedEdits, {}));
}

/// What the filter keeps, where it stands beside the tree; and why it keeps nothing.
void MainWindow::showFiltered()
{
    m_byteMap->setKept(m_model->kept());
    showEmptyText();
}

/// An error in the filter leaves the rows of the filter before, which may be none: the sentence is then about the
/// error.
void MainWindow::showEmptyText()
{
    m_tree->setEmptyText(emptyText());
    if (m_document->current() && m_document->current()->tree.tensorCount() > 0)
        m_tree->offerFilters(m_filter->hasError() ? QString() : toQString(m_model->noMatch().instead));
}

/// Where the tree has no rows.
QString MainWindow::emptyText() const
{
    const OpenedCheckpointPtr& opened = m_document->current();
    if (!opened)
        return m_document->state() == Document::State::Loading ? openingText()
                                                               : tr("Open a model file, or drop one here");
    if (opened->tree.tensorCount() == 0)
        return opened->checkpoint->findings.hasErrors() ? tr("The tensors could not be read")
                                                        : tr("This checkpoint has no tensors.");
    if (m_filter->hasError())
        return tr("The filter is not valid: %1.").arg(shownText(m_filter->error()));
    const QString why = toQString(m_model->noMatch().why);
    return m_model->filterNeedsValues() && !m_scan->scan().isComplete() ? tr("No scanned tensor matches the filter.")
        : why.isEmpty()                                                 ? tr("No tensor matches the filter.")
                        : tr("No tensor matches the filter: %1.").arg(why);
}

/// What is known while a file is opened.
QString MainWindow::openingText() const
{
    const QString path = m_document->path();
    const QString name = printableText(path.section(u'/', -1, -1, QString::SectionSkipEmpty));
    const QString text = tr("Opening %1…").arg(name);
    const std::uint64_t bytes = m_traffic.traffic().bytes;
    if (!isLocation(path) || bytes == 0)
        return text;
    return tr("%1\n%2 read over the network", "opening, bytes").arg(text, toQString(formatBytes(bytes)));
}

/// Beside a checkpoint that is open, only the notice says that another one is being opened.
void MainWindow::showOpening()
{
    if (m_document->current())
        return;
    const QString text = emptyText();
    m_tree->setEmptyText(text);
    m_details->setEmptyText(text);
}

bool MainWindow::isIdle() const
{
    return m_document->state() != Document::State::Loading && !m_model->isArranging() && !m_model->isNaming()
        && !m_details->isBusy() && !m_scan->isBusy() && !m_model->isAddingHealth() && !m_tree->isExpanding()
        && m_edits->session().isIdle();
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
    if (m_noticeBar->hasQuestion()) // the next time stops what runs
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
    if (testAttribute(Qt::WA_DontShowOnScreen)) { // a picture: of whatever shows the path
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
    saveLayout();
    if (WriteDialog* const dialog = m_writing->writingDialog()) { // there it can be stopped
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

void MainWindow::restoreLayout()
{
    m_columns->setSizes({704, 572});
    if (!m_remembers)
        return;
    const QSettings settings;
    if (!restoreGeometry(settings.value(geometryKey).toByteArray()))
        fitToScreen(*this);
    m_columns->restoreState(settings.value(splitKey).toByteArray());
    m_rows->restoreState(settings.value(rowsKey).toByteArray());
    m_tree->restoreColumns(settings.value(columnsKey).toByteArray());
    m_byteMap->restoreColoring(settings.value(byteMapColorsKey).toString());
}

void MainWindow::saveLayout() const
{
    if (!m_remembers)
        return;
    QSettings settings;
    settings.setValue(geometryKey, saveGeometry());
    settings.setValue(splitKey, m_columns->saveState());
    settings.setValue(rowsKey, m_rows->saveState());
    settings.setValue(columnsKey, m_tree->saveColumns());
    settings.setValue(byteMapColorsKey, m_byteMap->saveColoring());
}

} // namespace loupe
