#pragma once

class QAbstractItemModel;
class QTableView;

namespace loupe {

/// Formats `table` as a list of files: the first column takes the remaining room, the second one shows an icon if a row
/// has SeverityRole, and the others are numbers. Tooltips have the full texts. At most one row is selected.
void dressOutputTable(QTableView& table, QAbstractItemModel& model);

} // namespace loupe
