#pragma once

#include "core/tree/name_tree.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <span>
#include <vector>

namespace loupe {

/// Opens or closes many groups of a tree view in slices of a few milliseconds, one per turn of the event loop.
class TreeExpansion : public QObject {
    Q_OBJECT

public:
    using Groups = std::vector<NameTree::NodeId>;
    /// Opens or closes some of the groups.
    using Step = std::function<void(std::span<const NameTree::NodeId>)>;

    explicit TreeExpansion(QObject* parent = nullptr);

    /// Runs the first slice immediately; if there are few groups, finished() is emitted before this returns.
    /// Precondition: not running.
    void start(Groups groups, Step step);
    /// Returns the groups that were not reached. finished() is not emitted.
    Groups stop();
    bool isRunning() const { return m_timer.isActive(); }

signals:
    /// All groups were processed; isRunning() is false.
    void finished();

private:
    void goOn();

    Groups m_groups;
    std::size_t m_next = 0;
    Step m_step;
    QTimer m_timer; ///< active while groups are left
};

} // namespace loupe
