#pragma once

#include <QStyledItemDelegate>

namespace loupe {

/// Draws texts of tables and trees with staged edits: what is to go is struck through, long texts are whole in the
/// tooltip.
class EditedDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// Whether what the cell shows is staged to go.
bool isMarkedForDeletion(const QModelIndex& index);

} // namespace loupe
