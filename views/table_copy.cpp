#include "views/table_copy.h"

#include "items/item_roles.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QStringList>

#include <algorithm>

namespace loupe {

QString selectedTable(const QAbstractItemView& view)
{
    QModelIndexList rows = view.selectionModel() ? view.selectionModel()->selectedRows() : QModelIndexList();
    std::sort(rows.begin(), rows.end());
    rows.resize(std::min<qsizetype>(rows.size(), maximumCopiedRows));
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
    return lines.join(u'\n');
}

void addCopyAction(QAbstractItemView& view)
{
    auto* const copy = new QAction(QAction::tr("Copy"), &view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(
        copy, &QAction::triggered, &view, [&view] { QApplication::clipboard()->setText(selectedTable(view)); });
    view.addAction(copy);
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace loupe
