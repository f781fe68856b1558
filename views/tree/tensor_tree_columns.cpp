// The columns of TensorTreeView: their widths, which of them show, and how that is saved.

#include "views/tree/tensor_tree_view.h"

#include "views/kit/column_menu.h"
#include "views/kit/theme.h"
#include "views/tree/tree_delegate.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

/// As wide as the widest text usually in the column; of Health what is usual, as its worst comes first.
constexpr std::array<const char*, TensorTreeModel::ColumnCount> samples{"", "F8_E4M3", "[4096, 11008]", "Parameters",
    "999.9 MiB", "9,999,999,999", "< 0.1 %", "12 duplicates", "00001-of-2"};

/// Where there is no room for all, the first of these is hidden first. The byte map shows shares and offsets, too.
constexpr std::array firstToGiveWay{TensorTreeModel::Offset, TensorTreeModel::Share, TensorTreeModel::Parameters};

constexpr unsigned bitOf(int column)
{
    return 1U << unsigned(column);
}

/// A digit for a set of columns of firstToGiveWay, and back.
template <typename IsIn>
char toDigit(IsIn isIn)
{
    int digit = 0;
    for (std::size_t i = 0; i < firstToGiveWay.size(); ++i)
        digit |= isIn(firstToGiveWay[i]) ? 1 << i : 0;
    return char('0' + digit);
}

bool isInDigit(char digit, std::size_t place)
{
    return ((digit - '0') & (1 << place)) != 0;
}

// At the end of saved columns: a digit for those that were chosen, one for those that gave way, and whether the width
// of the name was chosen.
constexpr qsizetype savedMarks = 3;
constexpr char nameChosen = 'c';
constexpr char nameFits = 'f';

/// Not in the font of numbers.
bool isText(int column)
{
    return column == TensorTreeModel::DType || column == TensorTreeModel::Health || column == TensorTreeModel::Shard;
}

} // namespace

void TensorTreeView::setUpColumns()
{
    // What a scan has found is seen however little room there is.
    header()->moveSection(
        header()->visualIndex(TensorTreeModel::Health), header()->visualIndex(TensorTreeModel::DType) + 1);
    header()->moveSection(header()->visualIndex(TensorTreeModel::Offset), TensorTreeModel::ColumnCount - 1);
    header()->moveSection(header()->visualIndex(TensorTreeModel::Shard), TensorTreeModel::ColumnCount - 2);
    setColumnHidden(TensorTreeModel::Health, !m_model->hasHealth());
    setColumnHidden(TensorTreeModel::Shard, true);
    showShards();
    setDefaultWidths();
    connect(header(), &QHeaderView::sectionResized, this, &TensorTreeView::onColumnResized);
    connect(header(), &QHeaderView::sortIndicatorChanged, this, &TensorTreeView::fitColumns);
}

QByteArray TensorTreeView::saveColumns() const
{
    return header()->saveState() + toDigit([this](int column) { return (m_chosen & bitOf(column)) != 0; })
        + toDigit([this](int column) { return gaveWay(column); }) + (m_chosenName ? nameChosen : nameFits);
}

void TensorTreeView::restoreColumns(const QByteArray& state)
{
    if (state.size() < savedMarks)
        return;
    const bool wasFitting = std::exchange(m_fitting, true);
    if (header()->restoreState(state.chopped(savedMarks))) {
        const QByteArray marks = state.last(savedMarks);
        m_gaveWay = {};
        m_chosen = 0;
        for (std::size_t i = 0; i < firstToGiveWay.size(); ++i) {
            if (isInDigit(marks[0], i))
                m_chosen |= bitOf(firstToGiveWay[i]);
            if (isInDigit(marks[1], i))
                setColumnHidden(firstToGiveWay[i], false);
        }
        m_chosenName.reset();
        if (marks[2] == nameChosen)
            m_chosenName = columnWidth(TensorTreeModel::Name);
    }
    if (header()->sortIndicatorSection() == TensorTreeModel::Health)
        header()->setSortIndicator(TensorTreeModel::Name, Qt::AscendingOrder);
    setColumnHidden(TensorTreeModel::Health, !m_model || !m_model->hasHealth());
    setColumnHidden(TensorTreeModel::Shard, !m_isSharded);
    leaveHiddenShards();
    m_fitting = wasFitting;
    fitColumns();
}

/// The column says nothing about a single file.
void TensorTreeView::showShards()
{
    if (std::exchange(m_isSharded, m_model->isSharded()) == m_model->isSharded())
        return;
    setColumnHidden(TensorTreeModel::Shard, !m_isSharded);
    leaveHiddenShards();
    fitColumns();
}

/// The same order has another column.
void TensorTreeView::leaveHiddenShards()
{
    if (m_isSharded || header()->sortIndicatorSection() != TensorTreeModel::Shard)
        return;
    const QSignalBlocker withoutSorting(header());
    header()->setSortIndicator(TensorTreeModel::Offset, header()->sortIndicatorOrder());
}

/// Before a scan the column would say nothing and cut names short.
void TensorTreeView::showHealth()
{
    if (std::exchange(m_hasHealth, m_model->hasHealth()) != m_model->hasHealth()) {
        setColumnHidden(TensorTreeModel::Health, !m_hasHealth);
        fitColumns();
    }
    viewport()->update();
}

void TensorTreeView::setDefaultWidths()
{
    const bool wasFitting = std::exchange(m_fitting, true);
    for (const int column : firstToGiveWay)
        bringBack(column);
    const QFontMetrics metrics(monospaceFont());
    for (int column = TensorTreeModel::DType; column < TensorTreeModel::ColumnCount; ++column) {
        const QFontMetrics used = isText(column) ? fontMetrics() : metrics;
        const int text = used.horizontalAdvance(QLatin1String(samples[std::size_t(column)]));
        const int mark = column == TensorTreeModel::DType ? TreeDelegate::dtypeMark
            : column == TensorTreeModel::Health           ? TreeDelegate::healthMark
                                                          : 0;
        setColumnWidth(column, text + mark + 2 * TreeDelegate::padding + 4);
    }
    m_fitting = wasFitting;
    fitColumns();
}

/// By the user: a width of 0 is a column that is shown or hidden.
void TensorTreeView::onColumnResized(int column, int before, int after)
{
    if (m_fitting)
        return;
    if (column == TensorTreeModel::Name)
        m_chosenName = after;
    else if (before > 0 && after > 0)
        m_chosen |= bitOf(column);
    fitColumns();
}

/// Without what the user has chosen or hidden, and what the rows are sorted by.
bool TensorTreeView::mayGiveWay(int column) const
{
    const bool isShown = gaveWay(column) || !isColumnHidden(column);
    return isShown && (m_chosen & bitOf(column)) == 0 && header()->sortIndicatorSection() != column;
}

/// Shows what was hidden for want of room.
void TensorTreeView::bringBack(int column)
{
    if (std::exchange(m_gaveWay[std::size_t(column)], 0) > 0)
        setColumnHidden(column, false);
}

/// Name takes the room that the others leave. Where that is too little, some of them give way; then the tree scrolls.
void TensorTreeView::fitColumns()
{
    if (m_fitting || !m_model)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const int name = std::max(neededNameWidth(), m_chosenName.value_or(0));
    int room = viewport()->width() - (header()->length() - columnWidth(TensorTreeModel::Name));
    for (const int width : m_gaveWay)
        room -= width;
    for (const int column : firstToGiveWay) {
        if (room >= name || !mayGiveWay(column)) {
            bringBack(column);
            continue;
        }
        if (!gaveWay(column)) {
            m_gaveWay[std::size_t(column)] = columnWidth(column);
            setColumnHidden(column, true);
        }
        room += m_gaveWay[std::size_t(column)];
    }
    setColumnWidth(TensorTreeModel::Name, m_chosenName ? name : std::max(name, room));
}

void TensorTreeView::showHeaderMenu(QPoint position)
{
    const auto saysSomething = [this](int column) {
        return (column != TensorTreeModel::Health || m_model->hasHealth())
            && (column != TensorTreeModel::Shard || m_isSharded);
    };
    showColumnMenu(*this, position, saysSomething, [this](int column) { onColumnShown(column); });
}

/// Shown or hidden by the user.
void TensorTreeView::onColumnShown(int column)
{
    m_gaveWay[std::size_t(column)] = 0;
    m_chosen = isColumnHidden(column) ? m_chosen & ~bitOf(column) : m_chosen | bitOf(column);
    fitColumns();
}

} // namespace loupe
