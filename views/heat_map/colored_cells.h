#pragma once

#include "items/heat_map/grid_job.h"
#include "views/colors/color_map.h"
#include "views/heat_map/heat_map_layout.h"

#include <QImage>

#include <span>
#include <vector>

class QPainter;

namespace loupe {

/// A grid as a picture with one pixel per cell. A cell of one element has the color of its value; see ColorMap::color()
/// for cells of several. If cells are so small that a lone NaN or infinity could be overlooked, a frame is drawn around
/// it.
class ColoredCells {
public:
    ColoredCells(GridPtr grid, const ColorMap& map);

    const GridPtr& grid() const { return m_grid; }
    /// Redraws all cells in new colors.
    void recolor(const ColorMap& map);
    /// Draws newly computed parts.
    void advance(const ColorMap& map, std::span<const GridPart> parts);
    /// Paints the visible part.
    void paint(QPainter& painter, const ColorMap& map, const HeatMapLayout& layout) const;
    bool hasNan() const { return m_hasNan; }
    bool hasInfinity() const { return m_hasInfinity; }

private:
    /// NaN or infinities in a block of neighboring cells.
    struct Speck {
        std::uint32_t cell = 0; ///< number of the first cell with any
        std::uint32_t dots = 0; ///< cells drawn in their color
        bool any = false;
    };
    using Specks = std::vector<Speck>; ///< one per block

    std::span<const GridCell> run(std::uint64_t row, std::uint64_t column, std::uint64_t count) const;
    void advance(const ColorMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count);
    void color(const ColorMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count);
    void recordSpecials(const ColorMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count);
    void note(Specks& specks, std::uint64_t row, std::uint64_t column, bool isDot);
    void paintFrames(QPainter& painter, const HeatMapLayout& layout, const Specks& specks, QRgb color) const;

    GridPtr m_grid;
    std::uint64_t m_rows; ///< of the grid's cells
    std::uint64_t m_columns;
    QImage m_image;
    Specks m_nan;
    Specks m_infinity;
    bool m_hasNan = false;
    bool m_hasInfinity = false;
};

} // namespace loupe
