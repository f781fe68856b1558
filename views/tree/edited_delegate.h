#pragma once

#include "views/kit/tool_tip_delegate.h"

namespace loupe {

/// Draws texts of tables and trees with pending edits. Deleted items are struck through, and long names lose whole
/// parts. The tooltip has long texts in full.
class EditedDelegate : public ToolTipDelegate {
    Q_OBJECT

public:
    using ToolTipDelegate::ToolTipDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// True if the cell's item is marked for deletion.
bool isMarkedForDeletion(const QModelIndex& index);

} // namespace loupe
