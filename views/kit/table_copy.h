#pragma once

#include <QModelIndexList>
#include <QString>

class QAbstractItemView;
class QItemSelection;
class QItemSelectionModel;

namespace loupe {

/// The selected rows of a view as a table for the clipboard: lines of tab-separated texts, unshortened. At most
/// maximumCopiedRows rows; if there are more, the last line says so.
QString selectedTable(const QAbstractItemView& view);

/// A clipboard with a million rows would be useless.
inline constexpr int maximumCopiedRows = 100'000;

/// The number of rows, computed from the ranges and not row by row.
qint64 countRows(const QItemSelection& rows);
qint64 selectedRowCount(const QItemSelectionModel& selection);
/// The selected rows, at most `most`, as indexes of their first column; those of one parent are in order.
QModelIndexList selectedRows(const QItemSelectionModel& selection, int most = maximumCopiedRows);
/// The line at the end of the copied text; empty if it has all `count` rows.
QString cutNote(qint64 count);

/// Makes Ctrl+C copy selectedTable() while the view has the focus.
void addCopyAction(QAbstractItemView& view);

} // namespace loupe
