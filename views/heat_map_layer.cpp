#include "views/heat_map_layer.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double speckSize = 3; // pixels
constexpr std::uint64_t mostSpecks = 20'000; // of each kind; where there are more, they are seen without
constexpr std::uint32_t noSpeck = ~std::uint32_t{0};

std::uint64_t blocks(std::uint64_t cells, std::uint64_t block)
{
    return (cells + block - 1) / block;
}

/// Wherever a lone cell is, it gets a speck.
std::uint32_t speckBlock(std::uint64_t rows, std::uint64_t columns)
{
    std::uint32_t block = 1;
    while (blocks(rows, block) * blocks(columns, block) > mostSpecks)
        ++block;
    return block;
}

} // namespace

HeatMapLayer::HeatMapLayer(GridPtr grid, const ColourMap& map)
    : m_grid(std::move(grid))
    , m_rows(m_grid->shape.rows())
    , m_columns(m_grid->shape.columns())
    , m_image(int(m_columns), int(m_rows), QImage::Format_ARGB32_Premultiplied)
    , m_speckBlock(speckBlock(m_rows, m_columns))
{
    for (std::uint64_t row = 0; row < m_rows; ++row)
        advance(map, row, 0, m_columns);
}

void HeatMapLayer::recolour(const ColourMap& map)
{
    for (std::uint64_t row = 0; row < m_rows; ++row)
        colour(map, row, 0, m_columns);
}

void HeatMapLayer::advance(const ColourMap& map, std::span<const GridPart> parts)
{
    for (const GridPart& part : parts) {
        for (std::uint64_t row = part.row; row < part.row + part.rows; ++row)
            advance(map, row, part.column, part.columns);
    }
}

void HeatMapLayer::advance(const ColourMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count)
{
    noteSpecials(row, column, count);
    colour(map, row, column, count);
}

std::span<const GridCell> HeatMapLayer::run(std::uint64_t row, std::uint64_t column, std::uint64_t count) const
{
    return std::span(m_grid->cells).subspan(row * m_columns + column, count);
}

void HeatMapLayer::colour(const ColourMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count)
{
    map.colour(m_grid->numbers, run(row, column, count), reinterpret_cast<QRgb*>(m_image.scanLine(int(row))) + column);
}

void HeatMapLayer::noteSpecials(std::uint64_t row, std::uint64_t column, std::uint64_t count)
{
    const std::uint64_t blocksAcross = blocks(m_columns, m_speckBlock);
    const std::uint64_t firstBlock = row / m_speckBlock * blocksAcross;
    const auto note = [&](std::vector<std::uint32_t>& specks, std::uint32_t at) {
        specks.resize(blocks(m_rows, m_speckBlock) * blocksAcross, noSpeck);
        std::uint32_t& speck = specks[firstBlock + at / m_speckBlock];
        if (speck == noSpeck)
            speck = std::uint32_t(row * m_columns) + at;
    };
    auto at = std::uint32_t(column);
    for (const GridCell& cell : run(row, column, count)) {
        const bool infinity = cell.has(GridCell::PositiveInf) || cell.has(GridCell::NegativeInf);
        m_hasInfinity = m_hasInfinity || infinity;
        if (cell.has(GridCell::Nan))
            note(m_nanSpecks, at);
        else if (infinity)
            note(m_infinitySpecks, at);
        ++at;
    }
}

void HeatMapLayer::paint(QPainter& painter, const HeatMapLayout& layout) const
{
    const GridShape& shape = m_grid->shape;
    const SliceWindow visible = layout.visible();
    // Only cells that can be seen: a picture scaled far beyond the screen loses its place to rounding.
    const auto cells = [](std::uint64_t first, std::uint64_t length, std::uint64_t origin, std::uint64_t step,
                           std::uint64_t all) {
        const std::uint64_t begin = first > origin ? std::min((first - origin) / step, all) : 0;
        const std::uint64_t end = first + length > origin ? std::min((first + length - origin - 1) / step + 1, all) : 0;
        return std::pair(begin, end);
    };
    const auto [left, right] =
        cells(visible.firstColumn, visible.columns, shape.window.firstColumn, shape.columnStep, m_columns);
    const auto [top, bottom] = cells(visible.firstRow, visible.rows, shape.window.firstRow, shape.rowStep, m_rows);
    if (left >= right || top >= bottom)
        return;
    const SliceWindow window{shape.window.firstRow + top * shape.rowStep,
        shape.window.firstColumn + left * shape.columnStep, (bottom - top) * shape.rowStep,
        (right - left) * shape.columnStep};
    painter.save();
    painter.setClipRect(layout.toRect({0, 0, layout.rows(), layout.columns()}), Qt::IntersectClip);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(
        layout.toRect(window), m_image, QRectF(double(left), double(top), double(right - left), double(bottom - top)));
    if (double(shape.columnStep) * layout.scaleX() < speckSize || double(shape.rowStep) * layout.scaleY() < speckSize) {
        paintSpecks(painter, layout, m_infinitySpecks);
        paintSpecks(painter, layout, m_nanSpecks);
    }
    painter.restore();
}

void HeatMapLayer::paintSpecks(
    QPainter& painter, const HeatMapLayout& layout, const std::vector<std::uint32_t>& specks) const
{
    for (const std::uint32_t speck : specks) {
        if (speck == noSpeck)
            continue;
        const std::uint64_t row = speck / m_columns;
        const std::uint64_t column = speck % m_columns;
        const QPointF middle = layout.toRect(m_grid->shape.cell(row, column)).center();
        painter.fillRect(QRectF(std::floor(middle.x() - speckSize / 2), std::floor(middle.y() - speckSize / 2),
                             speckSize, speckSize),
            QColor(m_image.pixel(int(column), int(row))));
    }
}

} // namespace loupe
