#pragma once

#include <QMenu>

class QActionGroup;

namespace loupe {

class OrderedTreeView;

/// Sorts the rows of a tree by a column: those that are shown, of which the one that they are sorted by is checked.
/// Choosing that one again turns the order around.
class SortMenu : public QMenu {
    Q_OBJECT

public:
    SortMenu(OrderedTreeView& view, QWidget* parent);

private:
    void fill();
    void sortBy(int column);

    OrderedTreeView& m_view;
    QActionGroup* m_columns = nullptr;
};

} // namespace loupe
