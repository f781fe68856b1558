#include "views/compare/comparison_view.h"

#include "items/compare/comparison_model.h"
#include "views/compare/comparison_columns.h"
#include "views/compare/comparison_delegate.h"
#include "views/kit/table_copy.h"

#include <QEvent>
#include <QHeaderView>

namespace loupe {

namespace {

constexpr int followedRows = 5000;

} // namespace

ComparisonView::ComparisonView(ComparisonModel& model, QWidget* parent)
    : OrderedTreeView(parent)
    , m_model(model)
{
    setAccessibleName(tr("Pairs of tensors"));
    auto* const delegate = new ComparisonDelegate(this);
    setItemDelegate(delegate);
    connect(&model, &QAbstractItemModel::modelReset, delegate, &ComparisonDelegate::forgetNames);
    setFrameShape(NoFrame);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    // Connected first, before Qt handles the signal and drops row positions.
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &ComparisonView::rememberCurrent);
    setTreeModel(&model);
    addCopyAction(*this);
    m_columns = new ComparisonColumns(*this, model);
    connect(&model, &ComparisonModel::arrangementStarted, this, &ComparisonView::boundSelection);
    connect(&model, &ComparisonModel::resultsAboutToChange, this, &ComparisonView::rememberNames);
    connect(&model, &QAbstractItemModel::modelReset, this, &ComparisonView::restoreCurrent);
    connect(&model, &ComparisonModel::figuresChanged, this, [this](bool ended) {
        viewport()->update();
        if (ended && !m_keepsGroups)
            unfold();
    });
}

/// Qt maps every selected row to a new order, which is slow for many; then only the current row is kept.
void ComparisonView::boundSelection()
{
    if (countRows(selectionModel()->selection()) > followedRows)
        selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

bool ComparisonView::goToDifference(bool forward)
{
    const auto node = m_model.nextDifference(currentNode(), forward);
    return node && selectNode(*node);
}

PairChoice ComparisonView::chosen() const
{
    PairChoice choice{m_model.results(), m_model.order(), {}};
    if (!choice.results)
        return choice;
    choice.nodes = selectedNodes();
    return choice;
}

void ComparisonView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    if (current.isValid())
        reportNode(ComparisonModel::nodeAt(current));
}

void ComparisonView::fitColumns()
{
    if (m_columns)
        m_columns->fit();
}

QByteArray ComparisonView::saveColumns() const
{
    return m_columns->save();
}

void ComparisonView::restoreColumns(const QByteArray& state)
{
    m_columns->restore(state);
}

void ComparisonView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        static_cast<ComparisonDelegate*>(itemDelegate())->refresh();
}

} // namespace loupe
