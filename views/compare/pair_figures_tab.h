#pragma once

#include "views/compare/comparison_tab.h"

namespace loupe {

class PairDetails;

/// All figures of the selected pair or group.
class PairFiguresTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit PairFiguresTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId> node) override;
    void onResultsAdded(bool ended) override;

private:
    ComparisonResultsPtr m_results;
    PairDetails* m_details;
};

} // namespace loupe
