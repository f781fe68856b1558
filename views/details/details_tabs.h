#pragma once

#include "items/session/opened_checkpoint.h"

#include <QTabWidget>

#include <cstdint>
#include <optional>

namespace loupe {

class ChangesPanel;
class EditSession;
class HeatMapView;
class HexView;
class HistogramCache;
class HistogramView;
class MetadataView;
class OverviewView;
class SummaryCache;
class ValuesView;

// GCC takes a scoped enumerator for one that hides loupe::Metadata.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class DetailsTab : std::uint8_t { Overview, Histogram, HeatMap, Values, Hex, Metadata, Changes };
#pragma GCC diagnostic pop

/// The right side of the window: everything about the open checkpoint and the one selected tensor. A tab that needs
/// work asks for it only while it is the one shown.
class DetailsTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit DetailsTabs(QWidget* parent = nullptr);
    ~DetailsTabs() override;

    /// Null: nothing is open. Forgets the selected tensor.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// Index into Checkpoint::tensors; nothing where a group or nothing is selected.
    void setTensor(std::optional<std::uint32_t> tensor);
    std::optional<std::uint32_t> tensor() const { return m_tensor; }

    /// What is staged is shown and edited there. To be called once; the tabs do not own it.
    void setEditSession(EditSession* session);

    void showTab(DetailsTab tab);
    DetailsTab currentTab() const;
    /// Shows the byte at `offset` of file number `file` in the hex view. Offset from the first byte of the file.
    void showOffset(std::uint32_t file, std::uint64_t offset);
    /// Selects `tensor` and shows its bytes from the first one, whatever the hex view showed.
    void showTensorBytes(std::uint32_t tensor);
    /// Selects `tensor` and shows its values from this element on, whichever slice it is in.
    void showElement(std::uint32_t tensor, std::uint64_t element);
    /// Selects `tensor` and begins to compute its digest on the overview.
    void computeDigest(std::uint32_t tensor);

    /// What has been computed so far: the filter may ask it, the window shows its progress.
    SummaryCache& summaries() { return *m_summaries; }
    /// Histograms with bins that someone chose: the window shows their progress.
    HistogramCache& histograms() { return *m_histograms; }

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

private:
    void showPlace(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset);
    void updateShown();
    void updateHistogram();
    void connectHistogram();
    void connectFigures(SummaryCache& summaries, HistogramCache& histograms);
    SummaryCache& shownSummaries() const;
    HistogramCache& shownHistograms() const;
    void followSummaries(bool running);
    void updateBusy();
    QString nameOf(std::uint32_t tensor) const;

    OverviewView* m_overview;
    HistogramView* m_histogram;
    HeatMapView* m_heatMap;
    ValuesView* m_values;
    HexView* m_hex;
    MetadataView* m_metadata;
    ChangesPanel* m_changes;
    SummaryCache* m_summaries;
    HistogramCache* m_histograms;
    SummaryCache* m_codeSummaries; ///< of OpenedCheckpoint::codes
    HistogramCache* m_codeHistograms;
    OpenedCheckpointPtr m_opened;
    std::optional<std::uint32_t> m_tensor;
    bool m_wasBusy = false;
};

} // namespace loupe
