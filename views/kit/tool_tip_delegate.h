#pragma once

#include <QStyledItemDelegate>

namespace loupe {

/// Shows a cell's tool tip as plain text: names of tensors may hold markup, and lines wrap.
class ToolTipDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

protected:
    /// Here Qt::ToolTipRole, or else WholeTextRole. Empty: there is no tool tip.
    virtual QString toolTip(const QModelIndex& index) const;
};

} // namespace loupe
