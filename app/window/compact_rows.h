#pragma once

#include <QAction>

namespace loupe {

class OrderedTreeModel;

/// View › Compact rows: a chain of groups with one child each is one row, as in code editors. On at first. A window
/// that `remembers` starts with what was chosen last, in whichever window.
class CompactRowsAction : public QAction {
    Q_OBJECT

public:
    CompactRowsAction(OrderedTreeModel& model, bool remembers, QObject* parent);
};

} // namespace loupe
