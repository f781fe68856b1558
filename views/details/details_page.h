#pragma once

#include "items/adapters/adapter_report.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/node_choice.h"

#include <QObject>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

class EditSession;
class HealthScan;

/// One tab of the details: connects a view, which can stand alone, with the open checkpoint and its selected tensor.
class DetailsPage : public QObject {
    Q_OBJECT

public:
    /// The tab widget owns the view and what it is a part of. The page ends before them.
    explicit DetailsPage(QWidget* view)
        : m_view(view)
    {
    }

    QWidget* view() const { return m_view; }
    /// What the tab shows: the view, or what it is a part of.
    virtual QWidget* content() const { return m_view; }

    /// Where keys go once the user has chosen the tab; null: where they went before, such as through the tree.
    virtual QWidget* keyTarget() const { return nullptr; }

    /// Null: nothing is open. No tensor is selected then.
    virtual void setCheckpoint(const OpenedCheckpointPtr& /*opened*/) { }
    /// The file of the checkpoint is another one now: what was computed of it is of its previous version.
    virtual void setOutdated() { }
    /// Index into Checkpoint::tensors, or nothing.
    virtual void setTensor(std::optional<std::uint32_t> /*tensor*/) { }
    /// A part of the tensor is selected: a tensor of QuantizedGroups::stored; nothing: the tensor itself is.
    virtual void setPart(std::optional<std::uint32_t> /*stored*/) { }
    /// A group of a tree of the checkpoint's tensors is selected, and no tensor; nothing: no group is.
    virtual void setGroup(std::optional<NameTree::NodeId> /*group*/, const std::shared_ptr<const NameTree>& /*tree*/) {
    }
    /// The rows that are selected in the tree, of which one may be the tensor or the group; empty if they are too
    /// many.
    virtual void setSelection(const NodeChoice& /*choice*/) { }
    /// Called once. The page does not own it.
    virtual void setEditSession(EditSession* /*session*/) { }
    /// Called once, before a checkpoint is set. The page does not own it.
    virtual void setScan(HealthScan* /*scan*/) { }
    /// Shown or not: work begins and stops accordingly.
    virtual void setActive(bool /*active*/) { }
    /// True while what is shown waits for a job: a picture waits for its end.
    virtual bool isBusy() const { return false; }
    /// True while something runs that stop() ends.
    virtual bool canStop() const { return false; }
    virtual void stop() { }

signals:
    /// isBusy() or canStop() may have changed.
    void busyChanged();
    /// Plain text.
    void titleChanged(const QString& title);
    /// A file that was asked for could not be written.
    void saveFailed(const QString& sentence);
    void tensorChosen(std::uint32_t tensor);
    void groupChosen(loupe::NameTree::NodeId group);
    void filterWanted(const QString& filter);
    /// Quantized weights are to be shown in that way.
    void quantizedViewWanted(loupe::QuantizedView view);
    /// The list of all that is staged.
    void changesWanted();
    /// What is staged is to be saved to another file.
    void saveWanted();
    /// The user wants to merge or rewrite the open adapter.
    void adapterWritingWanted(loupe::AdapterReportPtr report, loupe::AdapterWriting what);
    /// A value of `tensor` was chosen, to be shown among its values.
    void elementChosen(std::uint32_t tensor, std::uint64_t element);
    /// A byte was chosen, with the tensor that it concerns where there is one.
    void placeChosen(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset);

private:
    QWidget* m_view;
};

} // namespace loupe
