#pragma once

#include <QModelIndexList>
#include <QString>

class QAbstractItemView;
class QItemSelection;
class QItemSelectionModel;

namespace loupe {

/// What is selected in a view, as a table for the clipboard: rows of texts with tabs between, whole where a cell shows
/// a shortened text. At most maximumCopiedRows rows; the last line says so where there are more.
QString selectedTable(const QAbstractItemView& view);

/// A clipboard of a million rows is of no use to anyone.
inline constexpr int maximumCopiedRows = 100'000;

/// How many rows there are; asks the ranges, not each row.
qint64 countRows(const QItemSelection& rows);
qint64 selectedRowCount(const QItemSelectionModel& selection);
/// Selected rows, at most `most`, by their first column; each parent's in their order.
QModelIndexList selectedRows(const QItemSelectionModel& selection, int most = maximumCopiedRows);
/// The line at the end of what was copied: empty if `count` rows are all there.
QString cutNote(qint64 count);

/// Makes Ctrl+C copy selectedTable() while the view has the focus.
void addCopyAction(QAbstractItemView& view);

} // namespace loupe
