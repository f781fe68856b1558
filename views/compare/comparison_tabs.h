#pragma once

#include "items/compare/comparison_results.h"

#include <QTabWidget>

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

class ComparisonTab;
class PairHeatMapTab;

enum class PairTab : std::uint8_t { Layers, Figures, Histogram, HeatMap, Values, Spectrum, MetadataDifferences };

/// The right side of a comparison's window: everything about the selected pair. A tab computes only while it is the
/// current one.
class ComparisonTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit ComparisonTabs(QWidget* parent = nullptr);
    ~ComparisonTabs() override;

    /// See ComparisonTab for the next three.
    void setResults(const ComparisonResultsPtr& results);
    void setNode(std::optional<NameTree::NodeId> node);
    void onResultsAdded(bool ended);

    void showTab(PairTab tab) { setCurrentIndex(int(tab)); }
    PairTab currentTab() const { return PairTab(currentIndex()); }
    /// True while the current tab waits for a job.
    bool isBusy() const;
    void stop();
    PairHeatMapTab& heatMap() const { return *m_heatMap; }

    QSize minimumSizeHint() const override;

signals:
    void busyChanged();
    void nodeChosen(loupe::NameTree::NodeId node);
    void saveFailed(const QString& sentence);

private:
    /// In the order of PairTab.
    void add(ComparisonTab* tab, const QString& title);
    void updateShown();

    std::vector<ComparisonTab*> m_tabs;
    PairHeatMapTab* m_heatMap;
};

} // namespace loupe
