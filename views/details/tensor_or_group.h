#pragma once

#include "items/session/opened_checkpoint.h"

#include <QStackedWidget>

#include <memory>
#include <optional>

namespace loupe {

class DetailsPage;
class GroupView;
class KnownGroup;

/// Shows a view of one tensor, or the details of the group while one is selected.
class TensorOrGroup : public QStackedWidget {
public:
    /// `page` gets the signals of the group's details. It and `known` must outlive this.
    TensorOrGroup(QWidget* tensorView, KnownGroup& known, DetailsPage& page);

    GroupView& group() const { return m_group; }
    bool isBusy() const;

    void setCheckpoint(const OpenedCheckpointPtr& opened);
    /// Says if a tensor is selected; a tensor takes precedence over a group. Takes effect with showChosen() or
    /// setActive(), so that no job starts until everything is set.
    void setHasTensor(bool has);
    /// Takes effect like setHasTensor(). Returns false if nothing has changed.
    bool setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree);
    /// Empty if the view of a tensor is shown.
    std::optional<NameTree::NodeId> shownGroup() const;
    /// False: the view is hidden, and nothing is computed.
    void setActive(bool active);
    void showChosen();

private:
    GroupView& m_group;
    OpenedCheckpointPtr m_opened;
    std::optional<NameTree::NodeId> m_node; ///< the selected group
    std::shared_ptr<const NameTree> m_tree; ///< the tree with m_node
    bool m_hasTensor = false;
    bool m_active = false;
};

} // namespace loupe
