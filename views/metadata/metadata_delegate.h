#pragma once

#include "views/kit/tool_tip_delegate.h"

namespace loupe {

/// Draws the cells of a MetadataDifferenceModel: a status sign before each key, and in a lighter shade what is the same
/// on both sides.
class MetadataDelegate : public ToolTipDelegate {
    Q_OBJECT

public:
    using ToolTipDelegate::ToolTipDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    QString toolTip(const QModelIndex& index) const override;
};

} // namespace loupe
