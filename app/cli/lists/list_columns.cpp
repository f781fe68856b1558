#include "app/cli/lists/list_columns.h"

#include "core/text/ascii.h"
#include "core/text/quote.h"

#include <algorithm>

namespace loupe {

namespace {

bool isNamed(const ListColumn& column, std::string_view name)
{
    const std::string lower = asciiLower(name);
    return !lower.empty() && (column.key == lower || asciiLower(column.heading) == lower);
}

} // namespace

Result<ColumnChoice> parseColumns(std::string_view text, std::span<const ListColumn> columns)
{
    ColumnChoice chosen;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view name = text.substr(0, comma);
        const auto found =
            std::ranges::find_if(columns, [&](const ListColumn& column) { return isNamed(column, name); });
        if (found == columns.end()) {
            std::string known;
            for (const ListColumn& column : columns)
                known += (known.empty() ? "" : ", ") + column.key;
            return fail(ErrorCode::InvalidArgument, "has no column " + quote(name) + ", expected some of " + known);
        }
        chosen.push_back(static_cast<std::size_t>(found - columns.begin()));
        if (comma == std::string_view::npos)
            return chosen;
        text.remove_prefix(comma + 1);
    }
}

ColumnChoice shownColumns(std::span<const ListColumn> columns, const ColumnChoice& chosen)
{
    if (!chosen.empty())
        return chosen;
    ColumnChoice shown;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!columns[i].onRequest)
            shown.push_back(i);
    }
    return shown;
}

std::vector<std::string> chosenCells(const std::vector<std::string>& row, const ColumnChoice& shown)
{
    std::vector<std::string> cells;
    cells.reserve(shown.size());
    for (const std::size_t column : shown)
        cells.push_back(row[column]);
    return cells;
}

ListTable::ListTable(std::vector<ListColumn> columns, const ColumnChoice& chosen)
    : m_columns(std::move(columns))
    , m_shown(shownColumns(m_columns, chosen))
    , m_isChosen(!chosen.empty())
{
}

void ListTable::add(std::vector<std::string> cells)
{
    m_rows.push_back(std::move(cells));
}

void ListTable::omit(std::string_view key)
{
    if (!m_isChosen)
        std::erase_if(m_shown, [&](std::size_t column) { return m_columns[column].key == key; });
}

std::string ListTable::text() const
{
    std::vector<Columns::Align> aligns;
    std::vector<std::vector<std::string>> rows(1);
    for (const std::size_t column : m_shown) {
        aligns.push_back(m_columns[column].align);
        rows.front().push_back(m_columns[column].heading);
    }
    for (const auto& row : m_rows)
        rows.push_back(chosenCells(row, m_shown));
    return table(Columns(std::move(aligns)), rows);
}

} // namespace loupe
