#include "views/heat_map_layer.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double speckSize = 3; // pixels
constexpr std::size_t mostSpecks = 20'000; // where there are more, they are seen without

} // namespace

HeatMapLayer::HeatMapLayer(GridPtr grid)
    : m_grid(std::move(grid))
    , m_image(int(m_grid->shape.columns()), int(m_grid->shape.rows()), QImage::Format_ARGB32)
{
    m_image.fill(Qt::transparent);
}

void HeatMapLayer::colour(const ColourMap& map)
{
    m_specks.clear();
    m_nanCells = m_infinityCells = 0;
    for (std::uint64_t row = 0; row < m_grid->shape.rows(); ++row)
        for (std::uint64_t column = 0; column < m_grid->shape.columns(); ++column)
            colourCell(map, row, column);
}

void HeatMapLayer::colour(const ColourMap& map, std::span<const GridPart> parts)
{
    for (const GridPart& part : parts)
        for (std::uint64_t row = part.row; row < part.row + part.rows; ++row)
            for (std::uint64_t column = part.column; column < part.column + part.columns; ++column)
                colourCell(map, row, column);
}

void HeatMapLayer::colourCell(const ColourMap& map, std::uint64_t row, std::uint64_t column)
{
    const GridCell& cell = m_grid->at(row, column);
    reinterpret_cast<QRgb*>(m_image.scanLine(int(row)))[column] = map(*m_grid, cell);
    const bool nan = cell.has(GridCell::Nan);
    const bool infinity = cell.has(GridCell::PositiveInf) || cell.has(GridCell::NegativeInf);
    m_nanCells += nan ? 1 : 0;
    m_infinityCells += infinity ? 1 : 0;
    if ((nan || infinity) && m_specks.size() < mostSpecks)
        m_specks.push_back({std::uint32_t(row), std::uint32_t(column)});
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
        cells(visible.firstColumn, visible.columns, shape.window.firstColumn, shape.columnStep, shape.columns());
    const auto [top, bottom] =
        cells(visible.firstRow, visible.rows, shape.window.firstRow, shape.rowStep, shape.rows());
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
    paintSpecks(painter, layout);
    painter.restore();
}

void HeatMapLayer::paintSpecks(QPainter& painter, const HeatMapLayout& layout) const
{
    const GridShape& shape = m_grid->shape;
    if (double(shape.columnStep) * layout.scaleX() >= speckSize && double(shape.rowStep) * layout.scaleY() >= speckSize)
        return;
    for (const Speck& speck : m_specks) {
        const QPointF middle = layout.toRect(shape.cell(speck.row, speck.column)).center();
        painter.fillRect(QRectF(std::floor(middle.x() - speckSize / 2), std::floor(middle.y() - speckSize / 2),
                             speckSize, speckSize),
            QColor(m_image.pixel(int(speck.column), int(speck.row))));
    }
}

} // namespace loupe
