#pragma once

#include <QMenu>

class QActionGroup;

namespace loupe {

class OrderedTreeView;

/// A menu to sort a tree by one of its visible columns. The current one is checked; choosing it again reverses the
/// order.
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
