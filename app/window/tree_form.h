#pragma once

#include "core/tree/tree_order.h"

#include <QActionGroup>

namespace loupe {

class OrderedTreeModel;

/// The actions View › Full tree, Compact tree, Families (if the model supports them) and Flat list, which choose the
/// form of the tree. Compact is the default. A window that `remembers` starts with the last choice made in any window.
class TreeFormActions : public QActionGroup {
    Q_OBJECT

public:
    TreeFormActions(OrderedTreeModel& model, bool remembers, QObject* parent);

    /// Shows the form without remembering it. Precondition: the model supports it.
    void show(TreeForm form);

private:
    OrderedTreeModel& m_model;
};

} // namespace loupe
