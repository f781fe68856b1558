#pragma once

#include "views/kit/tool_tip_delegate.h"

namespace loupe {

/// Draws texts of tables and trees with staged edits: what is to go is struck through, long names lose whole parts, and
/// long texts are whole in the tooltip.
class EditedDelegate : public ToolTipDelegate {
    Q_OBJECT

public:
    using ToolTipDelegate::ToolTipDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// Whether what the cell shows is staged to go.
bool isMarkedForDeletion(const QModelIndex& index);

} // namespace loupe
