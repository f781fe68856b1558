#pragma once

#include "items/grid_job.h"
#include "views/colour_map.h"
#include "views/heat_map_layout.h"

#include <QImage>

#include <span>
#include <vector>

class QPainter;

namespace loupe {

/// A grid as a picture of one pixel per cell.
class HeatMapLayer {
public:
    HeatMapLayer(GridPtr grid, const ColourMap& map);

    const GridPtr& grid() const { return m_grid; }
    /// Draws all cells anew, in other colours.
    void recolour(const ColourMap& map);
    /// Draws what has become known.
    void advance(const ColourMap& map, std::span<const GridPart> parts);
    /// Paints what of it can be seen. Cells with NaN or infinities are never smaller than a speck.
    void paint(QPainter& painter, const HeatMapLayout& layout) const;
    bool hasNan() const { return !m_nanSpecks.empty(); }
    bool hasInfinity() const { return m_hasInfinity; }

private:
    std::span<const GridCell> run(std::uint64_t row, std::uint64_t column, std::uint64_t count) const;
    void advance(const ColourMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count);
    void colour(const ColourMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count);
    void noteSpecials(std::uint64_t row, std::uint64_t column, std::uint64_t count);
    void paintSpecks(QPainter& painter, const HeatMapLayout& layout, const std::vector<std::uint32_t>& specks) const;

    GridPtr m_grid;
    std::uint64_t m_rows; ///< of the grid's cells
    std::uint64_t m_columns;
    QImage m_image;
    std::uint32_t m_speckBlock; ///< rows and columns of cells that have one speck of each kind at most
    std::vector<std::uint32_t> m_nanSpecks; ///< of each block a cell's number; empty while no cell has NaN
    std::vector<std::uint32_t> m_infinitySpecks;
    bool m_hasInfinity = false;
};

} // namespace loupe
