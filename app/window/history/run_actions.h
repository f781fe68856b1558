#pragma once

#include "app/window/menu_actions.h"
#include "items/history/run_figure.h"

class QMainWindow;
class QMenu;

namespace loupe {

class CommandCopier;
class FilterEdit;

/// The actions, menus and tool bar of a run's window.
class RunActions : public MenuActions {
    Q_OBJECT

public:
    /// Places `filter` in the tool bar.
    RunActions(QMainWindow& window, FilterEdit& filter);

    QAction* openFile; ///< in another window
    QAction* openFolder; ///< in another window
    QAction* openStep; ///< opens each selected checkpoint in its own window
    QAction* compareSteps;
    QAction* reload;
    QAction* compute; ///< computes what was skipped because of a stop or the size of the run
    QAction* stop;
    QAction* copyData;
    QAction* allTensors; ///< shows the figures of all tensors
    QAction* firstNonfinite; ///< selects the first checkpoint with NaN or infinities
    QAction* find; ///< focuses the filter

    /// Adds actions to the Edit menu.
    void addCopying(CommandCopier& commands);
    /// Redraws the icons after a change of the palette.
    void updateIcons();

signals:
    void figureChosen(loupe::RunFigure figure);

private:
    void makeMenus();
    void makeToolBar(FilterEdit& filter);

    QMainWindow& m_window;
    QMenu* m_edit = nullptr;
    QAction* m_close;
    QAction* m_quit;
};

} // namespace loupe
