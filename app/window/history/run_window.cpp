#include "app/window/history/run_window.h"

#include "app/window/command/command_copier.h"
#include "app/window/compare/compare_window.h"
#include "app/window/history/run_actions.h"
#include "app/window/history/run_notices.h"
#include "app/window/main_window.h"
#include "app/window/opening/drop_control.h"
#include "app/window/opening/open_checkpoints.h"
#include "app/window/opening/open_filters.h"
#include "app/window/recent/recent_files.h"
#include "core/text/text.h"
#include "items/history/run_model.h"
#include "items/history/run_session.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/location.h"
#include "items/tree/filter_words.h"
#include "items/tree/tensor_tree_model.h"
#include "views/history/history_chart.h"
#include "views/history/history_view.h"
#include "views/history/run_table.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"
#include "views/kit/size_on_screen.h"
#include "views/kit/status_row.h"
#include "views/kit/table_copy.h"
#include "views/kit/title_text.h"
#include "views/tree/filter_edit.h"
#include "views/tree/node_names.h"
#include "views/tree/tensor_tree_view.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>

#include <algorithm>

namespace loupe {

namespace {

const QString runGeometryKey = QStringLiteral("run/geometry");
const QString runColumnsKey = QStringLiteral("run/columns");
const QString runRowsKey = QStringLiteral("run/rows");

constexpr qint64 mostRunNames = 50; ///< per choice; also limited by what fits into a command
constexpr std::size_t mostOpened = 8; ///< windows opened at once

} // namespace

RunWindow::RunWindow(bool remembers, const QString& path)
    : m_remembers(remembers)
    , m_session(new RunSession(remembers, this))
    , m_model(new RunModel(*m_session, this))
    , m_table(new RunTable(*m_model))
    , m_tensors(new TensorTreeModel(this))
    , m_tree(new TensorTreeView)
    , m_view(new HistoryView(*m_session))
    , m_filterWords(new FilterWords(FilterSubject::Tensors, this))
    , m_filter(new FilterEdit)
    , m_noticeBar(new NoticeBar(this))
    , m_status(new StatusRow(*statusBar(), *m_noticeBar))
    , m_steps(m_status->addFigure(tr("Steps"), StatusRow::Room::Kept))
    , m_read(m_status->addFigure(tr("Values"), StatusRow::Room::Kept))
    , m_notices(new RunNotices(*m_session, *m_noticeBar, this))
    , m_actions(new RunActions(*this, *m_filter))
{
    layOut();
    connectActions();
    connectSession();
    connectViews();
    setWindowTitle(titleText(QFileInfo(path).fileName()));
    setWindowFilePath(path);
    m_status->setPath(path);
    showSubject(0);
    m_session->open(path);
    updateState();
}

RunWindow::~RunWindow() = default;

void RunWindow::layOut()
{
    m_noticeBar->setObjectName(QStringLiteral("notices"));
    m_filter->setWords(m_filterWords);
    if (m_remembers)
        m_filter->offerSaved();
    m_tree->setTensorModel(m_tensors);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_rows = new QSplitter(Qt::Vertical);
    m_rows->addWidget(m_table);
    m_rows->addWidget(m_tree);
    m_rows->setChildrenCollapsible(false);
    m_rows->setSizes({400, 300});
    m_columns = new QSplitter(Qt::Horizontal);
    m_columns->addWidget(m_rows);
    m_columns->addWidget(m_view);
    m_columns->setStretchFactor(0, 2);
    m_columns->setStretchFactor(1, 3);
    m_columns->setChildrenCollapsible(false);
    m_columns->setSizes({480, 800});
    setCentralWidget(m_columns);
    resize(1280, 800);
    m_table->setFocus();
    if (!m_remembers)
        return;
    const QSettings settings;
    if (!restoreGeometry(settings.value(runGeometryKey).toByteArray()))
        fitToScreen(*this);
    m_columns->restoreState(settings.value(runColumnsKey).toByteArray());
    m_rows->restoreState(settings.value(runRowsKey).toByteArray());
}

void RunWindow::connectActions()
{
    connect(m_actions->openFile, &QAction::triggered, this, [this] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("Open checkpoint"), m_session->path(), openFilters(), nullptr, QFileDialog::HideNameFilterDetails);
        if (!path.isEmpty())
            openInNewWindow(path);
    });
    connect(m_actions->openFolder, &QAction::triggered, this, [this] {
        const QString path =
            QFileDialog::getExistingDirectory(this, tr("Open folder"), QFileInfo(m_session->path()).path());
        if (!path.isEmpty())
            openInNewWindow(path);
    });
    connect(m_actions->openStep, &QAction::triggered, this, &RunWindow::openSelected);
    connect(m_actions->compareSteps, &QAction::triggered, this, &RunWindow::compareSelected);
    connect(m_actions->reload, &QAction::triggered, m_session, &RunSession::reload);
    connect(m_actions->compute, &QAction::triggered, m_session, &RunSession::start);
    connect(m_actions->stop, &QAction::triggered, m_session, &RunSession::stop);
    connect(m_actions->copyData, &QAction::triggered, m_view, &HistoryView::copyData);
    connect(m_actions->allTensors, &QAction::triggered, m_tree, [this] { m_tree->selectionModel()->clear(); });
    connect(m_actions->firstNonfinite, &QAction::triggered, m_table, [this] {
        if (const int row = m_model->firstNonfinite(); row >= 0)
            m_table->selectStep(row);
    });
    m_actions->addCopying(*new CommandCopier(*m_noticeBar, *this, [this] { return shownState(); }));
    connect(m_actions, &RunActions::figureChosen, m_view, &HistoryView::setFigure);
    auto* const drops = new DropControl(*this, [] { return false; });
    connect(drops, &DropControl::dropped, this, [this](const QStringList& paths) {
        for (const QString& path : paths)
            openInNewWindow(path);
    });
}

void RunWindow::connectSession()
{
    connect(m_session, &RunSession::runChanged, this, &RunWindow::showRun);
    connect(m_session, &RunSession::figuresChanged, this, &RunWindow::updateState);
    connect(m_session, &RunSession::busyChanged, this, &RunWindow::updateState);
    connect(m_session, &RunSession::failed, this, &RunWindow::updateState);
    connect(m_session, &RunSession::namedChanged, this, [this] {
        m_tensors->setCheckpoint(m_session->named());
        m_filterWords->setCheckpoints(
            m_session->named() ? FilterWords::Checkpoints{m_session->named()->checkpoint} : FilterWords::Checkpoints());
        selectWanted();
        updateState();
    });
    connect(m_noticeBar, &NoticeBar::changed, this, &RunWindow::idleChanged);
}

void RunWindow::connectViews()
{
    connect(m_table, &RunTable::choiceChanged, this, &RunWindow::showRows);
    connect(m_table, &RunTable::rowActivated, this, &RunWindow::openStep);
    connect(m_view, &HistoryView::rowSelected, m_table, &RunTable::selectStep);
    connect(m_view, &HistoryView::rowActivated, this, &RunWindow::openStep);
    connect(m_view, &HistoryView::saveFailed, m_notices, &RunNotices::showSaveFailure);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunWindow::chooseSelected);
    connect(m_tree, &QWidget::customContextMenuRequested, this, [this](QPoint place) {
        auto* const menu = new QMenu(m_tree);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        connect(menu->addAction(tr("Copy names")), &QAction::triggered, m_tree, &TensorTreeView::copyNames);
        menu->addAction(m_actions->allTensors);
        menu->addSeparator();
        connect(menu->addAction(tr("Expand all")), &QAction::triggered, m_tree, &TensorTreeView::expandAll);
        connect(menu->addAction(tr("Collapse all")), &QAction::triggered, m_tree, &TensorTreeView::collapseAll);
        menu->popup(m_tree->viewport()->mapToGlobal(place));
    });
    connect(m_filter, &FilterEdit::filterChanged, m_tensors, &TensorTreeModel::setFilter);
    connect(m_filter, &FilterEdit::left, m_tree, qOverload<>(&QWidget::setFocus));
    connect(m_tree, &TensorTreeView::filterWanted, m_filter, &FilterEdit::setText);
    connect(m_tensors, &TensorTreeModel::filterError, m_filter, &FilterEdit::setError);
    connect(m_tensors, &TensorTreeModel::arrangementStarted, this, &RunWindow::idleChanged);
    connect(m_tensors, &TensorTreeModel::namesKnown, this, &RunWindow::idleChanged);
    connect(m_tensors, &TensorTreeModel::arrangementFinished, this, [this] {
        selectWanted();
        updateState();
    });
    connect(m_tree, &TensorTreeView::expandingChanged, this, &RunWindow::idleChanged);
}

void RunWindow::apply(const Options& options)
{
    m_wanted = options.select;
    if (options.figure)
        m_view->setFigure(*options.figure);
    if (!options.filter.isEmpty())
        m_filter->setText(options.filter);
    selectWanted();
}

ShownState RunWindow::shownState() const
{
    ShownState state;
    state.options.paths = {absoluteName(m_session->path())};
    state.options.figure = m_view->figure();
    state.options.filter = m_tensors->filter();
    for (const std::string& name : m_session->names()) {
        if (canBeSelected(name))
            state.options.select << toQString(name);
    }
    return state;
}

/// Computes the figures of the requested tensors instead of all.
void RunWindow::selectWanted()
{
    if (m_wanted.isEmpty() || !m_session->named() || m_tensors->isArranging() || !m_tensors->tree())
        return;
    std::vector<std::string> names;
    for (const QString& name : m_wanted)
        names.push_back(name.toStdString());
    std::vector<NameTree::NodeId> nodes;
    const auto found = findNodes(*m_tensors->tree(), names);
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i])
            nodes.push_back(*found[i]);
        else if (m_selectError.isEmpty())
            m_selectError = tr("There is no tensor or group %1.").arg(shownText(m_wanted[qsizetype(i)]));
    }
    m_wanted.clear();
    m_tree->selectNodes(nodes);
}

void RunWindow::chooseSelected()
{
    std::vector<std::string> names;
    const qint64 selected = selectedRowCount(*m_tree->selectionModel());
    if (const NameTree* const tree = m_tensors->tree()) {
        for (const QModelIndex& row : selectedRows(*m_tree->selectionModel(), mostRunNames))
            names.emplace_back(tree->path(m_tensors->nodeAt(row)));
    }
    m_session->choose(std::move(names));
    showSubject(selected);
    updateState();
}

void RunWindow::showSubject(qint64 selected)
{
    const auto& names = m_session->names();
    if (names.empty())
        return m_view->setSubject(tr("All tensors"));
    const QString first = shownText(names.front());
    if (selected > mostRunNames)
        m_view->setSubject(
            tr("%1 and %2 other(s); the rest of %3 selected is left out", nullptr, pluralOf(names.size() - 1))
                .arg(first, groupedCount(names.size() - 1), groupedCount(std::uint64_t(selected))));
    else if (names.size() > 1)
        m_view->setSubject(
            tr("%1 and %2 other(s)", nullptr, pluralOf(names.size() - 1)).arg(first, groupedCount(names.size() - 1)));
    else
        m_view->setSubject(first);
}

void RunWindow::showRun()
{
    if (m_remembers)
        RecentFiles::add(m_session->path());
    updateState();
}

void RunWindow::showRows()
{
    const std::vector<int> rows = m_table->selectedRows();
    const QModelIndex current = m_table->currentIndex();
    m_view->setSelection(rows, current.isValid() && !rows.empty() ? std::optional(current.row()) : std::nullopt);
    updateState();
}

void RunWindow::showStatus()
{
    const auto& steps = m_session->history().steps;
    if (steps.empty())
        return;
    const auto broken = std::uint64_t(std::ranges::count_if(
        steps, [](const HistoryStep& step) { return !step.figures && !step.checkpoint.whyNotWhole.empty(); }));
    const auto read =
        std::uint64_t(std::ranges::count_if(steps, [](const HistoryStep& step) { return step.figures.has_value(); }));
    QString text = tr("%1 checkpoint(s)", nullptr, pluralOf(steps.size())).arg(groupedCount(steps.size()));
    text += QStringLiteral(" · ") + toQString(formatBytes(m_session->bytes()));
    if (broken > 0)
        text += QStringLiteral(" · ") + tr("%1 incomplete", nullptr, pluralOf(broken)).arg(groupedCount(broken));
    m_status->setFigure(m_steps, text);
    m_status->setFigure(m_read, m_session->isComplete() ? finiteText(read) : tr("%1 read").arg(groupedCount(read)));
}

/// Empty if a notice already reports NaN or infinities, or if no checkpoint has figures.
QString RunWindow::finiteText(std::uint64_t read) const
{
    const auto& steps = m_session->history().steps;
    if (std::ranges::none_of(steps, hasFigures) || m_session->history().firstNonfinite())
        return {};
    const QString finite = read == steps.size()
        ? tr("no NaN or Inf")
        : tr("no NaN or Inf in the %1 of %2 checkpoint(s) that could be read", nullptr, pluralOf(steps.size()))
              .arg(groupedCount(read), groupedCount(steps.size()));
    std::uint64_t unknown = 0; // tensors of one step
    for (const HistoryStep& step : steps)
        unknown = std::max(unknown, step.figures ? step.figures->unknown : 0);
    return unknown == 0
        ? finite
        : tr("%1; values of %2 tensor(s) unknown", nullptr, pluralOf(unknown)).arg(finite, groupedCount(unknown));
}

QString RunWindow::emptyText() const
{
    if (m_session->isListing())
        return tr("Listing the checkpoints…");
    if (m_session->history().steps.empty())
        return m_session->error() ? tr("The folder could not be listed.")
                                  : tr("Listing was stopped. Press F5 to retry.");
    if (m_session->isComputing())
        return tr("Reading values…");
    if (m_session->isComplete())
        return std::ranges::any_of(
                   m_session->history().steps, [](const HistoryStep& step) { return step.figures.has_value(); })
            ? tr("No checkpoint that could be read has tensors.")
            : tr("No checkpoint could be read.");
    return tr("Press Compute to read the values of all steps.");
}

void RunWindow::updateState()
{
    const std::size_t rows = m_table->selectedRows().size();
    const bool hasOne = rows == 1;
    m_actions->openStep->setEnabled(rows > 0 && rows <= mostOpened);
    m_actions->compareSteps->setEnabled(
        rows == 2 || (hasOne && m_model->rowBefore(m_table->selectedRows().front()) >= 0));
    m_actions->compute->setEnabled(
        !m_session->isBusy() && !m_session->isComplete() && !m_session->history().steps.empty());
    m_actions->stop->setEnabled(m_session->isBusy());
    m_actions->allTensors->setEnabled(!m_session->names().empty());
    m_actions->firstNonfinite->setEnabled(m_model->firstNonfinite() >= 0);
    m_actions->copyData->setEnabled(m_view->chart().message().isEmpty());
    m_view->setEmptyText(emptyText());
    m_tree->setEmptyText(m_session->isNaming() || m_session->isListing() ? tr("Reading the names of tensors…")
            : !m_session->named()                                        ? tr("No checkpoint could be opened.")
            : m_filter->hasError()          ? tr("The filter is not valid: %1.").arg(shownText(m_filter->error()))
            : m_tensors->filter().isEmpty() ? tr("The last whole checkpoint has no tensors.")
                                            : tr("No tensor matches the filter."));
    showStatus();
    emit idleChanged();
}

void RunWindow::openInNewWindow(const QString& path)
{
    auto* const window = new MainWindow(m_remembers, path);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
}

void RunWindow::openStep(int row)
{
    openInNewWindow(m_model->pathAt(row));
}

void RunWindow::openSelected()
{
    for (const int row : m_table->selectedRows())
        openStep(row);
}

void RunWindow::compareSelected()
{
    std::vector<int> rows = m_table->selectedRows();
    if (rows.size() == 1)
        rows.insert(rows.begin(), m_model->rowBefore(rows.front()));
    if (rows.size() == 2 && rows.front() >= 0)
        CompareWindow::openNew(
            m_remembers, openCheckpointAt(m_model->pathAt(rows[0])), openCheckpointAt(m_model->pathAt(rows[1])));
}

bool RunWindow::isIdle() const
{
    return !m_session->isBusy() && !m_tensors->isArranging() && !m_tensors->isNaming() && !m_tree->isExpanding();
}

QString RunWindow::failure() const
{
    const auto& error = m_session->error();
    return error ? printableText(toQString(describe(*error))) : QString();
}

QString RunWindow::requestError() const
{
    return m_filter->hasError() ? tr("filter: %1").arg(shownText(m_filter->error())) : m_selectError;
}

void RunWindow::closeEvent(QCloseEvent* event)
{
    if (m_remembers) {
        QSettings settings;
        settings.setValue(runGeometryKey, saveGeometry());
        settings.setValue(runColumnsKey, m_columns->saveState());
        settings.setValue(runRowsKey, m_rows->saveState());
    }
    JobWindow::closeEvent(event);
}

void RunWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_actions->updateIcons();
    JobWindow::changeEvent(event);
}

} // namespace loupe
