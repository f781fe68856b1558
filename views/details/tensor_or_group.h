#pragma once

#include "items/session/opened_checkpoint.h"

#include <QStackedWidget>

#include <memory>
#include <optional>

namespace loupe {

class DetailsPage;
class GroupView;
class KnownGroup;

/// A view of one tensor; while a group is selected, the details of that group in its place.
class TensorOrGroup : public QStackedWidget {
public:
    /// `page` gets what the details of the group say; it and `known` outlive this.
    TensorOrGroup(QWidget* tensorView, KnownGroup& known, DetailsPage& page);

    GroupView& group() const { return m_group; }
    bool isBusy() const;

    void setCheckpoint(const OpenedCheckpointPtr& opened);
    /// What is shown follows with showChosen() or setActive(), once all is set: until then no work begins that would
    /// have to stop again. Whether a tensor is selected, which comes before a group.
    void setHasTensor(bool has);
    /// Likewise. False where it is the same as before.
    bool setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree);
    /// Nothing if the view of a tensor is shown.
    std::optional<NameTree::NodeId> shownGroup() const;
    /// False: nobody looks, and nothing is computed.
    void setActive(bool active);
    void showChosen();

private:
    GroupView& m_group;
    OpenedCheckpointPtr m_opened;
    std::optional<NameTree::NodeId> m_node; ///< the selected group
    std::shared_ptr<const NameTree> m_tree; ///< that it is in
    bool m_hasTensor = false;
    bool m_active = false;
};

} // namespace loupe
