#pragma once

#include "core/tree/tree_order.h"

#include <QActionGroup>

namespace loupe {

class OrderedTreeModel;

/// View › Full tree, Compact tree, Families where the model has them, Flat list: which rows the tree has. Compact at
/// first. A window that `remembers` starts with what was chosen last, in whichever window.
class TreeFormActions : public QActionGroup {
    Q_OBJECT

public:
    TreeFormActions(OrderedTreeModel& model, bool remembers, QObject* parent);

    /// Shows the form, and does not remember it. Precondition: the model has it.
    void show(TreeForm form);

private:
    OrderedTreeModel& m_model;
};

} // namespace loupe
