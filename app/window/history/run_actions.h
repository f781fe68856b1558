#pragma once

#include "items/history/run_figure.h"

#include <QAction>
#include <QObject>

class QMainWindow;
class QMenu;

namespace loupe {

class CommandCopier;
class FilterEdit;

/// The actions of a run's window, its menus and its tool bar.
class RunActions : public QObject {
    Q_OBJECT

public:
    /// The tool bar shows the filter.
    RunActions(QMainWindow& window, FilterEdit& filter);

    QAction* openFile; ///< in another window
    QAction* openFolder; ///< the same
    QAction* openStep; ///< the selected checkpoints, each in a window of its own
    QAction* compareSteps;
    QAction* reload;
    QAction* compute; ///< what a stop, or the size of the run, left out
    QAction* stop;
    QAction* copyData;
    QAction* allTensors; ///< figures of all of them
    QAction* firstNonfinite; ///< selects the first checkpoint with NaN or infinities
    QAction* find; ///< focuses the filter

    /// Adds actions to the Edit menu.
    void addCopying(CommandCopier& commands);
    /// Redraws the icons after a change of the palette.
    void updateIcons();

signals:
    void figureChosen(loupe::RunFigure figure);

private:
    QAction* add(const QString& text, const QList<QKeySequence>& shortcuts);
    void makeMenus();
    void makeToolBar(FilterEdit& filter);

    QMainWindow& m_window;
    QMenu* m_edit = nullptr;
    QAction* m_close;
    QAction* m_quit;
};

} // namespace loupe
