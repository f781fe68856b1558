#include "views/tree/tree_delegate.h"

#include "analysis/statistics/health_remarks.h"
#include "items/jobs/item_roles.h"
#include "items/tree/distribution_column.h"
#include "items/tree/tensor_tree_model.h"
#include "saving/recipe/staged_edits.h"
#include "views/charts/mini_chart.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/tree/edited_delegate.h"
#include "views/tree/health_mark.h"

#include <QAbstractItemView>
#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <span>

namespace loupe {

namespace {

constexpr int swatchSize = 8;
constexpr int editedMarkSize = 6; ///< mark of a group with pending edits
constexpr int treeMarkGap = 6;
constexpr int nameGap = 8; ///< before the text after a name
constexpr int leastNameLetters = 20; ///< minimum letters to distinguish the roles of a block
/// Hostile names may be megabytes long.
constexpr qsizetype longestCellToolTip = 2000;

bool isNumber(int column)
{
    switch (column) {
    case TensorTreeModel::Parameters:
    case TensorTreeModel::Size:
    case TensorTreeModel::Offset:
    case TensorTreeModel::Share:
        return true;
    default:
        return false;
    }
}

/// The widest unit of a column. All units start at the same x, so that the last digits of numbers are aligned.
QString widestUnit(int column)
{
    switch (column) {
    case TensorTreeModel::Parameters:
        return QStringLiteral(" M");
    case TensorTreeModel::Size:
        return QStringLiteral(" MiB");
    case TensorTreeModel::Share:
        return QStringLiteral(" %");
    default:
        return {};
    }
}

} // namespace

TreeDelegate::TreeDelegate(QObject* parent)
    : ToolTipDelegate(parent)
{
    refresh();
}

void TreeDelegate::refresh()
{
    const Theme& theme = Theme::current();
    const auto drawn = [](Icon which, const QColor& color) {
        return ownIcon(which, color).pixmap(QSize(iconSize, iconSize), qGuiApp->devicePixelRatio());
    };
    m_monospace = monospaceFont();
    m_tensor = drawn(Icon::Tensor, theme.mutedText);
    m_group = drawn(Icon::Group, theme.mutedText);
    m_warning = drawn(Icon::Warning, theme.warning);
    m_error = drawn(Icon::Error, theme.error);
}

void TreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QWidget* const widget = option.widget;
    const QStyle* const style = widget->style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);

    const Look look = lookOf(option, index);
    painter->save();
    painter->setClipRect(option.rect);
    painter->setFont(look.font);
    painter->setPen(look.text);
    const QRect rect = option.rect.adjusted(padding, 0, -padding, 0);
    if (index.column() == TensorTreeModel::Share)
        if (const QVariant share = index.data(ShareRole); share.isValid()) {
            const QRect whole = option.rect.adjusted(2, 3, -2, -3);
            const int width = int(std::lround(std::clamp(share.toDouble(), 0.0, 1.0) * whole.width()));
            QColor bar = Theme::of(option.palette).shareBar;
            if (option.state & QStyle::State_Selected)
                bar = Theme::of(option.palette).mutedText, bar.setAlpha(60);
            painter->fillRect(QRect(whole.topLeft(), QSize(width, whole.height())), bar);
        }
    if (index.column() == TensorTreeModel::Name) {
        m_names.setFont(option.font);
        paintName(*painter, rect.adjusted(-padding + 2, 0, 0, 0), index, look);
    } else if (index.column() == TensorTreeModel::DType)
        paintDType(*painter, rect, index, look);
    else if (index.column() == TensorTreeModel::Health)
        paintHealth(*painter, rect, index, look);
    else if (index.column() == TensorTreeModel::Distribution)
        paintDistribution(*painter, rect, index, look);
    else if (isNumber(index.column()))
        paintNumber(*painter, rect, index, look);
    else
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, rect.width()));
    painter->restore();
}

TreeDelegate::Look TreeDelegate::lookOf(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int column = index.column();
    const Theme& theme = Theme::of(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    Look look;
    look.font = isNumber(column) || column == TensorTreeModel::Shape ? m_monospace : option.font;
    look.text = selected ? selectedText(option.palette, group) : option.palette.color(group, QPalette::Text);
    look.selected = selected;
    look.muted = selected ? look.text : theme.mutedText;
    const QVariant edited = index.data(EditedRole);
    if (isMarkedForDeletion(index)) {
        look.font.setStrikeOut(true);
        look.text = look.muted;
    } else if (edited.isValid()) {
        look.text = selected ? selectedColor(option.palette, group, theme.accent) : theme.accent;
    }
    return look;
}

void TreeDelegate::paintName(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const
{
    const auto drawIcon = [&](const QPixmap& pixels) {
        painter.drawPixmap(QPoint(rect.left(), rect.top() + (rect.height() - iconSize) / 2),
            look.selected ? tinted(pixels, look.text) : pixels);
        rect.setLeft(rect.left() + iconSize + 4);
    };
    const bool isOfTensors = !index.data(IsGroupRole).toBool() || index.data(IsRoleRole).toBool();
    drawIcon(isOfTensors ? m_tensor : m_group);
    if (const QVariant severity = index.data(SeverityRole); severity.isValid())
        drawIcon(Severity(severity.toInt()) == Severity::Error ? m_error : m_warning);

    const QFontMetrics metrics = painter.fontMetrics();
    const bool isMarked = index.data(EditedBelowRole).toBool();
    const int markRoom = isMarked ? editedMarkSize + treeMarkGap : 0;
    const int room = std::max(rect.width() - markRoom, 0);
    // The number of tensors of a role is as important as the rest of a long name.
    const int countRoom =
        index.data(IsRoleRole).toBool() ? nameGap + metrics.horizontalAdvance(index.data(HintRole).toString()) : 0;
    const int nameRoom = std::max(room - countRoom, std::min(room, leastNameLetters * metrics.averageCharWidth()));
    const QString former = index.data(FormerNameRole).toString();
    const RowNames::Renamed names = former.isEmpty() ? RowNames::Renamed{m_names.shown(index, nameRoom), {}}
                                                     : m_names.renamed(index, former, nameRoom, nameGap);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, names.now);
    rect.setLeft(rect.left() + metrics.horizontalAdvance(names.now));
    if (!names.former.isEmpty()) {
        rect.setLeft(rect.left() + nameGap);
        paintFormerName(painter, rect, names.former, look);
        rect.setLeft(rect.left() + metrics.horizontalAdvance(names.former));
    }
    if (isMarked) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.selected ? look.text : Theme::current().accent);
        painter.drawEllipse(QRectF(
            rect.left() + treeMarkGap, rect.center().y() + 0.5 - editedMarkSize / 2.0, editedMarkSize, editedMarkSize));
        painter.restore();
        rect.setLeft(rect.left() + treeMarkGap + editedMarkSize);
    }
    rect.setLeft(rect.left() + nameGap);
    QString hint = index.data(HintRole).toString();
    if (!index.data(IsGroupRole).toBool()) // a count is shown entirely or not at all; part of a name is still useful
        hint = metrics.elidedText(hint, Qt::ElideMiddle, rect.width());
    if (!hint.isEmpty() && metrics.horizontalAdvance(hint) <= rect.width()) {
        painter.setPen(look.muted);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, hint);
    }
}

void TreeDelegate::paintFormerName(QPainter& painter, QRect rect, const QString& name, const Look& look) const
{
    painter.save();
    QFont font = painter.font();
    font.setStrikeOut(true);
    painter.setFont(font);
    painter.setPen(look.muted);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
    painter.restore();
}

void TreeDelegate::paintDType(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const
{
    if (const QVariant dtype = index.data(DTypeRole); dtype.isValid()) {
        const QRect swatch(rect.left(), rect.top() + (rect.height() - swatchSize) / 2, swatchSize, swatchSize);
        const Theme& theme = Theme::current();
        if (look.selected) { // otherwise a shade may blend into the selection's color
            painter.fillRect(swatch.adjusted(-2, -2, 2, 2), look.text);
            painter.fillRect(swatch.adjusted(-1, -1, 1, 1), theme.surface);
        }
        // A pending cast replaces the stored dtype in the cell.
        const QVariant edited = index.data(EditedRole);
        const bool isCast = edited.isValid() && ChangeKind(edited.toInt()) == ChangeKind::Cast;
        const QVariant shade = isCast ? QVariant() : index.data(QuantizedShadeRole);
        painter.fillRect(
            swatch, shade.isValid() ? theme.colorOfQuantized(shade.toDouble()) : theme.colorOf(DType(dtype.toInt())));
    } else {
        painter.setPen(look.muted);
    }
    rect.setLeft(rect.left() + dtypeMark);
    QString text = index.data().toString();
    if (painter.fontMetrics().horizontalAdvance(text) > rect.width()) // for a cast, the new dtype
        text = text.mid(std::max(text.indexOf(u'→'), qsizetype(0)));
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        painter.fontMetrics().elidedText(text, dtypeElision, rect.width()));
}

QString TreeDelegate::healthText(const QModelIndex& index, const QFontMetrics& metrics, int width)
{
    const QStringList forms = index.data(FormsRole).toStringList();
    const auto fits = [&](const QString& form) { return metrics.horizontalAdvance(form) <= width; };
    const auto fitting = std::ranges::find_if(forms, fits);
    return fitting != forms.end() ? *fitting : forms.isEmpty() ? QString() : forms.last();
}

void TreeDelegate::paintHealth(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const
{
    const QVariant remark = index.data(HealthRole);
    if (remark.isValid())
        paintHealthMark(painter, QRect(rect.topLeft(), QSize(healthMark - 4, rect.height())),
            HealthRemark(remark.toInt()), Theme::current(), look.selected ? look.text : QColor());
    painter.setPen(remark.isValid() ? look.text : look.muted);
    if (remark.isValid())
        rect.setLeft(rect.left() + healthMark);
    // Aligns the digits of figures.
    const QFontMetrics metrics = painter.fontMetrics();
    painter.drawText(rect, (remark.isValid() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(healthText(index, metrics, rect.width()), Qt::ElideRight, rect.width()));
}

/// Draws on a thin baseline, which distinguishes a row without values from one with unknown values.
void TreeDelegate::paintDistribution(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const
{
    constexpr int margin = 3; // above and below
    constexpr int widest = 128; // pixels; wider bars show no more
    rect = rect.adjusted(0, margin, 0, 1 - margin);
    rect.setWidth(std::min(rect.width(), widest));
    const QColor color = look.selected ? look.text : QColor();
    if (const QVariant bars = index.data(HistogramRole); bars.isValid())
        paintMiniHistogram(painter, rect, bars.value<RowHistogram>().heights, Theme::current(), color);
    else if (const auto figures = index.data(DepthFigureRole).value<QList<double>>(); !figures.isEmpty())
        paintSparkline(
            painter, rect, std::span(figures.constData(), std::size_t(figures.size())), Theme::current(), color);
}

void TreeDelegate::paintNumber(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const
{
    const QString text = index.data().toString();
    const qsizetype space = text.lastIndexOf(QLatin1Char(' '));
    const bool hasUnit = space > 0 && !text.back().isDigit();
    const QString unit = hasUnit ? text.mid(space) : QString();
    const QFontMetrics metrics = painter.fontMetrics();
    const int unitWidth = metrics.horizontalAdvance(widestUnit(index.column()));
    const QRect unitRect(rect.right() + 1 - unitWidth, rect.top(), unitWidth, rect.height());
    if (unitRect.left() > rect.left()) {
        painter.setPen(look.muted);
        painter.drawText(unitRect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, unit);
        painter.setPen(look.text);
    }
    rect.setRight(unitRect.left() - 1);
    painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(hasUnit ? text.left(space) : text, Qt::ElideLeft, std::max(rect.width(), 0)));
}

QSize TreeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics metrics(lookOf(option, index).font);
    const int height = std::max({metrics.height(), option.fontMetrics.height(), iconSize}) + 6;
    int width = metrics.horizontalAdvance(index.data().toString()) + 2 * padding + iconSize + 4;
    if (index.column() == TensorTreeModel::Name) {
        if (const QString hint = index.data(HintRole).toString(); !hint.isEmpty())
            width += nameGap + metrics.horizontalAdvance(hint);
        if (index.data(SeverityRole).isValid())
            width += iconSize + 4;
        if (index.data(EditedBelowRole).toBool())
            width += editedMarkSize + treeMarkGap;
    }
    return {width, (height + 1) / 2 * 2};
}

QString TreeDelegate::toolTip(const QModelIndex& index) const
{
    if (const QVariant edited = index.data(Qt::ToolTipRole); edited.isValid())
        return edited.toString();
    const bool isName = index.column() == TensorTreeModel::Name;
    const QString whole = index.data(isName ? FullNameRole : WholeTextRole).toString();
    if (whole.size() <= longestCellToolTip)
        return whole;
    return whole.left(longestCellToolTip / 2) + QStringLiteral(" … ") + whole.right(longestCellToolTip / 2);
}

} // namespace loupe
