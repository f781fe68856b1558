#include "views/heat_map/heat_map_layout.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

/// The smallest of 1, 2, 5 times a power of ten whose marks are far enough apart.
std::uint64_t tickStep(double pixelsPerPlace, double distance)
{
    std::uint64_t power = 1;
    for (;; power *= 10) {
        for (const std::uint64_t factor : {1U, 2U, 5U}) {
            if (double(factor * power) * pixelsPerPlace >= distance || power > (std::uint64_t{1} << 58))
                return factor * power;
        }
    }
}

} // namespace

HeatMapLayout::HeatMapLayout(std::uint64_t rows, std::uint64_t columns, QSizeF plot)
    : m_rows(rows)
    , m_columns(columns)
    , m_plot(plot)
{
    fit();
}

double HeatMapLayout::fitScaleX() const
{
    return std::min(largestCell, m_plot.width() / std::max(1.0, double(m_columns)));
}

double HeatMapLayout::fitScaleY() const
{
    return std::min(largestCell, m_plot.height() / std::max(1.0, double(m_rows)));
}

void HeatMapLayout::setPlot(QSizeF plot)
{
    m_plot = plot;
    if (m_isFit)
        fit();
    else
        clamp();
}

void HeatMapLayout::fit()
{
    m_scaleX = fitScaleX();
    m_scaleY = fitScaleY();
    m_left = m_top = 0;
    m_isFit = true;
}

void HeatMapLayout::zoom(double factor, QPointF position)
{
    if (empty())
        return;
    const double column = m_left + position.x() / m_scaleX;
    const double row = m_top + position.y() / m_scaleY;
    m_scaleX = std::min(m_scaleX * factor, std::max(largestCell, m_scaleX));
    m_scaleY = std::min(m_scaleY * factor, std::max(largestCell, m_scaleY));
    m_isFit = false;
    clamp();
    m_left = column - position.x() / m_scaleX;
    m_top = row - position.y() / m_scaleY;
    clamp();
}

void HeatMapLayout::pan(QPointF by)
{
    if (empty() || m_isFit)
        return;
    m_left -= by.x() / m_scaleX;
    m_top -= by.y() / m_scaleY;
    clamp();
}

void HeatMapLayout::follow(const HeatMapLayout& other)
{
    if (empty() || other.empty() || m_rows != other.m_rows || m_columns != other.m_columns)
        return;
    if (other.m_isFit)
        return fit();
    m_isFit = false;
    m_scaleX = other.m_scaleX * m_plot.width() / other.m_plot.width();
    m_scaleY = other.m_scaleY * m_plot.height() / other.m_plot.height();
    m_left = other.m_left;
    m_top = other.m_top;
    clamp();
}

void HeatMapLayout::show(Slice::Cell cell)
{
    if (empty() || m_isFit)
        return;
    const auto into = [](double& first, double visible, double place) {
        first = std::clamp(first, place + 1 - visible, std::max(place, place + 1 - visible));
    };
    into(m_left, m_plot.width() / m_scaleX, double(cell.column));
    into(m_top, m_plot.height() / m_scaleY, double(cell.row));
    clamp();
}

void HeatMapLayout::clamp()
{
    m_scaleX = std::max(m_scaleX, fitScaleX());
    m_scaleY = std::max(m_scaleY, fitScaleY());
    m_left = std::clamp(m_left, 0.0, std::max(0.0, double(m_columns) - m_plot.width() / m_scaleX));
    m_top = std::clamp(m_top, 0.0, std::max(0.0, double(m_rows) - m_plot.height() / m_scaleY));
    if (m_scaleX <= fitScaleX() && m_scaleY <= fitScaleY())
        fit();
}

bool HeatMapLayout::isToScale() const
{
    constexpr double seen = 1.02; // smallest visible stretch
    return std::max(m_scaleX, m_scaleY) < seen * std::min(m_scaleX, m_scaleY);
}

QPointF HeatMapLayout::toPosition(double column, double row) const
{
    return {(column - m_left) * m_scaleX, (row - m_top) * m_scaleY};
}

std::optional<Slice::Cell> HeatMapLayout::cellAt(QPointF position) const
{
    if (empty() || !QRectF(QPointF(), m_plot).contains(position))
        return std::nullopt;
    const double column = std::floor(m_left + position.x() / m_scaleX);
    const double row = std::floor(m_top + position.y() / m_scaleY);
    if (column < 0 || row < 0 || column >= double(m_columns) || row >= double(m_rows))
        return std::nullopt;
    return Slice::Cell{std::uint64_t(row), std::uint64_t(column)};
}

QRectF HeatMapLayout::toRect(const SliceWindow& window) const
{
    return {toPosition(double(window.firstColumn), double(window.firstRow)),
        QSizeF(double(window.columns) * m_scaleX, double(window.rows) * m_scaleY)};
}

SliceWindow HeatMapLayout::visible() const
{
    if (empty())
        return {};
    const auto range = [](double first, double length, std::uint64_t all) {
        const auto begin = std::min(std::uint64_t(first), all - 1);
        const auto end = std::clamp(std::uint64_t(std::ceil(first + length)), begin + 1, all);
        return std::pair(begin, end - begin);
    };
    const auto [firstColumn, shownColumns] = range(m_left, m_plot.width() / m_scaleX, m_columns);
    const auto [firstRow, shownRows] = range(m_top, m_plot.height() / m_scaleY, m_rows);
    return {firstRow, firstColumn, shownRows, shownColumns};
}

GridShape HeatMapLayout::wanted(double pixel) const
{
    const auto step = [pixel](double scale, std::uint64_t length) {
        const auto forPixels = std::uint64_t(std::max(1.0, std::ceil(pixel / scale - 1e-9)));
        return std::max(forPixels, (length - 1) / (mostCells - 1) + 1);
    };
    // A last cell of less than a pixel would not be drawn. Finds a size that leaves more for it, or nothing.
    const auto withWholeEnd = [pixel](std::uint64_t smallest, double scale, std::uint64_t all) {
        constexpr std::uint64_t tries = 64;
        const std::uint64_t coarser = std::max<std::uint64_t>(smallest / tries, 1);
        for (std::uint64_t size = smallest; size <= 2 * smallest + 8; size += coarser) {
            const std::uint64_t rest = all % size;
            if (rest == 0 || double(rest) * scale >= pixel - 1e-9)
                return size;
        }
        return smallest;
    };
    const auto aligned = [](std::uint64_t& first, std::uint64_t& length, std::uint64_t by, std::uint64_t all) {
        const std::uint64_t end = first + length;
        first -= first % by;
        length = std::min(all, end + (by - end % by) % by) - first;
    };
    if (empty())
        return {};
    GridShape shape{visible(), 1, 1};
    shape.rowStep = withWholeEnd(step(m_scaleY, shape.window.rows), m_scaleY, m_rows);
    shape.columnStep = withWholeEnd(step(m_scaleX, shape.window.columns), m_scaleX, m_columns);
    aligned(shape.window.firstRow, shape.window.rows, shape.rowStep, m_rows);
    aligned(shape.window.firstColumn, shape.window.columns, shape.columnStep, m_columns);
    return shape;
}

std::vector<RulerMark> rulerMarks(
    std::uint64_t first, std::uint64_t places, std::uint64_t unit, double scale, double distance)
{
    constexpr double large = 4; // size in pixels from which a number is centered, not at the edge
    std::vector<RulerMark> marks;
    const std::uint64_t end = first + places;
    if (unit == 1 || scale >= distance) {
        const std::uint64_t rows = tickStep(scale, distance);
        for (std::uint64_t place = (first + rows - 1) / rows * rows; place < end; place += rows)
            marks.push_back({double(place) + (scale > large ? 0.5 : 0), place * unit});
        return marks;
    }
    const std::uint64_t step = tickStep(scale / double(unit), distance); // in elements
    for (std::uint64_t element = (first * unit + step - 1) / step * step; element / unit < end; element += step)
        marks.push_back({double(element) / double(unit), element});
    return marks;
}

} // namespace loupe
