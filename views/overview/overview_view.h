#pragma once

#include "items/adapters/adapter_report.h"
#include "items/session/overview.h"
#include "views/overview/page_parts.h"

#include <QPointer>
#include <QScrollArea>

#include <cstdint>
#include <optional>
#include <vector>

class QBoxLayout;
class QLabel;

namespace loupe {

class AdapterPanel;
class DigestPanel;
class EditSession;
class FindingsTable;
class HealthScan;
class LinkButton;
class StatedDigestsPanel;

/// An overview of the checkpoint, with what an author of a model card would want to know, on one scrolling page.
class OverviewView : public QScrollArea {
    Q_OBJECT

public:
    explicit OverviewView(QWidget* parent = nullptr);

    /// The source of the values' health. Call once, before a checkpoint is set. The view does not own it.
    void setScan(HealthScan* scan);
    /// The page shows names of blocks and tensors as they will be after saving the pending edits. Call once. The view
    /// does not own it.
    void setEditSession(EditSession* session);
    /// Null: nothing is open.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// Shown on the page while nothing is open.
    void setEmptyText(const QString& sentence);
    /// The tensor whose digest is offered in addition to that of the file.
    void setTensor(std::optional<std::uint32_t> tensor);

    /// Selects `tensor` for the digest, and starts to compute it as soon as the page is ready.
    void computeDigest(std::uint32_t tensor);

    /// True while facts are being collected or an adapter's factors read. A digest on demand does not count.
    bool isBusy() const;
    bool isComputingDigest() const;
    void stopDigest();

signals:
    void digestRunningChanged();
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);
    void groupChosen(loupe::NameTree::NodeId group);
    void filterWanted(const QString& filter);
    void quantizedViewWanted(loupe::QuantizedView view);
    /// The user wants to merge or rewrite the open adapter.
    void adapterWritingWanted(loupe::AdapterReportPtr report, loupe::AdapterWriting what);
    /// The user chose a byte, and the tensor that it belongs to, if any. `offset` counts from the first byte of the
    /// file.
    void placeChosen(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset);

private:
    void rebuild();
    void startDigest();
    void addTitle(QBoxLayout& page, const ModelCard& card);
    void addArchitecture(QBoxLayout& page, const OverviewFacts& facts);
    void addTotals(QBoxLayout& page, const OverviewFacts& facts);
    void addLargest(QBoxLayout& page, const OverviewFacts& facts);
    void addFindings(QBoxLayout& page);
    void addNotChecked(QBoxLayout& page);
    void showFindings();
    FindingsTable* addFindingsTable(QBoxLayout& page, const QString& heading, const QString& meaning = {});
    void showIn(FindingsTable& table, Findings findings);
    void addQuantization(QBoxLayout& page);
    void addHealth(QBoxLayout& page);
    void showFoundByScan();
    void addStructure(QBoxLayout& page, const OverviewFacts& facts);
    void updateNames();
    void addHighlights(QBoxLayout& page, const OverviewFacts& facts);
    void addAdapter(QBoxLayout& page);
    void addDigests(QBoxLayout& page);
    const Checkpoint& checkpoint() const { return *m_overview.checkpoint()->checkpoint; }

    HealthScan* m_scan = nullptr;
    EditSession* m_edits = nullptr;
    JobRunner m_naming;
    Renamer m_largest; ///< renames the largest tensors on the page; null if it has none
    LinkButton* m_largestOne = nullptr; ///< at the top of the page; may be null
    std::vector<LinkButton*> m_blocks; ///< on the page: one link per repetition in the facts
    QString m_emptyText;
    QPointer<QLabel> m_empty; ///< shows m_emptyText while nothing is open
    Overview m_overview;
    FindingsTable* m_findings = nullptr; ///< null if the page has none
    FindingsTable* m_foundByScan = nullptr; ///< null if the page has none
    QPointer<AdapterPanel> m_adapter; ///< only on the page of an adapter
    DigestPanel* m_digests = nullptr; ///< null if the page has none
    StatedDigestsPanel* m_stated = nullptr; ///< only if a file states digests of its tensors
    std::optional<std::uint32_t> m_tensor;
    bool m_digestWanted = false; ///< compute the digest of m_tensor once the page is ready
};

} // namespace loupe
