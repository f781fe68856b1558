#include "app/window/compact_rows.h"

#include "items/tree/ordered_tree_model.h"

#include <QSettings>

namespace loupe {

namespace {

const QString compactKey = QStringLiteral("tree/compact");

} // namespace

CompactRowsAction::CompactRowsAction(OrderedTreeModel& model, bool remembers, QObject* parent)
    : QAction(tr("&Compact rows"), parent)
{
    setCheckable(true);
    setChecked(!remembers || QSettings().value(compactKey, true).toBool());
    model.setCompact(isChecked());
    connect(this, &QAction::toggled, &model, &OrderedTreeModel::setCompact);
    if (remembers)
        connect(this, &QAction::toggled, this, [](bool on) { QSettings().setValue(compactKey, on); });
}

} // namespace loupe
