#pragma once

#include "app/window/menu_actions.h"
#include "views/compare/comparison_tabs.h"

class QActionGroup;
class QMainWindow;
class QToolButton;

namespace loupe {

class CommandCopier;
class FilterEdit;
class OrderedTreeView;
class RecentPairsMenu;

/// The actions, menus and tool bar of a comparison's window.
class CompareActions : public MenuActions {
    Q_OBJECT

public:
    /// Places `filter` in the tool bar.
    CompareActions(QMainWindow& window, FilterEdit& filter);

    QAction* openA; ///< opens another checkpoint as A
    QAction* openB;
    QAction* openLocationA;
    QAction* openLocationB;
    QAction* reload;
    QAction* stop;
    QAction* exportReport;
    QAction* exportDifference;
    QAction* extractAdapter;
    QAction* close;
    QAction* quit;
    QAction* swap; ///< swaps A and B
    QAction* hideIdentical; ///< checkable; toggles a word of the filter
    QAction* next; ///< next difference
    QAction* previous;
    QAction* copyNames;
    QAction* find; ///< focuses the filter
    QAction* expandAll;
    QAction* collapseAll;
    QAction* naturalOrder;
    QAction* pairRenamed;
    QAction* rearrange;
    QAction* pairByName;
    RecentPairsMenu* recentPairs;

    /// Adds actions to the Edit menu.
    void addCopying(CommandCopier& commands);
    /// Adds actions to the View menu.
    void addToView(const QActionGroup& forms, OrderedTreeView& tree);
    /// Redraws the icons after a change of the palette.
    void updateIcons();

signals:
    void tabChosen(loupe::PairTab tab);

private:
    void makeMenus();
    void makeToolBar(FilterEdit& filter);

    QMainWindow& m_window;
    QMenu* m_edit;
    QMenu* m_view;
    QToolButton* m_open; ///< tool bar button
};

} // namespace loupe
