#pragma once

#include "views/details/details_pages.h"

#include <QTabWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

class EditSession;
class HealthScan;
class HexView;
class OverviewView;
class ValuesView;

/// The right side of the window: everything about the open checkpoint and the selected tensor or group. A tab computes
/// only while it is the current one.
class DetailsTabs : public QTabWidget {
    Q_OBJECT

public:
    /// `figures` belong to the checkpoints passed to setCheckpoint(), and must be given each checkpoint first.
    explicit DetailsTabs(Figures& figures, QWidget* parent = nullptr);
    ~DetailsTabs() override;

    /// Null: nothing is open. Clears the selection.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// The file has changed on disk. Holds until the next setCheckpoint().
    void setOutdated();
    /// Index into Checkpoint::tensors; empty if a group or nothing is selected.
    void setTensor(std::optional<std::uint32_t> tensor);
    std::optional<std::uint32_t> tensor() const { return m_tensor; }
    bool showsGroup() const { return m_showsGroup; }
    /// Selects a tensor or group by its node in `tree`; empty if nothing is selected. `tree` null: the checkpoint's own
    /// tree.
    void setNode(std::optional<NameTree::NodeId> node, std::shared_ptr<const NameTree> tree = nullptr);

    /// Selects a part of the selected tensor by its index in QuantizedGroups::Group::parts. Empty: the tensor itself.
    /// Reset when the tensor changes.
    void setPart(std::optional<std::uint32_t> part);

    /// All selected rows of the tree; empty if there are too many to compare.
    void setSelection(const NodeChoice& choice);

    /// The pending edits to show and change. Call once; the tabs do not own it.
    void setEditSession(EditSession* session);
    /// The scan to start and whose findings to show. Call once; the tabs do not own it.
    void setScan(HealthScan* scan);

    /// Wide enough for the names of all tabs; the pages have no say in it.
    QSize minimumSizeHint() const override;

    void showTab(DetailsTab tab);
    /// As showTab(), for a choice by the user: the page gets the keyboard focus if it can use it.
    void chooseTab(DetailsTab tab);
    DetailsTab currentTab() const;
    /// Shows the byte at `offset` of file number `file` in the hex view. Offset from the first byte of the file.
    void showOffset(std::uint32_t file, std::uint64_t offset);
    /// Selects `tensor` and shows its bytes in the hex view, starting at the first.
    void showTensorBytes(std::uint32_t tensor);
    /// Selects `tensor` and shows its values from this element on, in the slice that contains it.
    void showElement(std::uint32_t tensor, std::uint64_t element);
    /// The text of the overview while nothing is open.
    void setEmptyText(const QString& sentence);
    /// Selects `tensor` and starts to compute its digest on the overview.
    void computeDigest(std::uint32_t tensor);

    /// True while the current tab waits for a job: a screenshot waits for its end.
    bool isBusy() const;
    /// True while stopWork() has something to stop: statistics, a histogram, a digest, a heat map or a search.
    bool hasStoppableWork() const;
    void stopWork();

signals:
    void stoppableWorkChanged();
    /// A tab could not write the requested file.
    void saveFailed(const QString& sentence);
    void busyChanged(bool busy);
    /// The user chose a tensor in a tab. The window selects it in the tree, which calls setTensor().
    void tensorChosen(std::uint32_t tensor);
    /// As above, for a group.
    void groupChosen(loupe::NameTree::NodeId group);
    /// The user wants to filter the tree.
    void filterWanted(const QString& filter);
    /// The user wants to save the pending edits to another file.
    void saveWanted();
    void adapterWritingWanted(loupe::AdapterReportPtr report, loupe::AdapterWriting what);
    /// The user wants to see quantized weights in this form.
    void quantizedViewWanted(loupe::QuantizedView view);

private:
    void add(std::unique_ptr<DetailsPage> page, const QString& title);
    template <typename View>
    View& viewOf(DetailsTab tab) const;
    void showPlace(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset);
    void updateShown();
    void updateBusy();

    std::vector<std::unique_ptr<DetailsPage>> m_pages; ///< in the order of DetailsTab
    OpenedCheckpointPtr m_opened;
    std::optional<std::uint32_t> m_tensor;
    bool m_showsGroup = false;
    std::optional<std::uint32_t> m_part; ///< of the selected tensor
    bool m_wasBusy = false;
};

} // namespace loupe
