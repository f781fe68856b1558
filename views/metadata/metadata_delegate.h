#pragma once

#include <QStyledItemDelegate>

namespace loupe {

/// Draws the cells of a MetadataDifferenceModel: the sign of its status before a key, what is the same on both sides in
/// a lighter shade.
class MetadataDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;
};

} // namespace loupe
