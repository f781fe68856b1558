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

/// What a model card's author would want to know of a checkpoint, on one page that scrolls.
class OverviewView : public QScrollArea {
    Q_OBJECT

public:
    explicit OverviewView(QWidget* parent = nullptr);

    /// What the page says of the values' health; to be called once, before there is a checkpoint. The view does not own
    /// it.
    void setScan(HealthScan* scan);
    /// The page names blocks and tensors as they are called once what is staged is saved; to be called once. The view
    /// does not own it.
    void setEditSession(EditSession* session);
    /// Null: nothing is open.
    void setCheckpoint(OpenedCheckpointPtr opened);
    /// Stands on the page while nothing is open.
    void setEmptyText(const QString& sentence);
    /// The tensor that a digest may be asked for, in addition to the file.
    void setTensor(std::optional<std::uint32_t> tensor);

    /// Begins to compute the digest of `tensor`, which is the one offered from now on, as soon as it is on the page.
    void computeDigest(std::uint32_t tensor);

    /// True while facts are being found, or factors of an adapter read; a digest on demand does not count.
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
    /// A byte, and the tensor that it has to do with where there is one.
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
    Renamer m_largest; ///< of the page; null: it names none
    LinkButton* m_largestOne = nullptr; ///< at the top of the page, where there is one
    std::vector<LinkButton*> m_blocks; ///< on the page: a name for each repetition of the facts
    QString m_emptyText;
    QPointer<QLabel> m_empty; ///< shows it; while it is on the page
    Overview m_overview;
    FindingsTable* m_findings = nullptr; ///< on the page, while there is one
    FindingsTable* m_foundByScan = nullptr; ///< on the page, while there is one
    QPointer<AdapterPanel> m_adapter; ///< on the page of an adapter
    DigestPanel* m_digests = nullptr; ///< on the page, while there is one
    StatedDigestsPanel* m_stated = nullptr; ///< likewise, where a file states digests of its tensors
    std::optional<std::uint32_t> m_tensor;
    bool m_digestWanted = false; ///< of m_tensor, once there is a page
};

} // namespace loupe
