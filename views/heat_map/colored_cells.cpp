#include "views/heat_map/colored_cells.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double seenCell = 3; // size in pixels from which a cell is not overlooked
// A frame covers 24 pixels around a cell, but not the adjacent ones. There is at most one per block of cells, each of
// which is at least a pixel, and only if few other dots mark the same value. So it hides almost nothing.
constexpr double frameSize = 7; // pixels
constexpr double toMiddle = 3;
constexpr std::uint64_t block = 32; // cells
constexpr std::uint32_t fewDots = 4;

std::uint64_t blocks(std::uint64_t cells)
{
    return (cells + block - 1) / block;
}

} // namespace

ColoredCells::ColoredCells(GridPtr grid, const ColorMap& map)
    : m_grid(std::move(grid))
    , m_rows(m_grid->shape.rows())
    , m_columns(m_grid->shape.columns())
    , m_image(int(m_columns), int(m_rows), QImage::Format_ARGB32_Premultiplied)
    , m_nan(blocks(m_rows) * blocks(m_columns))
    , m_infinity(m_nan.size())
{
    for (std::uint64_t row = 0; row < m_rows; ++row)
        advance(map, row, 0, m_columns);
}

void ColoredCells::recolor(const ColorMap& map)
{
    for (std::uint64_t row = 0; row < m_rows; ++row)
        color(map, row, 0, m_columns);
}

void ColoredCells::advance(const ColorMap& map, std::span<const GridPart> parts)
{
    for (const GridPart& part : parts) {
        for (std::uint64_t row = part.row; row < part.row + part.rows; ++row)
            advance(map, row, part.column, part.columns);
    }
}

void ColoredCells::advance(const ColorMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count)
{
    color(map, row, column, count);
    recordSpecials(map, row, column, count);
}

std::span<const GridCell> ColoredCells::run(std::uint64_t row, std::uint64_t column, std::uint64_t count) const
{
    return std::span(m_grid->cells).subspan(row * m_columns + column, count);
}

void ColoredCells::color(const ColorMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count)
{
    map.color(m_grid->numbers, run(row, column, count), row, column,
        reinterpret_cast<QRgb*>(m_image.scanLine(int(row))) + column);
}

/// Call after the cells were colored.
void ColoredCells::recordSpecials(const ColorMap& map, std::uint64_t row, std::uint64_t column, std::uint64_t count)
{
    const auto* const colors = reinterpret_cast<const QRgb*>(m_image.constScanLine(int(row)));
    for (const GridCell& cell : run(row, column, count)) {
        if (cell.nan > 0) {
            m_hasNan = true;
            note(m_nan, row, column, colors[column] == map.nan());
        }
        if (cell.infinite() > 0) {
            m_hasInfinity = true;
            note(m_infinity, row, column, colors[column] == map.infinity());
        }
        ++column;
    }
}

void ColoredCells::note(Specks& specks, std::uint64_t row, std::uint64_t column, bool isDot)
{
    Speck& speck = specks[row / block * blocks(m_columns) + column / block];
    if (!speck.any)
        speck.cell = std::uint32_t(row * m_columns + column);
    speck.any = true;
    speck.dots += isDot ? 1 : 0;
}

void ColoredCells::paint(QPainter& painter, const ColorMap& map, const HeatMapLayout& layout) const
{
    const GridShape& shape = m_grid->shape;
    const SliceWindow visible = layout.visible();
    // Draws only visible cells, because a picture scaled far beyond the screen is misplaced by rounding.
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
    if (double(shape.columnStep) * layout.scaleX() < seenCell || double(shape.rowStep) * layout.scaleY() < seenCell) {
        paintFrames(painter, layout, m_infinity, map.infinity());
        paintFrames(painter, layout, m_nan, map.nan());
    }
    painter.restore();
}

void ColoredCells::paintFrames(QPainter& painter, const HeatMapLayout& layout, const Specks& specks, QRgb rgb) const
{
    const QColor color(rgb);
    for (const Speck& speck : specks) {
        if (!speck.any || speck.dots >= fewDots)
            continue;
        const QRectF cell = layout.toRect(m_grid->shape.cell(speck.cell / m_columns, speck.cell % m_columns));
        const QPointF corner = cell.center() - QPointF(frameSize, frameSize) / 2;
        const QRectF frame(std::floor(corner.x()), std::floor(corner.y()), frameSize, frameSize);
        painter.fillRect(QRectF(frame.topLeft() + QPointF(toMiddle, toMiddle), QSizeF(1, 1)), color);
        for (const QRectF& side : {QRectF(frame.topLeft(), QSizeF(frameSize, 1)),
                 QRectF(frame.bottomLeft() - QPointF(0, 1), QSizeF(frameSize, 1)),
                 QRectF(frame.topLeft(), QSizeF(1, frameSize)),
                 QRectF(frame.topRight() - QPointF(1, 0), QSizeF(1, frameSize))})
            painter.fillRect(side, color);
    }
}

} // namespace loupe
