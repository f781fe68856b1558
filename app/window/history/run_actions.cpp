#include "app/window/history/run_actions.h"

#include "app/window/command/command_copier.h"
#include "app/window/copy_action.h"
#include "app/window/help_menu.h"
#include "app/window/theme_menu.h"
#include "views/kit/icons.h"
#include "views/tree/filter_edit.h"

#include <QApplication>
#include <QMainWindow>
#include <QMenuBar>
#include <QToolBar>

namespace loupe {

RunActions::RunActions(QMainWindow& window, FilterEdit& filter)
    : MenuActions(&window)
    , openFile(add(tr("&Open…"), QKeySequence::keyBindings(QKeySequence::Open)))
    , openFolder(add(tr("Open &folder…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)}))
    , openStep(add(tr("Open selected &step"), {QKeySequence(Qt::CTRL | Qt::Key_Return)}))
    , compareSteps(add(tr("&Compare steps"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)}))
    , reload(add(tr("&Reload"), {QKeySequence(Qt::Key_F5)}))
    , compute(add(tr("Com&pute figures"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V)}))
    , stop(add(tr("S&top"), {QKeySequence(Qt::Key_Escape)}))
    , copyData(add(tr("Copy &data"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}))
    , allTensors(add(tr("&All tensors"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)}))
    , firstNonfinite(add(tr("First &NaN or Inf"), {QKeySequence(Qt::ALT | Qt::Key_Down)}))
    , find(add(tr("&Filter"), {QKeySequence(Qt::CTRL | Qt::Key_F), QKeySequence(Qt::Key_Slash)}))
    , m_window(window)
    , m_close(add(tr("C&lose window"), {QKeySequence(Qt::CTRL | Qt::Key_W)}))
    , m_quit(add(tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}))
{
    openFile->setIconText(tr("Open"));
    openFile->setToolTip(tr("Open a checkpoint in another window (Ctrl+O)"));
    openStep->setIconText(tr("Open step"));
    openStep->setToolTip(tr("Open the selected checkpoints, each in a window of its own (Return)"));
    compareSteps->setIconText(tr("Compare"));
    compareSteps->setToolTip(tr("Compare two selected steps, or the selected one with the step before (Ctrl+Shift+M)"));
    reload->setToolTip(tr("List the folder again and read what has changed (F5)"));
    compute->setToolTip(tr("Read the values that are not known yet (Ctrl+Shift+V)"));
    allTensors->setToolTip(tr("Show the figures of all tensors (Ctrl+Shift+A)"));
    firstNonfinite->setIconText(tr("First NaN"));
    firstNonfinite->setToolTip(tr("Select the first step with NaN or infinite values (Alt+Down)"));
    connect(find, &QAction::triggered, &filter, [&filter] {
        filter.setFocus(Qt::ShortcutFocusReason);
        filter.selectAll();
    });
    connect(m_close, &QAction::triggered, &window, &QWidget::close);
    connect(m_quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    makeMenus();
    makeToolBar(filter);
    updateIcons();
}

void RunActions::makeMenus()
{
    QMenu* const file = m_window.menuBar()->addMenu(tr("&File"));
    file->addActions({openFile, openFolder});
    file->addSeparator();
    file->addActions({openStep, compareSteps});
    file->addSeparator();
    file->addActions({reload, compute, stop});
    file->addSeparator();
    file->addActions({m_close, m_quit});
    m_edit = m_window.menuBar()->addMenu(tr("&Edit"));
    addCopyFocused(*m_edit);
    m_edit->addActions({copyData, find});
    QMenu* const view = m_window.menuBar()->addMenu(tr("&View"));
    int digit = 0;
    for (const RunFigure figure : allRunFigures) {
        QAction* const action = view->addAction(figureName(figure));
        action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + digit++)));
        connect(action, &QAction::triggered, this, [this, figure] { emit figureChosen(figure); });
    }
    view->addSeparator();
    view->addAction(allTensors);
    view->addSeparator();
    view->addMenu(new ThemeMenu(view));
    m_window.menuBar()->addMenu(tr("&Go"))->addAction(firstNonfinite);
    m_window.menuBar()->addMenu(new HelpMenu(m_window));
}

void RunActions::addCopying(CommandCopier& commands)
{
    commands.addTo(*m_edit, find);
}

void RunActions::makeToolBar(FilterEdit& filter)
{
    QToolBar* const bar = newToolBar(tr("Tool bar"));
    bar->addActions({openFile, reload, openStep, compareSteps, firstNonfinite, allTensors});
    bar->addSeparator();
    filter.setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->addWidget(&filter);
    m_window.addToolBar(bar);
}

void RunActions::updateIcons()
{
    openFile->setIcon(icon(Icon::Open));
    reload->setIcon(icon(Icon::Reload));
    openStep->setIcon(icon(Icon::Tensor));
    compareSteps->setIcon(icon(Icon::Compare));
    firstNonfinite->setIcon(icon(Icon::Warning));
    allTensors->setIcon(icon(Icon::Group));
    compute->setIcon(icon(Icon::Scan));
    stop->setIcon(icon(Icon::Stop));
    copyData->setIcon(icon(Icon::Copy));
    find->setIcon(icon(Icon::Filter));
}

} // namespace loupe
