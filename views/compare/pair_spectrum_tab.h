#pragma once

#include "views/compare/comparison_tab.h"

namespace loupe {

class SpectrumView;

/// The singular values of B − A for the selected pair. They show the rank of the change.
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
    /// Why there is no spectrum; empty if there is one.
    QString whyNot() const;

    ComparisonResultsPtr m_results;
    std::optional<NameTree::NodeId> m_node;
    SpectrumView* m_view;
};

} // namespace loupe
