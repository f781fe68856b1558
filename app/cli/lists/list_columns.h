#pragma once

#include "app/cli/lists/columns.h"
#include "core/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A column of a list.
struct ListColumn {
    std::string key; ///< in --columns, where the heading is understood, too
    std::string heading;
    Columns::Align align = Columns::Align::Right;
    bool onRequest = false; ///< shown only where --columns names it
};

/// Which columns --columns names, as indices, in its order; empty if it was not given.
using ColumnChoice = std::vector<std::size_t>;

/// Parses "NAME,NAME,…". Fails with InvalidArgument if a name is none of `columns`, or where there is none.
Result<ColumnChoice> parseColumns(std::string_view text, std::span<const ListColumn> columns);

/// Those to show: the chosen ones, or else all that need no request.
ColumnChoice shownColumns(std::span<const ListColumn> columns, const ColumnChoice& chosen);

std::vector<std::string> chosenCells(const std::vector<std::string>& row, const ColumnChoice& shown);

/// Rows under headings.
class ListTable {
public:
    ListTable(std::vector<ListColumn> columns, const ColumnChoice& chosen);

    /// Precondition: a cell for each column, shown or not.
    void add(std::vector<std::string> cells);
    std::size_t rowCount() const { return m_rows.size(); }
    /// Omits a column, unless --columns names it.
    void omit(std::string_view key);
    std::string text() const;

private:
    std::vector<ListColumn> m_columns;
    ColumnChoice m_shown;
    bool m_isChosen;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace loupe
