#include "views/kit/tool_tip_delegate.h"

#include "items/jobs/item_roles.h"
#include "views/kit/plain_text.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QToolTip>

namespace loupe {

bool ToolTipDelegate::helpEvent(
    QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), plainToolTip(toolTip(index)), view->viewport());
    return true;
}

QString ToolTipDelegate::toolTip(const QModelIndex& index) const
{
    const QVariant tip = index.data(Qt::ToolTipRole);
    return (tip.isValid() ? tip : index.data(WholeTextRole)).toString();
}

} // namespace loupe
