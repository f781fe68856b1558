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
    explicit HeatMapLayer(GridPtr grid);

    const GridPtr& grid() const { return m_grid; }
    /// Draws all cells anew.
    void colour(const ColourMap& map);
    /// Draws what has become known.
    void colour(const ColourMap& map, std::span<const GridPart> parts);
    /// Paints what of it can be seen. Cells with NaN or infinities are never smaller than a speck.
    void paint(QPainter& painter, const HeatMapLayout& layout) const;
    /// Cells with NaN, and with infinities.
    std::uint64_t nanCells() const { return m_nanCells; }
    std::uint64_t infinityCells() const { return m_infinityCells; }

private:
    struct Speck {
        std::uint32_t row;
        std::uint32_t column;
    };
    void colourCell(const ColourMap& map, std::uint64_t row, std::uint64_t column);
    void paintSpecks(QPainter& painter, const HeatMapLayout& layout) const;

    GridPtr m_grid;
    QImage m_image;
    std::vector<Speck> m_specks; ///< the first of them
    std::uint64_t m_nanCells = 0;
    std::uint64_t m_infinityCells = 0;
};

} // namespace loupe
