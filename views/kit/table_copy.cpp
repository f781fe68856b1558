#include "views/kit/table_copy.h"

#include "core/text/text.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QItemSelectionModel>
#include <QStringList>

#include <algorithm>

namespace loupe {

qint64 countRows(const QItemSelection& rows)
{
    qint64 count = 0;
    for (const QItemSelectionRange& range : rows)
        count += range.height();
    return count;
}

qint64 selectedRowCount(const QItemSelectionModel& selection)
{
    return countRows(selection.selection());
}

QModelIndexList selectedRows(const QItemSelectionModel& selection, int most)
{
    QItemSelection ranges = selection.selection();
    std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.top() < b.top(); });
    QModelIndexList rows;
    for (const QItemSelectionRange& range : std::as_const(ranges)) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (rows.size() == most)
                return rows;
            rows << range.model()->index(row, 0, range.parent());
        }
    }
    return rows;
}

class TableCopyText {
    Q_DECLARE_TR_FUNCTIONS(loupe::TableCopy)
};

QString cutNote(qint64 count)
{
    if (count <= maximumCopiedRows)
        return {};
    return TableCopyText::tr("(only %1 of %2 rows were copied)")
        .arg(toQString(formatCount(maximumCopiedRows)), toQString(formatCount(std::uint64_t(count))));
}

QString selectedTable(const QAbstractItemView& view)
{
    const QItemSelectionModel* const selection = view.selectionModel();
    if (!selection)
        return {};
    const QModelIndexList rows = selectedRows(*selection);
    QStringList lines;
    for (const QModelIndex& row : rows) {
        QStringList cells;
        for (int column = 0; column < row.model()->columnCount(row.parent()); ++column) {
            const QModelIndex cell = row.siblingAtColumn(column);
            const QVariant whole = cell.data(WholeTextRole);
            cells += (whole.isValid() ? whole : cell.data(Qt::DisplayRole)).toString();
        }
        lines += cells.join(u'\t');
    }
    if (const QString note = cutNote(selectedRowCount(*selection)); !note.isEmpty())
        lines << note;
    return lines.join(u'\n');
}

void addCopyAction(QAbstractItemView& view)
{
    auto* const copy = new QAction(TableCopyText::tr("Copy"), &view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(
        copy, &QAction::triggered, &view, [&view] { QApplication::clipboard()->setText(selectedTable(view)); });
    view.addAction(copy);
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace loupe
