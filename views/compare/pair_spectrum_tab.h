#pragma once

#include "views/compare/comparison_tab.h"

namespace loupe {

class SpectrumView;

/// The singular values of B − A of the selected pair: of which rank the change is.
class PairSpectrumTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit PairSpectrumTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId> node) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    void stop() override;

private:
    /// Why there is nothing to find; empty if there is something.
    QString whyNot() const;

    ComparisonResultsPtr m_results;
    std::optional<NameTree::NodeId> m_node;
    SpectrumView* m_view;
};

} // namespace loupe
