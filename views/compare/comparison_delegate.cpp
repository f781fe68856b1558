#include "views/compare/comparison_delegate.h"

#include "core/text/text.h"
#include "items/compare/comparison_model.h"
#include "items/jobs/qt_text.h"
#include "items/values/decimal_places.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/pair_mark.h"
#include "views/kit/plain_text.h"
#include "views/layers/layers_mark.h"

#include <QAbstractItemView>
#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

bool isNumberColumn(int column)
{
    return column >= ComparisonModel::Differing;
}

/// The characters from the decimal point on that a column reserves; 0 for counts.
int afterPoint(int column)
{
    constexpr int ofFigures = 8; // length of ".234e-05"
    constexpr int ofDecibels = 4; // length of ".876"
    switch (column) {
    case ComparisonModel::Maximum:
    case ComparisonModel::RelativeL2:
    case ComparisonModel::Cosine:
    case ComparisonModel::Mean:
    case ComparisonModel::Rms:
        return ofFigures;
    case ComparisonModel::SignalToNoise:
        return ofDecibels;
    default:
        return 0;
    }
}

} // namespace

ComparisonDelegate::ComparisonDelegate(QObject* parent)
    : ToolTipDelegate(parent)
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
    painter->setClipRect(option.rect);
    if (index.column() == ComparisonModel::RelativeL2)
        paintShare(*painter, option, index);
    const bool numeric = isNumberColumn(index.column());
    painter->setFont(numeric || index.column() == ComparisonModel::Shape ? m_monospace : option.font);
    painter->setPen(quiet && index.column() != ComparisonModel::Name ? muted : text);
    QRect rect = option.rect.adjusted(padding, 0, -padding, 0);
    if (index.column() == ComparisonModel::Name) {
        m_names.setFont(option.font);
        paintName(*painter, rect.adjusted(-padding + 2, 0, 0, 0), index, muted, selected);
        painter->restore();
        return;
    }
    if (index.column() == ComparisonModel::Status) {
        paintStatus(*painter, rect, index, theme, selected);
        painter->restore();
        return;
    }
    if (index.column() == ComparisonModel::Maximum && index.data(ComparisonModel::PairNonfiniteRole).toBool()) {
        constexpr int height = 16;
        const int top = rect.top() + (rect.height() - height) / 2;
        paintNonfiniteMark(*painter, QRect(rect.left(), top, nonfiniteMark - 2, height), theme);
        rect.setLeft(rect.left() + nonfiniteMark);
        painter->setPen(text);
    }
    const QString words = index.data().toString();
    if (const int after = afterPoint(index.column())) {
        const double character = QFontMetricsF(m_monospace).horizontalAdvance(u'0');
        const int behind = charactersAfter(words, after, int(rect.width() / character));
        rect.setRight(rect.right() - int(std::lround(behind * character)));
    }
    const auto elide = numeric ? Qt::ElideLeft : Qt::ElideMiddle;
    painter->drawText(rect, int(numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(words, elide, std::max(rect.width(), 0)));
    painter->restore();
}

/// Draws a sign and words; if these do not fit in a group's cell, the sign and count of each status.
void ComparisonDelegate::paintStatus(
    QPainter& painter, QRect rect, const QModelIndex& index, const Theme& theme, bool selected) const
{
    constexpr std::array shownStatuses{
        PairStatus::Changed, PairStatus::OnlyA, PairStatus::OnlyB, PairStatus::ShapeChanged, PairStatus::NotCompared};
    constexpr int gap = 10;
    const QFontMetrics metrics = painter.fontMetrics();
    const QColor color = selected ? painter.pen().color() : QColor();
    const int flags = int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine;
    const auto paintMark = [&](PairStatus status) {
        paintPairMark(painter, QRect(rect.left(), rect.top(), mark - 6, rect.height()), status, theme, color);
        rect.setLeft(rect.left() + mark);
    };
    const QVariant status = index.data(ComparisonModel::PairStatusRole);
    const auto counts = index.data(ComparisonModel::PairCountsRole).value<QList<quint32>>();
    const QString words = index.data().toString();
    if (counts.isEmpty() || metrics.horizontalAdvance(words) <= rect.width() - mark) {
        if (status.isValid())
            paintMark(PairStatus(status.toInt()));
        else
            rect.setLeft(rect.left() + mark);
        painter.drawText(rect, flags, metrics.elidedText(words, Qt::ElideRight, std::max(rect.width(), 0)));
        return;
    }
    for (const PairStatus one : shownStatuses) {
        const quint32 count = counts.value(qsizetype(one));
        if (count == 0)
            continue;
        const QString text = toQString(formatCount(count));
        const int width = metrics.horizontalAdvance(text);
        if (mark + width > rect.width()) {
            painter.drawText(rect, flags | Qt::TextDontClip, QStringLiteral("…"));
            return;
        }
        paintMark(one);
        painter.drawText(rect, flags, text);
        rect.setLeft(rect.left() + width + gap);
    }
}

void ComparisonDelegate::paintShare(
    QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr double leastShare = 0.02; // so that a change is visible
    const QVariant position = index.data(ComparisonModel::ChangePositionRole);
    if (!position.isValid())
        return;
    const double share = std::max(position.toDouble(), leastShare);
    const QRect cell = option.rect.adjusted(2, 3, -2, -3);
    QColor bar = Theme::of(option.palette).warning;
    bar.setAlpha(60);
    painter.fillRect(QRect(cell.topLeft(), QSize(int(std::lround(share * cell.width())), cell.height())), bar);
}

void ComparisonDelegate::paintName(
    QPainter& painter, QRect rect, const QModelIndex& index, const QColor& muted, bool selected) const
{
    const QPixmap& pixels = index.data(IsGroupRole).toBool() ? m_group : m_tensor;
    painter.drawPixmap(QPoint(rect.left(), rect.top() + (rect.height() - iconSize) / 2),
        selected ? tinted(pixels, painter.pen().color()) : pixels);
    rect.setLeft(rect.left() + iconSize + 4);
    const QFontMetrics metrics = painter.fontMetrics();
    const QString shown = m_names.shown(index, std::max(rect.width(), 0));
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
    rect.setLeft(rect.left() + metrics.horizontalAdvance(shown) + 8);
    QString hint = index.data(HintRole).toString();
    if (metrics.horizontalAdvance(hint) > rect.width()) {
        // A count is shown entirely or not at all; for a new name, the new part is useful by itself.
        const QStringList names = index.data(ComparisonModel::PairNamesRole).toStringList();
        if (names.isEmpty())
            return;
        const QString arrow = hint.chopped(names.last().size());
        const QString name =
            m_names.newName(names.last(), names.first(), rect.width() - metrics.horizontalAdvance(arrow));
        if (name.isEmpty())
            return;
        hint = arrow + name;
    }
    painter.setPen(muted);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, hint);
}

QSize ComparisonDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool numeric = isNumberColumn(index.column()) || index.column() == ComparisonModel::Shape;
    const QFontMetrics metrics(numeric ? m_monospace : option.font);
    const int height = std::max({metrics.height(), option.fontMetrics.height(), iconSize}) + 6;
    int before = index.column() == ComparisonModel::Status ? mark : 0;
    if (index.column() == ComparisonModel::Name) {
        before = iconSize + 4;
        if (const QString hint = index.data(HintRole).toString(); !hint.isEmpty())
            before += 8 + metrics.horizontalAdvance(hint);
    }
    return {metrics.horizontalAdvance(index.data().toString()) + before + 2 * padding, (height + 1) / 2 * 2};
}

} // namespace loupe
