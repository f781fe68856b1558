#pragma once

#include "items/compare/paired_checkpoints.h"

#include <QMainWindow>
#include <QString>

#include <vector>

namespace loupe {

/// A window that says when there is nothing left to come, so that a picture of it is whole.
class JobWindow : public QMainWindow {
    Q_OBJECT

public:
    /// Nothing is being opened, arranged or computed for what is shown.
    virtual bool isIdle() const = 0;
    /// Why the last open failed; empty if it did not.
    virtual QString failure() const = 0;
    /// What is wrong with the selection or the filter that was asked for; empty if nothing is.
    virtual QString requestError() const = 0;

    /// What the window shows, for others to take as it is.
    virtual std::vector<ComparedCheckpoint> openCheckpoints() const = 0;

signals:
    /// Work may have begun or ended: see isIdle().
    void idleChanged();
    /// What was to be opened is shown by another window, which is on its way to the screen, in place of this one.
    void replacedBy(loupe::JobWindow* window);
};

} // namespace loupe
