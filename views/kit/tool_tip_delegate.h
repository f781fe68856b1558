#pragma once

#include <QStyledItemDelegate>

namespace loupe {

/// Shows a cell's tool tip as plain text: names of tensors may hold markup, and lines wrap.
class ToolTipDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    /// Cells have `padding` pixels more to the left and to the right than the style gives them.
    ToolTipDelegate(int padding, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

protected:
    /// Pixels for the text of a cell, next to its icon.
    static int textRoom(const QStyleOptionViewItem& option);
    /// Here Qt::ToolTipRole, or else WholeTextRole. Empty: there is no tool tip.
    virtual QString toolTip(const QModelIndex& index) const;

private:
    int m_padding = 0;
};

} // namespace loupe
