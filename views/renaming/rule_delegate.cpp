#include "views/renaming/rule_delegate.h"

#include <QAbstractItemView>
#include <QPainter>

namespace loupe {

namespace {

constexpr int roomAroundRule = 4; // pixels above and below

} // namespace

QStyleOptionViewItem RuleDelegate::inner(const QStyleOptionViewItem& option)
{
    QStyleOptionViewItem cell = option;
    cell.rect.adjust(0, roomAroundRule, 0, -roomAroundRule);
    return cell;
}

QStyleOptionViewItem RuleDelegate::firstLine(const QStyleOptionViewItem& option)
{
    QStyleOptionViewItem line = inner(option);
    line.rect.setHeight(line.fontMetrics.lineSpacing());
    return line;
}

void RuleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.state |= QStyle::State_Enabled; // headings, which cannot be chosen, are as readable as choices
    const QStyle* const style = cell.widget->style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    QStyleOptionViewItem text = inner(cell);
    text.rect.setLeft(style->subElementRect(QStyle::SE_ItemViewItemText, &text, text.widget).left());
    text.features &= ~QStyleOptionViewItem::HasCheckIndicator;
    text.displayAlignment = Qt::AlignLeft | Qt::AlignTop;
    style->drawControl(QStyle::CE_ItemViewItem, &text, painter, text.widget);
    if (!(cell.features & QStyleOptionViewItem::HasCheckIndicator))
        return;
    QStyleOptionViewItem box = firstLine(cell);
    box.rect = style->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &box, box.widget);
    box.state =
        (box.state & ~QStyle::State_HasFocus) | (cell.checkState == Qt::Checked ? QStyle::State_On : QStyle::State_Off);
    style->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, box.widget);
}

QSize RuleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 2 * roomAroundRule);
}

/// Handles a click on the check box, which is next to the first line.
bool RuleDelegate::editorEvent(
    QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    return QStyledItemDelegate::editorEvent(event, model, firstLine(option), index);
}

} // namespace loupe
