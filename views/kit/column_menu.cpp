#include "views/kit/column_menu.h"

#include <QHeaderView>
#include <QMenu>
#include <QTreeView>

namespace loupe {

void showColumnMenu(QTreeView& view, QPoint position, const std::function<bool(int column)>& offered,
    const std::function<void(int column)>& chosen)
{
    auto* const menu = new QMenu(&view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int place = 0; place < view.header()->count(); ++place) {
        const int column = view.header()->logicalIndex(place);
        if (column == 0 || !offered(column))
            continue;
        QAction* const action = menu->addAction(view.model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!view.isColumnHidden(column));
        QObject::connect(action, &QAction::toggled, &view, [&view, column, chosen](bool shown) {
            view.setColumnHidden(column, !shown);
            chosen(column);
        });
    }
    menu->popup(view.header()->mapToGlobal(position));
}

} // namespace loupe
