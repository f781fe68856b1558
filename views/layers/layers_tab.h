#pragma once

#include "views/compare/comparison_tab.h"

class QAbstractButton;
class QCheckBox;

namespace loupe {

class ElidedLabel;
class LayerMap;
class LayersCanvas;
class PairLayersCanvas;
class LayersLegend;

/// The whole comparison as a grid of layers and roles, colored by how much each pair changed.
class LayersTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit LayersTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId> node) override;
    void onResultsAdded(bool ended) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    void stop() override;

    LayersCanvas& canvas();
    LayersLegend& legend() { return *m_legend; }
    QCheckBox& folding() { return *m_fold; }
    /// Shown if the layout was stopped or failed.
    QAbstractButton& computeButton() { return *m_compute; }
    /// Describes the cell under the pointer, or the chosen one, in three lines; in two if the tab is low.
    QString readout() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showLaidOut();
    QString message() const;
    void showFigures();
    void showReadout();

    LayerMap* m_map;
    PairLayersCanvas* m_canvas;
    LayersLegend* m_legend;
    QCheckBox* m_fold;
    QAbstractButton* m_compute;
    ElidedLabel* m_name;
    ElidedLabel* m_figures;
    ElidedLabel* m_more;
};

} // namespace loupe
