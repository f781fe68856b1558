#pragma once

#include "items/compare/pair_pages.h"
#include "items/values/value_pages.h"
#include "views/compare/comparison_tab.h"

#include <array>
#include <optional>
#include <vector>

class QSplitter;

namespace loupe {

class ElidedLabel;
class ValuesArea;
class ValuesPanel;

/// The values of the selected pair, of whatever size: tables of A, of B and of B - A that scroll as one. Where shapes
/// differ nothing is subtracted, and each side has its own cells of the larger table, or all its elements in order
/// where they have not as many axes. Reads only what is shown, and only while it is on the screen.
class PairValuesTab : public ComparisonTab {
    Q_OBJECT

public:
    enum Table : std::uint8_t { A, B, Difference };

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
    /// Looks for the next element that differs, in the whole tensor; nothing where the shapes differ.
    void findDifference(SearchDirection direction);

    ValuesArea& area(Table table) const { return *m_tables[table].area; }
    ValuesPanel& panel() const { return *m_panel; }
    /// What stands in the place of the tables; empty where they are there.
    QString message() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct TitledTable {
        QWidget* box;
        ElidedLabel* title;
        ValuesArea* area;
    };

    void makeTables();
    void orient(Qt::Orientation orientation);
    void connectPanel();
    void connectTables();
    void connectJobs();
    const TensorPair& pair() const { return m_results->paired()->pairs[*m_node]; }
    QString whyNoTables() const;
    void showPair();
    void showSlice();
    void showTables();
    void showMessage(const QString& sentence);
    void showInterrupted(const QString& sentence);
    void clearTables(const QString& sentence);
    void resume();
    QString titleOf(Table table) const;
    void shareView();
    void goToFirstDifference();
    /// The other tables follow this one.
    void lead(ValuesArea& area);
    void requestPage(const SliceWindow& window);
    void copy(Table table, const SliceWindow& window);
    void updateReadout();
    void updateControls();
    void updateNotation();
    std::vector<Table> shownTables() const;
    std::vector<DType> shownDTypes() const;
    bool hasCells(Table table) const;
    bool canSearch() const;

    ComparisonResultsPtr m_results;
    std::optional<NameTree::NodeId> m_node;
    SlicedPair m_pair; ///< neither side has a checkpoint: nothing is shown
    Slice m_whole; ///< what all cells of both sides are in
    bool m_active = false;
    bool m_linking = false;
    bool m_wentToFirst = false; ///< or need not
    std::optional<SliceWindow> m_waiting; ///< asked for while not shown
    std::optional<SliceWindow> m_reading; ///< on its way
    std::optional<std::uint64_t> m_resumeAt; ///< element under the cursor when reading was interrupted
    PairPages m_pages;
    ValuePages m_copies;
    ValueSearch m_search;
    ValuesPanel* m_panel;
    QSplitter* m_split;
    std::array<TitledTable, 3> m_tables = {};
    ValuesArea* m_lead = nullptr; ///< the table that was moved last
};

} // namespace loupe
