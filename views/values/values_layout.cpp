#include "views/values/values_layout.h"

#include "core/text/text.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr int columnGap = 2; // characters between columns
constexpr int cornerGap = 1; // additional gap for the corner mark of one of several values in a cell

} // namespace

ValuesLayout::ValuesLayout(
    std::uint64_t rows, std::uint64_t columns, std::uint64_t rowUnit, std::vector<int> valueChars, Metrics metrics)
    : m_rows(rows)
    , m_columns(columns)
    , m_valueChars(std::move(valueChars))
    , m_metrics(metrics)
{
    if (empty())
        return;
    const auto chars = [](std::uint64_t number) { return int(formatCount(number).size()); };
    m_headerChars = chars((rows - 1) * rowUnit);
    m_valueChars.back() = std::max(m_valueChars.back(), chars(columns - 1));
}

int ValuesLayout::headerWidth() const
{
    return (m_headerChars + columnGap) * m_metrics.charWidth;
}

int ValuesLayout::valueWidth(std::size_t value) const
{
    return (m_valueChars[value] + columnGap + (hasNames() ? cornerGap : 0)) * m_metrics.charWidth;
}

int ValuesLayout::gapAfter() const
{
    return (hasNames() ? 1 + cornerGap : 1) * m_metrics.charWidth;
}

int ValuesLayout::columnWidth() const
{
    int width = 0;
    for (std::size_t value = 0; value < m_valueChars.size(); ++value)
        width += valueWidth(value);
    return width;
}

std::uint64_t ValuesLayout::rowsIn(QSize viewport) const
{
    return std::uint64_t(std::max(1, (viewport.height() - headerHeight()) / rowHeight()));
}

std::uint64_t ValuesLayout::columnsIn(QSize viewport) const
{
    return std::uint64_t(std::max(1, (viewport.width() - headerWidth()) / columnWidth()));
}

Slice::Cell ValuesLayout::cellAt(QPoint position, Slice::Cell top) const
{
    const auto row = std::uint64_t(std::max(0, position.y() - headerHeight()) / rowHeight());
    const auto column = std::uint64_t(std::max(0, position.x() - headerWidth()) / columnWidth());
    return {std::min(top.row + row, m_rows - 1), std::min(top.column + column, m_columns - 1)};
}

std::optional<Slice::Cell> ValuesLayout::cellUnder(QPoint position, Slice::Cell top) const
{
    const Slice::Cell cell = cellAt(position, top);
    return rect(cell, top).contains(position) ? std::optional(cell) : std::nullopt;
}

QRect ValuesLayout::rect(Slice::Cell cell, Slice::Cell top) const
{
    return {headerWidth() + int(cell.column - top.column) * columnWidth(),
        headerHeight() + int(cell.row - top.row) * rowHeight(), columnWidth(), rowHeight()};
}

QRect ValuesLayout::valueRect(const QRect& cell, std::size_t value) const
{
    int left = cell.left();
    for (std::size_t before = 0; before < value; ++before)
        left += valueWidth(before);
    return {left, cell.top(), valueWidth(value), cell.height()};
}

} // namespace loupe
