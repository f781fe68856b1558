#include "views/kit/indented_tree.h"

#include <QHeaderView>

#include <algorithm>

namespace loupe {

void IndentedTree::doItemsLayout()
{
    m_isLaidOut = true;
    QTreeView::doItemsLayout();
}

void IndentedTree::reset()
{
    m_isLaidOut = false;
    QTreeView::reset();
}

void IndentedTree::updateGeometries()
{
    if (m_isLaidOut) // otherwise asking for row positions would lay them out too early
        m_name = measureName(0);
    fitColumns();
    QTreeView::updateGeometries();
}

void IndentedTree::scrollContentsBy(int dx, int dy)
{
    QTreeView::scrollContentsBy(dx, dy);
    if (dy == 0 || !m_isLaidOut)
        return;
    const NameWidths now = measureName(m_name.needed < comfortableName ? 0 : comfortableName);
    if (now.needed <= m_name.needed && now.least <= m_name.least)
        return;
    m_name = {std::max(now.needed, m_name.needed), std::max(now.least, m_name.least)};
    fitColumns();
}

int IndentedTree::nameWidthBesideWholeColumns(int narrowest) const
{
    int others = 0;
    for (int place = 0; place < header()->count(); ++place) {
        const int column = header()->logicalIndex(place);
        if (column == 0)
            continue;
        if (narrowest + others + header()->sectionSize(column) > viewport()->width())
            break;
        others += header()->sectionSize(column);
    }
    return std::max(narrowest, viewport()->width() - others);
}

int IndentedTree::nameWidthToSee(int others, int narrowest) const
{
    constexpr int endOfName = 72; // pixels
    const int room = viewport()->width() - others;
    return narrowest > room && narrowest - room <= endOfName ? room : narrowest;
}

IndentedTree::NameWidths IndentedTree::measureName(int widest) const
{
    constexpr int iconAndName = 150;
    int depth = 0;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    for (QModelIndex row = indexAt({0, 0}); row.isValid() && visualRect(row).top() < viewport()->height();
         row = indexBelow(row)) {
        int level = 1; // the expander before the first
        for (QModelIndex group = row.parent(); group.isValid(); group = group.parent())
            ++level;
        depth = std::max(depth, level);
        if (widest < comfortableName)
            widest = std::max(widest, level * indentation() + itemDelegate()->sizeHint(option, row).width());
    }
    const int least = std::max(narrowestName, depth * indentation() + iconAndName);
    if (depth == 0 || widest >= comfortableName)
        return {std::max(least, comfortableName), least};
    const int whole = std::max(widest, narrowestName);
    return {whole, std::min(least, whole)};
}

} // namespace loupe
