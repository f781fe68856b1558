#pragma once

#include "analysis/comparison/change_scale.h"
#include "items/compare/layer_figures.h"
#include "views/layers/grid_legend.h"

#include <optional>

namespace loupe {

/// The legend of a PairLayersCanvas: the colors of relative changes, and the other marks.
class LayersLegend : public GridLegend {
    Q_OBJECT

public:
    using GridLegend::GridLegend;

    /// Nothing: the legend keeps its place, but shows nothing.
    void setOccurring(std::optional<LayerFigures::Occurring> occurring);
    void setScale(const ChangeScale& scale);

protected:
    std::vector<Entry> entries() const override;
    Scale scale() const override;
    QString definition() const override;

private:
    std::optional<LayerFigures::Occurring> m_occurring;
    ChangeScale m_scale;
};

} // namespace loupe
