// The columns of TensorTreeView: their widths, which of them show, and how that is saved.

#include "views/tensor_tree_view.h"

#include "items/tensor_tree_model.h"
#include "views/column_menu.h"
#include "views/theme.h"
#include "views/tree_delegate.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

constexpr int narrowestName = 160;
constexpr int longestHealth = 36; // characters that the column takes by itself
/// At the end of saved columns: which widths were chosen by hand. Letters, by 2 x health + name.
constexpr char widthsChosen[] = {'f', 'c', 'F', 'C'};

/// As wide as the widest text usually in the column.
constexpr std::array<const char*, TensorTreeModel::ColumnCount> samples{"", "F8_E4M3", "[4096, 11008]", "Parameters",
    "999.9 MiB", "9,999,999,999", "< 0.1 %", "1 all zero, 1 constant", "00001-of-2"};

/// Not in the font of numbers.
bool isText(int column)
{
    return column == TensorTreeModel::DType || column == TensorTreeModel::Health || column == TensorTreeModel::Shard;
}

} // namespace

QByteArray TensorTreeView::saveColumns() const
{
    return header()->saveState() + widthsChosen[(m_fitsHealth ? 0 : 2) + (m_fitsName ? 0 : 1)];
}

void TensorTreeView::restoreColumns(const QByteArray& state)
{
    const QScopedValueRollback fitting(m_fitting, true);
    if (header()->restoreState(state.chopped(std::min<qsizetype>(state.size(), 1)))) {
        m_fitsName = !state.endsWith('c') && !state.endsWith('C');
        m_fitsHealth = !state.endsWith('F') && !state.endsWith('C');
    }
    if (header()->sortIndicatorSection() == TensorTreeModel::Health)
        header()->setSortIndicator(TensorTreeModel::Name, Qt::AscendingOrder);
    setColumnHidden(TensorTreeModel::Health, !m_model || !m_model->hasHealth());
    setColumnHidden(TensorTreeModel::Shard, !m_isSharded);
    leaveHiddenShards();
}

/// Of a single file the column would say nothing.
void TensorTreeView::showShards()
{
    if (std::exchange(m_isSharded, m_model->isSharded()) == m_model->isSharded())
        return;
    setColumnHidden(TensorTreeModel::Shard, !m_isSharded);
    leaveHiddenShards();
    fitNameColumn();
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
void TensorTreeView::showHealth(bool scanEnded)
{
    if (std::exchange(m_hasHealth, m_model->hasHealth()) != m_model->hasHealth()) {
        setColumnHidden(TensorTreeModel::Health, !m_hasHealth);
        fitNameColumn();
    }
    if (scanEnded)
        fitHealthColumn();
    viewport()->update();
}

/// To the rows that can be seen.
void TensorTreeView::fitHealthColumn()
{
    if (!m_fitsHealth || isColumnHidden(TensorTreeModel::Health))
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const int heading = header()->sectionSizeHint(TensorTreeModel::Health);
    const int most = fontMetrics().horizontalAdvance(QString(longestHealth, u'x'));
    setColumnWidth(
        TensorTreeModel::Health, std::max(heading, std::min(most, sizeHintForColumn(TensorTreeModel::Health))));
    fitNameColumn();
}

void TensorTreeView::setDefaultWidths()
{
    const QScopedValueRollback fitting(m_fitting, true);
    const QFontMetrics metrics(monospaceFont());
    for (int column = TensorTreeModel::DType; column < TensorTreeModel::ColumnCount; ++column) {
        const QFontMetrics used = isText(column) ? fontMetrics() : metrics;
        const int text = used.horizontalAdvance(QLatin1String(samples[std::size_t(column)]));
        const int mark = column == TensorTreeModel::DType ? TreeDelegate::dtypeMark
            : column == TensorTreeModel::Health           ? TreeDelegate::healthMark
                                                          : 0;
        setColumnWidth(column, text + mark + 2 * TreeDelegate::padding + 4);
    }
    fitNameColumn();
}

void TensorTreeView::fitNameColumn()
{
    if (!m_fitsName || !m_model)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const int others = header()->length() - columnWidth(TensorTreeModel::Name);
    setColumnWidth(TensorTreeModel::Name, std::max(narrowestName, viewport()->width() - others));
}

void TensorTreeView::showHeaderMenu(QPoint position)
{
    const auto saysSomething = [this](int column) {
        return (column != TensorTreeModel::Health || m_model->hasHealth())
            && (column != TensorTreeModel::Shard || m_isSharded);
    };
    showColumnMenu(*this, position, saysSomething, [this](int) { fitNameColumn(); });
}

} // namespace loupe
