// What CompareWindow offers in its menus and its tool bar.

#include "app/window/compare_notices.h"
#include "app/window/compare_window.h"
#include "app/window/difference_control.h"
#include "app/window/open_checkpoints.h"
#include "app/window/recent_pairs.h"
#include "app/window/theme_menu.h"
#include "items/compare/comparison_session.h"
#include "views/compare/comparison_view.h"
#include "views/kit/icons.h"
#include "views/tree/filter_edit.h"

#include <QAction>
#include <QMenuBar>
#include <QToolBar>

namespace loupe {

QAction* CompareWindow::add(const QString& text, const QList<QKeySequence>& shortcuts)
{
    auto* const action = new QAction(text, this);
    action->setShortcuts(shortcuts);
    return action;
}

void CompareWindow::makeActions()
{
    m_reload = add(tr("&Reload"), {QKeySequence(Qt::Key_F5)});
    m_previous = add(tr("&Previous difference"), {QKeySequence(Qt::ALT | Qt::Key_Up)});
    m_next = add(tr("&Next difference"), {QKeySequence(Qt::ALT | Qt::Key_Down)});
    m_export = add(tr("&Export…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X)});
    m_exportDifference = add(tr("Export &B − A…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)});
    m_stop = add(tr("&Stop"), {QKeySequence(Qt::Key_Escape)});
    m_renames = add(tr("Under &other names…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)});
    m_byName = add(tr("By &name alone"), {});
    m_find = add(tr("&Filter"), {QKeySequence(Qt::CTRL | Qt::Key_F), QKeySequence(Qt::Key_Slash)});
    QAction* const close = add(tr("&Close window"), {QKeySequence(Qt::CTRL | Qt::Key_W)});
    m_reload->setToolTip(tr("Read both files again (F5)"));
    m_previous->setIconText(tr("Previous"));
    m_previous->setToolTip(tr("Select the difference above (Alt+Up)"));
    m_next->setIconText(tr("Next"));
    m_next->setToolTip(tr("Select the difference below (Alt+Down)"));
    m_export->setToolTip(tr("Write the comparison as an HTML report, CSV or JSON (Ctrl+Shift+X)"));
    connect(m_reload, &QAction::triggered, m_session, &ComparisonSession::reload);
    connect(m_previous, &QAction::triggered, this, [this] { goToDifference(false); });
    connect(m_next, &QAction::triggered, this, [this] { goToDifference(true); });
    connect(m_export, &QAction::triggered, this, &CompareWindow::chooseExport);
    connect(m_renames, &QAction::triggered, this, &CompareWindow::reviewRenames);
    connect(m_byName, &QAction::triggered, m_session, &ComparisonSession::pairByName);
    connect(m_exportDifference, &QAction::triggered, m_difference, &DifferenceControl::exportDifference);
    connect(m_difference, &DifferenceControl::openWanted, this, &CompareWindow::openWritten);
    connect(m_stop, &QAction::triggered, this, &CompareWindow::stopWork);
    connect(close, &QAction::triggered, this, &QWidget::close);
    connect(m_find, &QAction::triggered, m_filter, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });

    QMenu* const file = menuBar()->addMenu(tr("&File"));
    auto* const recent = new RecentPairsMenu(this);
    connect(recent, &RecentPairsMenu::chosen, this,
        [this](const QString& a, const QString& b) { openNew(m_remembers, openCheckpointAt(a), openCheckpointAt(b)); });
    file->addMenu(recent);
    file->addSeparator();
    file->addActions({m_reload, m_stop});
    file->addSeparator();
    file->addActions({m_export, m_exportDifference});
    file->addSeparator();
    file->addActions({close});
    QMenu* const view = menuBar()->addMenu(tr("&View"));
    view->addMenu(new ThemeMenu(view));
    menuBar()->addMenu(tr("&Go"))->addActions({m_next, m_previous, m_find});
    menuBar()->addMenu(tr("&Pair"))->addActions({m_renames, m_byName});

    constexpr int iconSize = 16;
    auto* const bar = new QToolBar(tr("Tool bar"));
    bar->setMovable(false);
    bar->setIconSize({iconSize, iconSize});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->toggleViewAction()->setVisible(false);
    bar->addActions({m_reload, m_previous, m_next, m_export});
    bar->addSeparator();
    m_filter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_filter->setPlaceholderText(tr("Filter: name, status:changed, maxabs:>1e-3, rell2:>0.01, dtype:bf16 …"));
    m_filter->setHelp(
        tr("Words are joined by “and”. A word matches the name; * ? [0-3] {a,b} make it a pattern, /…/ a regular "
           "expression.\nstatus:changed  status:only_*  status:renamed  maxabs:>1e-3  rell2:>0.01  "
           "dtype:bf16  shape:4096x*  rank:2  size:>1MB  params:>=1e6\nA - before a word negates it."));
    bar->addWidget(m_filter);
    addToolBar(bar);
    updateIcons();
    m_view->addAction(m_exportDifference); // into its menu
}

void CompareWindow::updateIcons()
{
    m_reload->setIcon(icon(Icon::Reload));
    m_export->setIcon(icon(Icon::Export));
    m_exportDifference->setIcon(icon(Icon::Save));
    m_stop->setIcon(icon(Icon::Stop));
    m_find->setIcon(icon(Icon::Filter));
}

} // namespace loupe
