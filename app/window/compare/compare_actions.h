#pragma once

#include "views/compare/comparison_tabs.h"

#include <QAction>
#include <QObject>

class QActionGroup;
class QMainWindow;
class QToolButton;

namespace loupe {

class CommandCopier;
class FilterEdit;
class OrderedTreeView;
class RecentPairsMenu;

/// The actions of a comparison's window, its menus and its tool bar.
class CompareActions : public QObject {
    Q_OBJECT

public:
    /// The tool bar shows the filter.
    CompareActions(QMainWindow& window, FilterEdit& filter);

    QAction* openA; ///< another one in its place
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
    QAction* swap; ///< A and B
    QAction* hideIdentical; ///< checkable; stands for a word of the filter
    QAction* next; ///< difference
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
    QAction* add(const QString& text, const QList<QKeySequence>& shortcuts);
    void makeMenus();
    void makeToolBar(FilterEdit& filter);

    QMainWindow& m_window;
    QMenu* m_edit;
    QMenu* m_view;
    QToolButton* m_open; ///< of the tool bar
};

} // namespace loupe
