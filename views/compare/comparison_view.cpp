#include "views/compare/comparison_view.h"

#include "items/compare/comparison_model.h"
#include "views/compare/comparison_delegate.h"
#include "views/kit/row_ranges.h"
#include "views/kit/table_copy.h"
#include "views/kit/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

constexpr int followedRows = 5000;

} // namespace

ComparisonView::ComparisonView(ComparisonModel& model, QWidget* parent)
    : IndentedTree(parent)
    , m_model(model)
{
    setAccessibleName(tr("Pairs of tensors"));
    setUniformRowHeights(true);
    setItemDelegate(new ComparisonDelegate(this));
    setSelectionMode(ExtendedSelection);
    setSelectionBehavior(SelectRows);
    setAllColumnsShowFocus(true);
    setEditTriggers(NoEditTriggers);
    setIndentation(14);
    setFrameShape(NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    header()->setStretchLastSection(false);
    header()->setHighlightSections(false);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setModel(&model);
    // Whatever is selected, a header asks for each section whether all of its rows are. This one shows no selection.
    header()->setSelectionModel(new QItemSelectionModel(&model, header()));
    header()->setSortIndicator(ComparisonModel::Name, Qt::AscendingOrder);
    setSortingEnabled(true);
    addCopyAction(*this);
    setUpColumns();
    connect(&model, &ComparisonModel::arrangementStarted, this, &ComparisonView::boundSelection);
    connect(&model, &ComparisonModel::resultsAboutToChange, this, &ComparisonView::rememberNames);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &ComparisonView::rememberCurrent);
    connect(&model, &QAbstractItemModel::modelReset, this, &ComparisonView::restoreCurrent);
    connect(&model, &ComparisonModel::figuresChanged, this, [this](bool ended) {
        viewport()->update();
        if (ended && !m_keepsGroups)
            unfold();
    });
}

// QTreeView's own go through all rows one by one.

void ComparisonView::selectAll()
{
    QItemSelection rows;
    const auto addRowsOf = [&](const QModelIndex& parent) {
        if (const int count = m_model.rowCount(parent); count > 0)
            rows.append({m_model.index(0, 0, parent), m_model.index(count - 1, m_model.columnCount() - 1, parent)});
    };
    addRowsOf({});
    if (const ComparisonResultsPtr& results = m_model.results()) {
        const NameTree& tree = results->paired()->tree;
        std::vector<bool> shown(tree.groupCount()); // whether a group's rows are; parents come before their children
        shown.front() = true;
        for (NameTree::NodeId group = tree.root() + 1; group < tree.nodeCount(); ++group) {
            const QModelIndex index = m_model.indexOf(group);
            if (!index.isValid() || !shown[tree.parent(group) - tree.root()] || !isExpanded(index))
                continue;
            shown[group - tree.root()] = true;
            addRowsOf(index);
        }
    }
    // They are whole rows already: making them so would compare each range with each.
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
}

/// The base class looks for the place of each range among all rows, and lists all cells where a screen reader listens.
void ComparisonView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    constexpr qint64 fewRows = 16;
    if (countRows(selected) + countRows(deselected) <= fewRows)
        QTreeView::selectionChanged(selected, deselected);
    else
        viewport()->update();
}

/// Qt follows every selected row through another order: of many, only the current one is kept.
void ComparisonView::boundSelection()
{
    if (countRows(selectionModel()->selection()) > followedRows)
        selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

std::optional<NameTree::NodeId> ComparisonView::currentNode() const
{
    return currentIndex().isValid() ? std::optional(ComparisonModel::nodeAt(currentIndex())) : std::nullopt;
}

bool ComparisonView::selectNode(NameTree::NodeId node)
{
    const QModelIndex index = m_model.indexOf(node);
    if (!index.isValid())
        return false;
    setCurrentIndex(index);
    scrollTo(index);
    return true;
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
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        const QModelIndex parent = range.parent();
        const auto rows =
            choice.order
                ->children(parent.isValid() ? ComparisonModel::nodeAt(parent) : choice.results->paired()->tree.root())
                .subspan(std::size_t(range.top()), std::size_t(range.height()));
        choice.nodes.insert(choice.nodes.end(), rows.begin(), rows.end());
    }
    return choice;
}

void ComparisonView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void ComparisonView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    if (current.isValid())
        reportNode(ComparisonModel::nodeAt(current));
}

void ComparisonView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        static_cast<ComparisonDelegate*>(itemDelegate())->refresh();
}

void ComparisonView::paintEvent(QPaintEvent* event)
{
    QTreeView::paintEvent(event);
    if (m_model.rowCount() > 0 || m_emptyText.isEmpty())
        return;
    constexpr int margin = 24;
    QPainter painter(viewport());
    painter.setPen(Theme::of(palette()).mutedText);
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
        int(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
}

} // namespace loupe
