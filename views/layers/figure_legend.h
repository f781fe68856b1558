#pragma once

#include "items/layers/figure_cells.h"
#include "views/layers/grid_legend.h"

#include <memory>
#include <optional>

namespace loupe {

/// The legend of a FigureCanvas.
class FigureLegend : public GridLegend {
    Q_OBJECT

public:
    using GridLegend::GridLegend;

    /// `byRow`: `range` is that of one row, or nothing if no row is chosen.
    void setContent(const FigureCells& cells, const std::optional<ColorRange>& range, bool byRow);

protected:
    std::vector<Entry> entries() const override;
    Scale scale() const override;
    QString definition() const override { return figureHelp(m_figure); }
    bool areMarksBeside() const override { return true; }

private:
    CellFigure m_figure = CellFigure::Bytes;
    std::vector<FigureCells::DTypeOfCells> m_dtypes;
    FigureCells::Occurring m_occurring;
    std::optional<ColorRange> m_range;
    bool m_byRow = false;
    bool m_above = false; ///< some cell is beyond the range
    bool m_below = false;
};

} // namespace loupe
