#pragma once

#include "items/compare/pair_pages.h"
#include "items/values/value_pages.h"
#include "views/compare/comparison_tab.h"

#include <optional>
#include <vector>

namespace loupe {

class ElidedLabel;
class PairCellsSwitch;
class ValuesArea;
class ValuesPanel;

/// The values of the selected pair, of whatever size, in one table: those of A, of B and B - A side by side in each
/// cell, or one of them. Where shapes differ nothing is subtracted, and each side has its own cells of the larger
/// table, or all its elements in order where they have not as many axes. Reads only what is shown, and only while it is
/// on the screen.
class PairValuesTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit PairValuesTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId> node) override;
    /// Goes to the pair's first difference once that is known, unless something else was looked at already.
    void onResultsAdded(bool ended) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    void stop() override;

    /// Moves to an element, on whichever slice it is; for tensors of different shapes, of the larger table.
    void goTo(std::uint64_t element);
    /// Looks for the next element that differs, in the whole tensor; nothing if the shapes differ.
    void findDifference(SearchDirection direction);

    ValuesArea& area() const { return *m_area; }
    ValuesPanel& panel() const { return *m_panel; }
    PairCellsSwitch& cells() const { return *m_cells; }
    /// The values in the table's cells, in their order.
    const std::vector<PairSide>& sides() const { return m_sides; }
    /// What stands in the place of the table; empty if it is there.
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
    /// Places of the chosen values among sides().
    std::vector<std::size_t> shownCells() const;
    QString textOf(PairSide side, Slice::Cell cell) const;
    void updateReadout();
    void forgetOrigin();
    void askForOrigin(Slice::Cell cell);
    void updateControls();
    bool canSearch() const;

    ComparisonResultsPtr m_results;
    std::optional<NameTree::NodeId> m_node;
    SlicedPair m_pair; ///< neither side has a checkpoint: nothing is shown
    Slice m_whole; ///< what all cells of both sides are in
    std::vector<PairSide> m_sides; ///< that the pair has
    bool m_active = false;
    bool m_wentToFirst = false; ///< or need not
    std::optional<SliceWindow> m_waiting; ///< asked for while not shown
    std::optional<SliceWindow> m_reading; ///< on its way
    std::optional<std::uint64_t> m_resumeAt; ///< element under the cursor when reading was interrupted
    PairPages m_pages;
    ValueSearch m_search;
    JobRunner m_originJob;
    std::optional<std::uint64_t> m_originOf; ///< the element that was asked for last
    ElidedLabel* m_title; ///< where both sides are not alike
    PairCellsSwitch* m_cells;
    ValuesPanel* m_panel;
    ValuesArea* m_area;
};

} // namespace loupe
