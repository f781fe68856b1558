#pragma once

#include <QActionGroup>

namespace loupe {

class OrderedTreeModel;

/// View › Full tree, Compact tree, Families where the model has them, Flat list: which rows the tree has. Compact at
/// first. A window that `remembers` starts with what was chosen last, in whichever window.
class TreeFormActions : public QActionGroup {
    Q_OBJECT

public:
    TreeFormActions(OrderedTreeModel& model, bool remembers, QObject* parent);
};

} // namespace loupe
