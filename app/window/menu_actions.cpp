#include "app/window/menu_actions.h"

#include "views/tree/sort_menu.h"

#include <QActionGroup>
#include <QMenu>
#include <QToolBar>

namespace loupe {

namespace {

constexpr int toolBarIconSize = 16; // the grid size of the icons

} // namespace

QAction* MenuActions::add(const QString& text, const QList<QKeySequence>& shortcuts)
{
    auto* const action = new QAction(text, this);
    action->setShortcuts(shortcuts);
    return action;
}

QToolBar* MenuActions::newToolBar(const QString& title)
{
    auto* const bar = new QToolBar(title);
    bar->setMovable(false);
    bar->setIconSize({toolBarIconSize, toolBarIconSize});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->toggleViewAction()->setVisible(false);
    return bar;
}

void MenuActions::addTreeActions(
    QMenu& view, const QActionGroup& forms, OrderedTreeView& tree, QAction* expandAll, QAction* naturalOrder)
{
    view.insertActions(expandAll, forms.actions());
    view.insertSeparator(expandAll);
    const QList<QAction*> all = view.actions();
    view.insertMenu(all[all.indexOf(naturalOrder) + 1], new SortMenu(tree, &view));
}

} // namespace loupe
