#include "views/details/statistics_delegate.h"

#include "views/colors/theme.h"

#include <QApplication>
#include <QPainter>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int cellPadding = 5; // pixels on both sides
// Room reserved for numbers that are not known yet.
constexpr int countRoom = 11; // characters: "268,435,456"
constexpr int leftRoom = 2; // "−0"
constexpr int rightRoom = 10; // ".000123456"

/// The position of the decimal point, or where it would be.
qsizetype pointOf(const QString& number)
{
    for (qsizetype i = 0; i < number.size(); ++i) {
        if (number[i] == u'.' || number[i] == u'e')
            return i;
    }
    return number.size();
}

bool isPlace(const QModelIndex& index)
{
    return index.data(ElementRole).isValid();
}

} // namespace

StatisticsDelegate::StatisticsDelegate(
    const StatisticsModel& figures, const StatisticsColumnsModel& columns, QTableView& view)
    : ToolTipDelegate(0, &view)
    , m_figures(figures)
    , m_columns(columns)
    , m_view(view)
{
    measure();
}

QFont StatisticsDelegate::titleFont() const
{
    QFont font = m_view.font();
    font.setBold(true);
    return font;
}

QFont StatisticsDelegate::numberFont() const
{
    return monospaceFont();
}

double StatisticsDelegate::leftOf(const QString& number) const
{
    return QFontMetricsF(numberFont()).horizontalAdvance(number.left(pointOf(number)));
}

void StatisticsDelegate::measure()
{
    const QFontMetricsF names(m_view.font());
    const QFontMetricsF titles(titleFont());
    const QFontMetricsF numbers(numberFont());
    const auto ceil = [](double width) { return int(std::ceil(width)); };
    const double digit = numbers.horizontalAdvance(u'0');
    for (int group = 0; group < figureGroups; ++group) {
        const bool counts = FigureGroup(group) == FigureGroup::Counts;
        m_widths[std::size_t(group)] = {
            .name = ceil(titles.horizontalAdvance(StatisticsColumnsModel::title(FigureGroup(group)))),
            .left = ceil(digit * (counts ? countRoom : leftRoom)),
            .right = ceil(digit * (counts ? 0 : rightRoom))};
    }
    for (int row = 0; row < m_figures.rowCount(); ++row) {
        Widths& widths = m_widths[std::size_t(m_figures.groupOf(row))];
        widths.name = std::max(widths.name, ceil(names.horizontalAdvance(m_figures.shortName(row))));
        for (int column = StatisticsModel::Value; column < m_figures.columnCount(); ++column) {
            const QModelIndex cell = m_figures.index(row, column);
            const QString text = cell.data().toString();
            const double left = isPlace(cell) ? 0 : leftOf(text);
            const double all = numbers.horizontalAdvance(text);
            widths.left = std::max(widths.left, ceil(left));
            widths.right = std::max(widths.right, isPlace(cell) ? 0 : ceil(all - left));
            widths.whole =
                std::max({widths.whole, ceil(all), ceil(titles.horizontalAdvance(m_figures.partName(column)))});
        }
    }
}

int StatisticsDelegate::nameWidth(FigureGroup group) const
{
    return m_widths[std::size_t(group)].name + 2 * cellPadding;
}

int StatisticsDelegate::valueWidth(FigureGroup group) const
{
    const Widths& widths = m_widths[std::size_t(group)];
    return std::max(widths.left + widths.right, widths.whole) + 2 * cellPadding;
}

QSize StatisticsDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto group = m_columns.groupAt(index);
    const int height = QFontMetrics(option.font).height();
    if (!group)
        return {0, height};
    const bool isName = m_columns.partOf(index.column()) == StatisticsColumnsModel::Part::Name;
    return {isName ? nameWidth(*group) : valueWidth(*group), height};
}

bool StatisticsDelegate::isSelected(const QModelIndex& index) const
{
    const QModelIndex figure = m_columns.sourceOf(index);
    for (int column = 0; figure.isValid() && column < m_figures.columnCount(); ++column) {
        if (m_view.selectionModel()->isSelected(m_columns.cellOf(figure.siblingAtColumn(column))))
            return true;
    }
    return false;
}

void StatisticsDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    ToolTipDelegate::initStyleOption(option, index);
    option->state.setFlag(QStyle::State_Enabled); // titles cannot be selected, but should not look disabled
    option->state.setFlag(QStyle::State_Selected, isSelected(index));
    const Theme& theme = Theme::of(option->palette);
    option->font = index.data(IsGroupRole).toBool() ? titleFont() : m_view.font();
    option->displayAlignment = Qt::AlignLeft | Qt::AlignVCenter;
    if (m_columns.partOf(index.column()) != StatisticsColumnsModel::Part::Value) {
        option->palette.setColor(QPalette::Text, theme.mutedText);
        return;
    }
    option->displayAlignment = Qt::AlignRight | Qt::AlignVCenter;
    if (!m_columns.sourceOf(index).isValid())
        return option->palette.setColor(QPalette::Text, theme.mutedText);
    option->font = numberFont();
    if (isPlace(index)) { // a link to the element
        option->font.setUnderline(true);
        option->palette.setColor(QPalette::Text, theme.accent);
    }
}

void StatisticsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = std::exchange(cell.text, QString());
    m_view.style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, &m_view);
    if (text.isEmpty())
        return;
    painter->save();
    painter->setFont(cell.font);
    const bool selected = cell.state.testFlag(QStyle::State_Selected);
    const auto colors = m_view.isActiveWindow() ? QPalette::Active : QPalette::Inactive;
    painter->setPen(selected ? selectedText(option.palette, colors) : cell.palette.color(QPalette::Text));
    QRectF place = QRectF(cell.rect).adjusted(cellPadding, 0, -cellPadding, 0);
    const auto group = m_columns.groupAt(index);
    const bool isNumber = m_columns.sourceOf(index).isValid()
        && m_columns.partOf(index.column()) == StatisticsColumnsModel::Part::Value && !isPlace(index);
    if (isNumber)
        place.setLeft(place.right() - m_widths[std::size_t(*group)].right - leftOf(text));
    painter->drawText(place,
        int(isNumber ? Qt::AlignLeft | Qt::AlignVCenter : cell.displayAlignment) | Qt::TextDontClip
            | Qt::TextSingleLine,
        text);
    painter->restore();
}

} // namespace loupe
