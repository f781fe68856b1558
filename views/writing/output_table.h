#pragma once

class QAbstractItemModel;
class QTableView;

namespace loupe {

/// Makes `table` a list of files: the first column takes what room there is, the second one carries a sign where a row
/// has SeverityRole, the others are numbers. Whole texts are in the
/// tooltips. At most one row is selected.
void dressOutputTable(QTableView& table, QAbstractItemModel& model);

} // namespace loupe
