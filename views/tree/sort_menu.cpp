#include "views/tree/sort_menu.h"

#include "views/tree/ordered_tree_view.h"

#include <QActionGroup>
#include <QHeaderView>

namespace loupe {

SortMenu::SortMenu(OrderedTreeView& view, QWidget* parent)
    : QMenu(tr("Sort &by"), parent)
    , m_view(view)
{
    connect(this, &QMenu::aboutToShow, this, &SortMenu::fill);
    fill();
}

void SortMenu::fill()
{
    delete m_columns; // with its actions
    m_columns = new QActionGroup(this);
    const QHeaderView& header = *m_view.header();
    for (int place = 0; place < header.count(); ++place) {
        const int column = header.logicalIndex(place);
        if (header.isSectionHidden(column))
            continue;
        const QString name = m_view.model()->headerData(column, Qt::Horizontal).toString();
        QAction* const action = m_columns->addAction(name);
        action->setCheckable(true);
        action->setChecked(column == header.sortIndicatorSection());
        connect(action, &QAction::triggered, this, [this, column] { sortBy(column); });
        addAction(action);
    }
}

void SortMenu::sortBy(int column)
{
    const QHeaderView& header = *m_view.header();
    const bool isSorted = header.sortIndicatorSection() == column;
    const Qt::SortOrder other =
        header.sortIndicatorOrder() == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
    const QVariant first = m_view.model()->headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole);
    m_view.sortByColumn(column, isSorted ? other : first.value<Qt::SortOrder>());
}

} // namespace loupe
