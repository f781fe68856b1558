#include "app/cli/lists/columns.h"

#include "core/text/block_number.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace loupe {

namespace {

/// Limits the width, so that one very long name does not push the cells of all other rows off the screen.
constexpr std::size_t widestColumn = 72;

/// The position of the decimal point, or where it would be; empty for a heading.
std::optional<std::size_t> pointOf(std::string_view cell)
{
    const bool isFigure = !cell.empty() && (cell.front() == '-' || isDecimalDigit(cell.front()));
    return isFigure ? std::optional(std::min(cell.find_first_of(".e"), cell.size())) : std::nullopt;
}

} // namespace

void Columns::measure(std::span<const std::string> cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Width& width = m_widths[i];
        width.whole = std::max(width.whole, std::min(characterCount(cells[i]), widestColumn));
        if (const auto point = m_aligns[i] == Align::Decimal ? pointOf(cells[i]) : std::nullopt) {
            width.before = std::max(width.before, *point);
            width.after = std::max(width.after, cells[i].size() - *point);
            width.whole = std::max(width.whole, width.before + width.after);
        }
    }
}

std::string Columns::line(std::span<const std::string> cells) const
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Width& widths = m_widths[i];
        const std::size_t width = characterCount(cells[i]);
        std::size_t gap = widths.whole > width ? widths.whole - width : 0;
        std::size_t behind = m_aligns[i] == Align::Left ? gap : 0;
        if (const auto point = m_aligns[i] == Align::Decimal ? pointOf(cells[i]) : std::nullopt)
            behind = std::min(gap, widths.after - std::min(widths.after, cells[i].size() - *point));
        gap -= behind;
        if (i > 0 && widths.whole > 0)
            text += "  ";
        text.append(gap, ' ').append(cells[i]).append(behind, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

std::string table(Columns columns, const std::vector<std::vector<std::string>>& rows)
{
    for (const auto& row : rows)
        columns.measure(row);
    std::string text;
    for (const auto& row : rows)
        text += "  " + columns.line(row);
    return text;
}

} // namespace loupe
