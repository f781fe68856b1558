#pragma once

#include <QStyledItemDelegate>

namespace loupe {

/// Shows a cell's tooltip as plain text with wrapped lines, because tensor names may contain markup.
class ToolTipDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    /// Adds `padding` pixels to the left and right of a cell's content.
    ToolTipDelegate(int padding, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

protected:
    /// The width left for a cell's text next to its icon, in pixels.
    static int textRoom(const QStyleOptionViewItem& option);
    /// The text of the tooltip: by default Qt::ToolTipRole, or else WholeTextRole. Empty: no tooltip.
    virtual QString toolTip(const QModelIndex& index) const;

private:
    int m_padding = 0;
};

} // namespace loupe
