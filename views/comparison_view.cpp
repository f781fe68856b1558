#include "views/comparison_view.h"

#include "items/comparison_model.h"
#include "views/comparison_delegate.h"
#include "views/table_copy.h"
#include "views/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>

#include <algorithm>
#include <array>
#include <vector>

namespace loupe {

namespace {

constexpr int narrowestName = 200;
constexpr int followedRows = 5000;
/// As wide as the widest text usually in the column.
constexpr std::array<const char*, ComparisonModel::ColumnCount> samples{"", "2 changed, 1 only in A", "BF16 → F16",
    "[4096, 11008]", "16,777,216 (99.9 %)", "1.234e-05", "Relative L2x", "−0.9999999"};

} // namespace

ComparisonView::ComparisonView(ComparisonModel& model, QWidget* parent)
    : QTreeView(parent)
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
    // What a pair came to stands first; what its tensors are is seldom another than in a tree of one of them.
    for (const int column : {ComparisonModel::Differing, ComparisonModel::Maximum, ComparisonModel::RelativeL2})
        header()->moveSection(header()->visualIndex(column), header()->visualIndex(ComparisonModel::Status) + 1);
    for (const int column : {ComparisonModel::DType, ComparisonModel::Shape})
        header()->moveSection(header()->visualIndex(column), ComparisonModel::ColumnCount - 1);
    setDefaultWidths();
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (m_fitting)
            return;
        m_fitsName = m_fitsName && column != ComparisonModel::Name;
        fitNameColumn();
    });
    connect(&model, &ComparisonModel::arrangementStarted, this, &ComparisonView::boundSelection);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_wanted = currentNode();
        m_wantedIn = m_model.results();
        m_wantedSeen = !isVisible() || isCurrentSeen(); // a hidden view scrolls to it once it is shown
        m_wantedSelected = selectionModel()->isSelected(currentIndex());
    });
    connect(&model, &QAbstractItemModel::modelReset, this, &ComparisonView::restoreCurrent);
    connect(&model, &ComparisonModel::figuresChanged, this, [this](bool ended) {
        viewport()->update();
        if (ended)
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
    constexpr int fewRows = 16;
    int rows = 0;
    for (const QItemSelection* const changed : {&selected, &deselected}) {
        for (const QItemSelectionRange& range : *changed)
            rows += range.height();
    }
    if (rows <= fewRows)
        QTreeView::selectionChanged(selected, deselected);
    else
        viewport()->update();
}

/// Qt follows every selected row through another order: of many, only the current one is kept.
void ComparisonView::boundSelection()
{
    int rows = 0;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        rows += range.height();
    if (rows > followedRows)
        selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

std::optional<NameTree::NodeId> ComparisonView::currentNode() const
{
    return currentIndex().isValid() ? std::optional(ComparisonModel::nodeAt(currentIndex())) : std::nullopt;
}

/// A filter, or values that come to it, have the same nodes; other results have others.
void ComparisonView::restoreCurrent()
{
    unfold();
    const auto wanted = std::exchange(m_wanted, {});
    if (std::exchange(m_wantedIn, {}) != m_model.results()) {
        m_told.reset();
        emit currentNodeChanged(std::nullopt);
        return;
    }
    const QModelIndex index = wanted ? m_model.indexOf(*wanted) : QModelIndex();
    if (!index.isValid())
        return tell(std::nullopt);
    // Rows are made anew every second while values come: whoever has scrolled elsewhere stays there.
    setAutoScroll(m_wantedSeen);
    selectionModel()->setCurrentIndex(index,
        m_wantedSelected ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows
                         : QItemSelectionModel::NoUpdate);
    setAutoScroll(true);
}

void ComparisonView::tell(std::optional<NameTree::NodeId> node)
{
    if (std::exchange(m_told, node) != node)
        emit currentNodeChanged(node);
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

bool ComparisonView::isCurrentSeen() const
{
    return currentIndex().isValid() && viewport()->rect().intersects(visualRect(currentIndex()));
}

/// Where the current row was seen, it still is.
void ComparisonView::unfold()
{
    const bool seen = isCurrentSeen();
    int budget = unfoldedRows;
    unfold({}, budget);
    if (seen)
        scrollTo(currentIndex());
}

void ComparisonView::unfold(const QModelIndex& parent, int& budget)
{
    const int rows = m_model.rowCount(parent);
    for (int row = 0; row < rows && budget > 0; ++row) {
        const QModelIndex index = m_model.index(row, 0, parent);
        --budget;
        if (!m_model.hasChildren(index) || m_model.rowCount(index) > budget)
            continue;
        if (!m_model.isFiltered() && !m_model.hasDifference(ComparisonModel::nodeAt(index)))
            continue;
        expand(index);
        unfold(index, budget);
    }
}

void ComparisonView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    if (current.isValid())
        tell(ComparisonModel::nodeAt(current));
}

void ComparisonView::setDefaultWidths()
{
    const QScopedValueRollback fitting(m_fitting, true);
    const QFontMetrics monospace(monospaceFont());
    for (int column = ComparisonModel::Status; column < ComparisonModel::ColumnCount; ++column) {
        const bool words = column == ComparisonModel::Status || column == ComparisonModel::DType;
        const int text = (words ? fontMetrics() : monospace)
                             .horizontalAdvance(QString::fromUtf8(samples[static_cast<std::size_t>(column)]));
        const int mark = column == ComparisonModel::Status ? ComparisonDelegate::mark : 0;
        setColumnWidth(column, text + mark + 2 * ComparisonDelegate::padding + 4);
    }
    fitNameColumn();
}

void ComparisonView::fitNameColumn()
{
    if (!m_fitsName)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const int others = header()->length() - columnWidth(ComparisonModel::Name);
    setColumnWidth(ComparisonModel::Name, std::max(narrowestName, viewport()->width() - others));
}

void ComparisonView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitNameColumn();
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
