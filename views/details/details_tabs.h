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

/// The right side of the window: everything about the open checkpoint and the selected tensor or group. A tab that
/// needs work asks for it only while it is the one shown.
class DetailsTabs : public QTabWidget {
    Q_OBJECT

public:
    /// `figures` are those of the checkpoints that setCheckpoint() gets, and get them first.
    explicit DetailsTabs(Figures& figures, QWidget* parent = nullptr);
    ~DetailsTabs() override;

    /// Null: nothing is open. Forgets the selected tensor.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// The file of the checkpoint is another one now, until the next setCheckpoint().
    void setOutdated();
    /// Index into Checkpoint::tensors; nothing if a group or nothing is selected.
    void setTensor(std::optional<std::uint32_t> tensor);
    std::optional<std::uint32_t> tensor() const { return m_tensor; }
    /// Whether a group is selected.
    bool showsGroup() const { return m_showsGroup; }
    /// Node of the tree, with its tensor or its group; nothing if nothing is selected. `tree` null: the checkpoint's
    /// own.
    void setNode(std::optional<NameTree::NodeId> node, std::shared_ptr<const NameTree> tree = nullptr);

    /// A part of the selected tensor, by its number among QuantizedGroups::Group::parts; nothing: the tensor itself.
    /// Gone with the tensor.
    void setPart(std::optional<std::uint32_t> part);

    /// All rows that are selected in the tree; empty if they are too many to be compared.
    void setSelection(const NodeChoice& choice);

    /// What is staged is shown and edited there. To be called once; the tabs do not own it.
    void setEditSession(EditSession* session);
    /// What it finds is shown there, and it is started there. To be called once; the tabs do not own it.
    void setScan(HealthScan* scan);

    /// As wide as the names of all tabs, whatever their pages would like.
    QSize minimumSizeHint() const override;

    void showTab(DetailsTab tab);
    /// The same for the user, whose keys go to its page where that has uses for them.
    void chooseTab(DetailsTab tab);
    DetailsTab currentTab() const;
    /// Shows the byte at `offset` of file number `file` in the hex view. Offset from the first byte of the file.
    void showOffset(std::uint32_t file, std::uint64_t offset);
    /// Selects `tensor` and shows its bytes from the first one, whatever the hex view showed.
    void showTensorBytes(std::uint32_t tensor);
    /// Selects `tensor` and shows its values from this element on, whichever slice it is in.
    void showElement(std::uint32_t tensor, std::uint64_t element);
    /// What the overview says while nothing is open.
    void setEmptyText(const QString& sentence);
    /// Selects `tensor` and begins to compute its digest on the overview.
    void computeDigest(std::uint32_t tensor);

    /// True while the shown tab waits for a job: a screenshot waits for its end.
    bool isBusy() const;
    /// True while something is being computed that stopWork() ends: statistics, a histogram, a digest, a heat map, a
    /// search.
    bool hasStoppableWork() const;
    void stopWork();

signals:
    void stoppableWorkChanged();
    /// A file that was asked for in a tab could not be written.
    void saveFailed(const QString& sentence);
    void busyChanged(bool busy);
    /// A tensor was chosen inside a tab: the window selects it in the tree, which comes back as setTensor().
    void tensorChosen(std::uint32_t tensor);
    /// Likewise a group.
    void groupChosen(loupe::NameTree::NodeId group);
    /// The tree is to show only what matches.
    void filterWanted(const QString& filter);
    /// What is staged is to be saved to another file.
    void saveWanted();
    void adapterWritingWanted(loupe::AdapterReportPtr report, loupe::AdapterWriting what);
    /// Quantized weights are to be shown in that way.
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
    std::optional<std::uint32_t> m_part; ///< of the tensor
    bool m_wasBusy = false;
};

} // namespace loupe
