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
    std::string key; ///< name for --columns, which also accepts the heading
    std::string heading;
    Columns::Align align = Columns::Align::Right;
    bool onRequest = false; ///< shown only if --columns names it
};

/// The indices of the columns named by --columns, in that order; empty if it was not given.
using ColumnChoice = std::vector<std::size_t>;

/// Parses "NAME,NAME,…". Fails with InvalidArgument if a name is not in `columns`, or if there are no names.
Result<ColumnChoice> parseColumns(std::string_view text, std::span<const ListColumn> columns);

/// The columns to show: the chosen ones, or else all that are not `onRequest`.
ColumnChoice shownColumns(std::span<const ListColumn> columns, const ColumnChoice& chosen);

std::vector<std::string> chosenCells(const std::vector<std::string>& row, const ColumnChoice& shown);

/// A table of rows under headings.
class ListTable {
public:
    ListTable(std::vector<ListColumn> columns, const ColumnChoice& chosen);

    /// Precondition: one cell per column, shown or not.
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
