#include "views/kit/tool_tip_delegate.h"

#include "items/jobs/item_roles.h"
#include "views/kit/plain_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QToolTip>

namespace loupe {

ToolTipDelegate::ToolTipDelegate(int padding, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_padding(padding)
{
}

void ToolTipDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem inner = option;
    inner.rect.adjust(m_padding, 0, -m_padding, 0);
    QStyledItemDelegate::paint(painter, inner, index);
}

QSize ToolTipDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * m_padding, 0);
}

bool ToolTipDelegate::helpEvent(
    QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), plainToolTip(toolTip(index)), view->viewport());
    return true;
}

int ToolTipDelegate::textRoom(const QStyleOptionViewItem& option)
{
    const QStyle* const style = option.widget ? option.widget->style() : QApplication::style();
    const QRect room = style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    return room.width() - 2 * margin;
}

QString ToolTipDelegate::toolTip(const QModelIndex& index) const
{
    const QVariant tip = index.data(Qt::ToolTipRole);
    return (tip.isValid() ? tip : index.data(WholeTextRole)).toString();
}

} // namespace loupe
