#include "views/kit/indented_tree.h"

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
    if (m_isLaidOut) // else to ask where rows are would lay them out too early
        m_nameNeeds = measureName();
    fitColumns();
    QTreeView::updateGeometries();
}

void IndentedTree::scrollContentsBy(int dx, int dy)
{
    QTreeView::scrollContentsBy(dx, dy);
    if (dy == 0 || !m_isLaidOut)
        return;
    const int needed = measureName();
    if (needed <= m_nameNeeds)
        return;
    m_nameNeeds = needed;
    fitColumns();
}

int IndentedTree::measureName() const
{
    constexpr int iconAndName = 150;
    int depth = 0;
    for (QModelIndex row = indexAt({0, 0}); row.isValid() && visualRect(row).top() < viewport()->height();
         row = indexBelow(row)) {
        int level = 1; // the expander before the first
        for (QModelIndex group = row.parent(); group.isValid(); group = group.parent())
            ++level;
        depth = std::max(depth, level);
    }
    return std::max(narrowestName, depth * indentation() + iconAndName);
}

} // namespace loupe
