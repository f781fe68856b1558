#pragma once

#include "items/compare/paired_checkpoints.h"

#include <QMainWindow>
#include <QString>

#include <vector>

namespace loupe {

/// A window that knows whether it is idle, so that a screenshot can be taken when it is complete.
class JobWindow : public QMainWindow {
    Q_OBJECT

public:
    /// True if nothing is being opened, sorted or computed for the content.
    virtual bool isIdle() const = 0;
    /// Why the last open failed; empty if it did not.
    virtual QString failure() const = 0;
    /// The error in the requested selection or filter
    virtual QString requestError() const = 0;

    /// The open checkpoints, for reuse by other windows.
    virtual std::vector<ComparedCheckpoint> openCheckpoints() const = 0;

signals:
    /// Work may have begun or ended: see isIdle().
    void idleChanged();
    /// Another window, which is about to appear, shows what was to be opened and replaces this one.
    void replacedBy(loupe::JobWindow* window);
};

} // namespace loupe
