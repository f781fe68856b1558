#include "views/metadata/metadata_delegate.h"

#include "items/compare/comparison_model.h"
#include "items/compare/metadata_difference_model.h"
#include "views/colors/theme.h"
#include "views/kit/pair_mark.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace loupe {

namespace {

constexpr int cellPadding = 8; // at both sides of a cell's text
constexpr int keyMarkSize = 16; // before a key

} // namespace

void MetadataDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const Theme& theme = Theme::of(option.palette);
    const auto status = PairStatus(index.data(ComparisonModel::PairStatusRole).toInt());
    const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const bool selected = option.state & QStyle::State_Selected;
    const QColor text = selected          ? selectedText(option.palette, group)
        : status == PairStatus::Identical ? theme.mutedText
                                          : option.palette.color(group, QPalette::Text);
    painter->save();
    QRect rect = option.rect.adjusted(cellPadding, 0, -cellPadding, 0);
    if (index.column() == MetadataDifferenceModel::Key) {
        rect.setLeft(option.rect.left() + cellPadding / 2);
        paintPairMark(*painter, QRect(rect.left(), rect.top(), keyMarkSize, rect.height()), status, theme,
            selected ? text : QColor());
        rect.setLeft(rect.left() + keyMarkSize + cellPadding / 2);
    }
    painter->setFont(option.font);
    painter->setPen(text);
    painter->drawText(rect, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, std::max(rect.width(), 0)));
    painter->restore();
}

QSize MetadataDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int widest = 400; // limits the column for very long keys
    const int text = option.fontMetrics.horizontalAdvance(index.data().toString());
    const int before = index.column() == MetadataDifferenceModel::Key ? keyMarkSize : cellPadding;
    return {std::min(text + before + 2 * cellPadding, widest), (option.fontMetrics.height() + 7) / 2 * 2};
}

QString MetadataDelegate::toolTip(const QModelIndex& index) const
{
    const QString text = index.data(WholeTextRole).toString();
    const QString status = index.data(Qt::AccessibleDescriptionRole).toString();
    return status.isEmpty() ? text : text + u'\n' + status;
}

} // namespace loupe
