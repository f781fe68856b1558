#pragma once

#include <QStyledItemDelegate>

namespace loupe {

/// Draws rules and recipes of several lines each, with room between them and a check box next to the first line, and
/// the headings among them.
class RuleDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

private:
    /// The cell without the room around it.
    static QStyleOptionViewItem inner(const QStyleOptionViewItem& option);
    static QStyleOptionViewItem firstLine(const QStyleOptionViewItem& option);
};

} // namespace loupe
