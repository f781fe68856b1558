#pragma once

#include "core/tree/name_tree.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <span>
#include <vector>

namespace loupe {

/// Takes a tree view through many groups that are to be opened or closed, in slices of a few milliseconds, one a turn
/// of the event loop.
class TreeExpansion : public QObject {
    Q_OBJECT

public:
    using Groups = std::vector<NameTree::NodeId>;
    /// Opens or closes some of the groups.
    using Step = std::function<void(std::span<const NameTree::NodeId>)>;

    explicit TreeExpansion(QObject* parent = nullptr);

    /// The first slice is done before this returns, and where few groups were all, so is finished(). Precondition: not
    /// running.
    void start(Groups groups, Step step);
    /// Returns the groups that were not reached; finished() does not come.
    Groups stop();
    bool isRunning() const { return m_timer.isActive(); }

signals:
    /// All groups were reached; it is no longer running.
    void finished();

private:
    void goOn();

    Groups m_groups;
    std::size_t m_next = 0;
    Step m_step;
    QTimer m_timer; ///< active while there is something left to do
};

} // namespace loupe
