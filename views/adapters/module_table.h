#pragma once

#include <vector>

class QAbstractItemModel;
class QTableView;

namespace loupe {

/// Makes `table` a list of modules: names are shortened by whole parts, a cell with SeverityRole has a sign, whole
/// texts are in the tooltips. `letters`: the width of each column; 0: it takes what room there is.
void dressModuleTable(QTableView& table, QAbstractItemModel& model, const std::vector<int>& letters);

/// Pixels of so many rows with the header.
int moduleTableHeight(const QTableView& table, int rows);

} // namespace loupe
