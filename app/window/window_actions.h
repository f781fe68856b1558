#pragma once

#include "app/window/menu_actions.h"
#include "views/details/details_pages.h"

class QActionGroup;
class QMainWindow;
class QMenu;
class QToolBar;

namespace loupe {

class CommandCopier;
class Document;
class EditControl;
class HealthScan;
class OrderedTreeView;
class RecentPairsMenu;

/// The actions, menus and tool bar of the window.
class WindowActions : public MenuActions {
    Q_OBJECT

public:
    explicit WindowActions(QMainWindow& window);

    QAction* openFile;
    QAction* openFolder;
    QAction* openLocation;
    QAction* compare;
    QAction* compareLocation;
    QAction* reload;
    QAction* save;
    QAction* saveAs;
    QAction* saveWhole;
    QAction* convert;
    QAction* exportTensors;
    QAction* merge;
    QAction* scan; ///< stops the scan while it is running
    QAction* exportScan;
    QAction* close;
    QAction* quit;
    QAction* copyNames;
    QAction* find;
    QAction* stop;
    QAction* expandAll;
    QAction* collapseAll;
    QAction* naturalOrder;
    QAction* storedTensors; ///< checkable; shows stored tensors instead of the quantized weights made of them
    RecentPairsMenu* recentPairs;

    /// Adds actions to the Edit menu.
    void addEditing(const EditControl& editing);

    /// Adds actions to the Edit menu.
    void addCopying(CommandCopier& commands);

    /// Adds actions to the View menu.
    void addToView(const QActionGroup& forms, OrderedTreeView& tree);

    QToolBar* toolBar() const { return m_toolBar; }
    /// Updates which actions are enabled.
    void update(const Document& document, const HealthScan& scanning);
    /// Redraws the icons after a change of the palette.
    void updateIcons();

signals:
    void recentChosen(const QString& path);
    void tabChosen(loupe::DetailsTab tab);

private:
    void makeMenus();
    void fillRecent();
    void updateScan(bool open, const HealthScan& scanning);

    QMainWindow& m_window;
    QToolBar* m_toolBar;
    QMenu* m_recent;
    QMenu* m_edit;
    QMenu* m_view;
};

} // namespace loupe
