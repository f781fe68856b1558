#include "app/cli/columns.h"

#include "core/text/utf8.h"

#include <algorithm>

namespace loupe {

namespace {

/// One very long name must not push all other rows' cells off the screen.
constexpr std::size_t widestColumn = 72;

} // namespace

void Columns::measure(std::span<const std::string> cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i)
        m_widths[i] = std::max(m_widths[i], std::min(characterCount(cells[i]), widestColumn));
}

std::string Columns::line(std::span<const std::string> cells) const
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t width = characterCount(cells[i]);
        const std::string gap(m_widths[i] > width ? m_widths[i] - width : 0, ' ');
        if (i > 0 && m_widths[i] > 0)
            text += "  ";
        text += m_aligns[i] == Align::Right ? gap + cells[i] : cells[i] + gap;
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
