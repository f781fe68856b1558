#pragma once

#include <QString>

#include <functional>

class QAbstractItemModel;
class QModelIndex;
class QTableView;

namespace loupe {

/// Returns the text of a cell that is `width` pixels wide.
using ModuleText = std::function<QString(const QModelIndex& index, int width)>;

/// Sets `table` up as a list of modules: a cell with SeverityRole has an icon, and tooltips show whole texts.
void dressModuleList(QTableView& table, QAbstractItemModel& model, ModuleText shownText);

/// The height in pixels of this many rows and the header.
int moduleListHeight(const QTableView& table, int rows);

} // namespace loupe
