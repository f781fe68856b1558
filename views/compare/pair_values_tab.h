#pragma once

#include "items/compare/pair/pair_pages.h"
#include "items/values/value_pages.h"
#include "views/compare/comparison_tab.h"

#include <optional>
#include <vector>

namespace loupe {

class ElidedLabel;
class PairCellsSwitch;
class ValuesArea;
class ValuesPanel;

/// The values of the selected pair, of any size, in one table. Each cell shows A, B and B − A side by side, or one of
/// them. If the shapes differ, nothing is subtracted: each side has its own cells within the larger table. If the
/// numbers of axes differ too, each side is shown as a flat list of its elements. Reads only what is shown, and only
/// while the tab is visible.
class PairValuesTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit PairValuesTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId> node) override;
    /// Goes to the first difference of the pair once it is known, unless the user has already moved elsewhere.
    void onResultsAdded(bool ended) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    void stop() override;

    /// Moves to an element in any slice. If the shapes differ, `element` is an index into the larger table.
    void goTo(std::uint64_t element);
    /// Searches the whole tensor for the next element that differs. Does nothing if the shapes differ.
    void findDifference(SearchDirection direction);

    ValuesArea& area() const { return *m_area; }
    ValuesPanel& panel() const { return *m_panel; }
    PairCellsSwitch& cells() const { return *m_cells; }
    /// The sides that the table's cells show, from left to right.
    const std::vector<PairSide>& sides() const { return m_sides; }
    /// The sentence shown instead of the table; empty while the table is shown.
    QString message() const;

private:
    void connectPanel();
    void connectTable();
    void connectJobs();
    const TensorPair& pair() const { return m_results->paired()->pairs[*m_node]; }
    QString whyNoTable() const;
    void showPair();
    void showSlice();
    void showTable();
    void showCells();
    void showScale();
    void showMessage(const QString& sentence);
    void showInterrupted(const QString& sentence);
    void clearTable(const QString& sentence);
    void resume();
    void showTitle();
    QString titleOf(PairSide side) const;
    void goToFirstDifference();
    void requestPage(const SliceWindow& window);
    void copy(const SliceWindow& window);
    /// Indexes into sides() of the chosen values.
    std::vector<std::size_t> shownCells() const;
    QString textOf(PairSide side, Slice::Cell cell) const;
    void updateReadout();
    void forgetOrigin();
    void askForOrigin(Slice::Cell cell);
    void updateControls();
    bool canSearch() const;

    ComparisonResultsPtr m_results;
    std::optional<NameTree::NodeId> m_node;
    SlicedPair m_pair; ///< if neither side has a checkpoint, nothing is shown
    Slice m_whole; ///< covers the cells of both sides
    std::vector<PairSide> m_sides; ///< the sides that the pair has
    bool m_active = false;
    bool m_wentToFirst = false; ///< or does not need to
    std::optional<SliceWindow> m_waiting; ///< requested while the tab was hidden
    std::optional<SliceWindow> m_reading; ///< being read
    std::optional<std::uint64_t> m_resumeAt; ///< the element under the cursor when reading was interrupted
    PairPages m_pages;
    ValueSearch m_search;
    JobRunner m_originJob;
    std::optional<std::uint64_t> m_originOf; ///< the element requested last
    ElidedLabel* m_title; ///< shown if the two sides differ
    PairCellsSwitch* m_cells;
    ValuesPanel* m_panel;
    ValuesArea* m_area;
};

} // namespace loupe
