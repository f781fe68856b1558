#include "views/comparison_delegate.h"

#include "items/comparison_model.h"
#include "views/icons.h"
#include "views/pair_mark.h"
#include "views/plain_text.h"
#include "views/theme.h"

#include <QAbstractItemView>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int iconSize = 16;

bool isNumber(int column)
{
    return column >= ComparisonModel::Differing;
}

/// Its length is the logarithm: from a millionth to the whole.
double barOf(double relativeL2)
{
    constexpr double decades = 6;
    return relativeL2 > 0 ? std::clamp(1 + std::log10(relativeL2) / decades, 0.02, 1.0) : 0;
}

} // namespace

ComparisonDelegate::ComparisonDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
{
    refresh();
}

void ComparisonDelegate::refresh()
{
    const auto drawn = [](Icon which) {
        return ownIcon(which, Theme::current().mutedText)
            .pixmap(QSize(iconSize, iconSize), qGuiApp->devicePixelRatio());
    };
    m_monospace = monospaceFont();
    m_tensor = drawn(Icon::Tensor);
    m_group = drawn(Icon::Group);
}

void ComparisonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const Theme& theme = Theme::of(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const QColor text = selected ? selectedText(option.palette, group) : option.palette.color(group, QPalette::Text);
    const QColor muted = selected ? text : theme.mutedText;
    const QVariant status = index.data(ComparisonModel::PairStatusRole);
    const bool quiet = !status.isValid() || PairStatus(status.toInt()) == PairStatus::Identical;

    painter->save();
    if (index.column() == ComparisonModel::RelativeL2)
        paintShare(*painter, option, index);
    const bool numeric = isNumber(index.column());
    painter->setFont(numeric || index.column() == ComparisonModel::Shape ? m_monospace : option.font);
    painter->setPen(quiet && index.column() != ComparisonModel::Name ? muted : text);
    QRect rect = option.rect.adjusted(padding, 0, -padding, 0);
    if (index.column() == ComparisonModel::Name) {
        paintName(*painter, rect.adjusted(-padding + 2, 0, 0, 0), index, muted, selected);
        painter->restore();
        return;
    }
    if (index.column() == ComparisonModel::Status) {
        if (status.isValid())
            paintPairMark(*painter, QRect(rect.left(), rect.top(), mark - 6, rect.height()), PairStatus(status.toInt()),
                theme, selected ? text : QColor());
        rect.setLeft(rect.left() + mark);
    }
    const auto elide = numeric                      ? Qt::ElideLeft
        : index.column() == ComparisonModel::Status ? Qt::ElideRight
                                                    : Qt::ElideMiddle;
    painter->drawText(rect, int(numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(index.data().toString(), elide, std::max(rect.width(), 0)));
    painter->restore();
}

void ComparisonDelegate::paintShare(
    QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant figure = index.data(SortRole);
    if (!figure.isValid())
        return;
    const QRect cell = option.rect.adjusted(2, 3, -2, -3);
    QColor bar = Theme::of(option.palette).warning;
    bar.setAlpha(60);
    painter.fillRect(
        QRect(cell.topLeft(), QSize(int(std::lround(barOf(figure.toDouble()) * cell.width())), cell.height())), bar);
}

void ComparisonDelegate::paintName(
    QPainter& painter, QRect rect, const QModelIndex& index, const QColor& muted, bool selected) const
{
    const QPixmap& pixels = index.data(IsGroupRole).toBool() ? m_group : m_tensor;
    painter.setOpacity(selected ? 0.7 : 1);
    painter.drawPixmap(QPoint(rect.left(), rect.top() + (rect.height() - iconSize) / 2), pixels);
    painter.setOpacity(1);
    rect.setLeft(rect.left() + iconSize + 4);
    const QFontMetrics metrics = painter.fontMetrics();
    const QString name = index.data().toString();
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(name, Qt::ElideMiddle, rect.width()));
    rect.setLeft(rect.left() + metrics.horizontalAdvance(name) + 8);
    const QString hint = index.data(HintRole).toString();
    if (hint.isEmpty() || rect.width() < metrics.horizontalAdvance(QStringLiteral("→ x…x")))
        return;
    const bool isGroup = index.data(IsGroupRole).toBool();
    if (isGroup && metrics.horizontalAdvance(hint) > rect.width())
        return;
    painter.setPen(muted);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(hint, Qt::ElideMiddle, rect.width()));
}

QSize ComparisonDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool numeric = isNumber(index.column()) || index.column() == ComparisonModel::Shape;
    const QFontMetrics metrics(numeric ? m_monospace : option.font);
    const int height = std::max({metrics.height(), option.fontMetrics.height(), iconSize}) + 6;
    const int before = index.column() == ComparisonModel::Status ? mark : 0;
    return {metrics.horizontalAdvance(index.data().toString()) + before + 2 * padding, (height + 1) / 2 * 2};
}

bool ComparisonDelegate::helpEvent(
    QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), plainToolTip(index.data(WholeTextRole).toString()), view);
    return true;
}

} // namespace loupe
