#pragma once

#include <QString>

#include <functional>

class QAbstractItemModel;
class QModelIndex;
class QTableView;

namespace loupe {

/// What a cell shows in `width` pixels.
using ModuleText = std::function<QString(const QModelIndex& index, int width)>;

/// Makes `table` a list of modules: a cell with SeverityRole has a sign, whole texts are in the tooltips.
void dressModuleList(QTableView& table, QAbstractItemModel& model, ModuleText shownText);

/// Pixels of this many rows with the header.
int moduleListHeight(const QTableView& table, int rows);

} // namespace loupe
