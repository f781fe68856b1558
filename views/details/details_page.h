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

/// One tab of the details. Connects a view, which knows nothing of other tabs, with the open checkpoint and the
/// selected tensor.
class DetailsPage : public QObject {
    Q_OBJECT

public:
    /// The tab widget owns the view and its container. The page is destroyed before them.
    explicit DetailsPage(QWidget* view)
        : m_view(view)
    {
    }

    QWidget* view() const { return m_view; }
    /// The tab's content: the view or a container with it.
    virtual QWidget* content() const { return m_view; }

    /// The widget that gets the focus when the user chooses the tab. Null: the focus stays where it was, such as in the
    /// tree.
    virtual QWidget* keyTarget() const { return nullptr; }

    /// Null: nothing is open. Also clears the selection.
    virtual void setCheckpoint(const OpenedCheckpointPtr& /*opened*/) { }
    /// The file has changed on disk, so results that were computed from it are outdated.
    virtual void setOutdated() { }
    /// Index into Checkpoint::tensors; empty if no tensor is selected.
    virtual void setTensor(std::optional<std::uint32_t> /*tensor*/) { }
    /// The selected part of the tensor, an index into QuantizedGroups::stored. Empty: the tensor itself is selected.
    virtual void setPart(std::optional<std::uint32_t> /*stored*/) { }
    /// The selected group in a tree of the checkpoint's tensors. Empty: no group is selected.
    virtual void setGroup(std::optional<NameTree::NodeId> /*group*/, const std::shared_ptr<const NameTree>& /*tree*/) {
    }
    /// The selected rows of the tree, which may include the tensor or group; empty if there are too many.
    virtual void setSelection(const NodeChoice& /*choice*/) { }
    /// Called once. The page does not own it.
    virtual void setEditSession(EditSession* /*session*/) { }
    /// Called once, before a checkpoint is set. The page does not own it.
    virtual void setScan(HealthScan* /*scan*/) { }
    /// Starts work when the tab is shown and stops it when the tab is hidden.
    virtual void setActive(bool /*active*/) { }
    /// True while the content waits for a job. A screenshot waits for its end.
    virtual bool isBusy() const { return false; }
    /// True while a job is running that stop() can end.
    virtual bool canStop() const { return false; }
    virtual void stop() { }

signals:
    /// isBusy() or canStop() may have changed.
    void busyChanged();
    /// Plain text.
    void titleChanged(const QString& title);
    /// A requested file could not be written.
    void saveFailed(const QString& sentence);
    void tensorChosen(std::uint32_t tensor);
    void groupChosen(loupe::NameTree::NodeId group);
    void filterWanted(const QString& filter);
    /// The user wants to see quantized weights in this form.
    void quantizedViewWanted(loupe::QuantizedView view);
    /// The user wants to see the list of pending edits.
    void changesWanted();
    /// The user wants to save the pending edits to another file.
    void saveWanted();
    /// The user wants to merge or rewrite the open adapter.
    void adapterWritingWanted(loupe::AdapterReportPtr report, loupe::AdapterWriting what);
    /// The user chose a value of `tensor`; it should be shown in the Values tab.
    void elementChosen(std::uint32_t tensor, std::uint64_t element);
    /// The user chose a byte, and the tensor that it belongs to, if any. `offset` counts from the first byte of the
    /// file.
    void placeChosen(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset);

private:
    QWidget* m_view;
};

} // namespace loupe
