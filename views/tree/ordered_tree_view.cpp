#include "views/tree/ordered_tree_view.h"

#include "items/jobs/item_roles.h"
#include "views/colors/theme.h"
#include "views/kit/shortcut_sheet.h"
#include "views/kit/table_copy.h"
#include "views/tree/filter_offers.h"
#include "views/tree/group_opener.h"
#include "views/tree/row_ranges.h"
#include "views/tree/selected_names.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace loupe {

namespace {

/// The most rows that type-ahead searches.
constexpr int searchedRows = 20'000;
constexpr int emptyMargin = 24; // around the sentence shown without rows
constexpr int emptyGap = 12; // between the sentence and the offered filters

} // namespace

OrderedTreeView::OrderedTreeView(QWidget* parent)
    : IndentedTree(parent)
    , m_opener(new GroupOpener(*this))
{
    listInShortcutSheet(*this, tr("Expand all below"), QKeySequence(Qt::Key_Asterisk));
    setUniformRowHeights(true);
    setSelectionMode(ExtendedSelection);
    setSelectionBehavior(SelectRows);
    setAllColumnsShowFocus(true);
    setEditTriggers(NoEditTriggers);
    setIndentation(14);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    header()->setStretchLastSection(false);
    header()->setHighlightSections(false);
    connect(m_opener, &GroupOpener::runningChanged, this, &OrderedTreeView::expandingChanged);
    connect(m_opener, &GroupOpener::openedInPart, this, &OrderedTreeView::expandedInPart);
}

OrderedTreeView::~OrderedTreeView() = default;

void OrderedTreeView::setTreeModel(OrderedTreeModel* model)
{
    m_treeModel = model;
    setModel(model);
    // A header checks for each section whether all of its rows are selected. This one shows no selection, so it gets
    // its own model.
    header()->setSelectionModel(new QItemSelectionModel(model, header()));
    connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this, [this] { forgetLayout(); });
    connect(model, &OrderedTreeModel::namesKnown, viewport(), qOverload<>(&QWidget::update));
    header()->setSortIndicator(0, Qt::AscendingOrder);
    setSortingEnabled(true);
}

/// The view no longer has a model that is being destroyed.
const NameTree* OrderedTreeView::tree() const
{
    return m_treeModel && model() == m_treeModel ? m_treeModel->tree() : nullptr;
}

std::optional<NameTree::NodeId> OrderedTreeView::currentNode() const
{
    const QModelIndex index = currentIndex();
    return index.isValid() ? std::optional(OrderedTreeModel::nodeAt(index)) : std::nullopt;
}

std::optional<std::uint32_t> OrderedTreeView::currentPart() const
{
    const QModelIndex index = currentIndex();
    return index.isValid() ? OrderedTreeModel::partAt(index) : std::nullopt;
}

bool OrderedTreeView::selectNode(NameTree::NodeId node)
{
    const QModelIndex index = m_treeModel->indexOf(node);
    if (!index.isValid())
        return false;
    stopExpanding();
    m_opener->openAbove(node);
    selectRow(index);
    return true;
}

bool OrderedTreeView::selectPart(NameTree::NodeId tensor, std::uint32_t part)
{
    if (!selectNode(tensor))
        return false;
    m_opener->expandTensors({tensor});
    if (const QModelIndex row = m_treeModel->index(static_cast<int>(part), 0, m_treeModel->indexOf(tensor));
        row.isValid())
        selectRow(row);
    return true;
}

void OrderedTreeView::selectRow(const QModelIndex& index)
{
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

bool OrderedTreeView::selectNodes(std::span<const NameTree::NodeId> nodes)
{
    stopExpanding();
    for (const NameTree::NodeId node : nodes)
        m_opener->openAbove(node);
    QItemSelection rows;
    QModelIndex first;
    for (const NameTree::NodeId node : nodes) {
        const QModelIndex index = m_treeModel->indexOf(node);
        if (!index.isValid())
            continue;
        rows.select(index, index);
        if (!first.isValid())
            first = index;
    }
    if (!first.isValid())
        return false;
    // Selects all rows before setting the current one, so that nothing reads the values of the first row as if it alone
    // were selected.
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    scrollTo(first);
    return true;
}

void OrderedTreeView::expandAll()
{
    if (tree())
        m_opener->expandBelow(tree()->root(), true);
}

void OrderedTreeView::expandBelow(NameTree::NodeId group)
{
    if (!m_treeModel->isGroup(group))
        return m_opener->expandTensors({group});
    m_opener->expandBelow(group, true);
}

void OrderedTreeView::collapseAll()
{
    m_opener->collapseAll();
}

bool OrderedTreeView::isExpanding() const
{
    return m_opener->isRunning();
}

void OrderedTreeView::stopExpanding()
{
    m_opener->stop();
}

/// Skips layouts while groups are opened or closed.
void OrderedTreeView::doItemsLayout()
{
    if (isExpanding() && isLaidOut())
        return;
    IndentedTree::doItemsLayout();
}

void OrderedTreeView::reset()
{
    m_opener->abandon();
    IndentedTree::reset();
    m_opener->reset();
    placeOffers();
}

std::vector<NameTree::NodeId> OrderedTreeView::selectedNodes() const
{
    std::vector<NameTree::NodeId> nodes;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        const QModelIndex parent = range.parent();
        if (isOfParts(range))
            continue;
        const auto rows =
            m_treeModel->order()
                ->children(parent.isValid() ? OrderedTreeModel::nodeAt(parent) : m_treeModel->tree()->root())
                .subspan(std::size_t(range.top()), std::size_t(range.height()));
        nodes.insert(nodes.end(), rows.begin(), rows.end());
    }
    return nodes;
}

void OrderedTreeView::copyNames() const
{
    if (const QString names = selectedNames(*this); !names.isEmpty())
        QGuiApplication::clipboard()->setText(names);
}

// QTreeView's own versions visit all rows one by one.

void OrderedTreeView::selectAll()
{
    const QModelIndex last = lastRow();
    if (!last.isValid())
        return;
    selectBetween(m_treeModel->index(0, 0), last, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void OrderedTreeView::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command)
{
    const int x = columnViewportPosition(0);
    const QRect area = rect.normalized();
    QModelIndex first = indexAt({x, area.top()});
    QModelIndex last = indexAt({x, area.bottom()});
    if (!first.isValid() && !last.isValid())
        return QTreeView::setSelection(rect, command);
    if (!first.isValid())
        first = m_treeModel->index(0, 0);
    if (!last.isValid())
        last = lastRow();
    selectBetween(first, last, command);
}

void OrderedTreeView::selectBetween(
    const QModelIndex& first, const QModelIndex& last, QItemSelectionModel::SelectionFlags command)
{
    constexpr int fewRanges = 100;
    if (command.testFlag(QItemSelectionModel::Clear) && selectionModel()->selection().size() > fewRanges)
        selectionModel()->clearSelection(); // otherwise each range would be compared with each previously selected one
    // The ranges are whole rows already; the Rows flag would compare each range with each other.
    const OpenRows open{m_opener->open().shown(), m_opener->openTensors()};
    selectionModel()->select(rowsBetween(*m_treeModel, open, first, last),
        command & ~QItemSelectionModel::SelectionFlags(QItemSelectionModel::Rows));
}

/// The base class searches all rows for each range, and lists all cells if a screen reader is active.
void OrderedTreeView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    constexpr qint64 fewRows = 16;
    if (countRows(selected) + countRows(deselected) <= fewRows)
        QTreeView::selectionChanged(selected, deselected);
    else
        viewport()->update();
}

QModelIndex OrderedTreeView::lastRow() const
{
    QModelIndex last;
    for (int rows = m_treeModel->rowCount(); rows > 0; rows = isExpanded(last) ? m_treeModel->rowCount(last) : 0)
        last = m_treeModel->index(rows - 1, 0, last);
    return last;
}

void OrderedTreeView::keyboardSearch(const QString& search)
{
    const bool continues = m_typing.isValid() && m_typing.elapsed() < QApplication::keyboardInputInterval();
    m_typed = continues && !search.isEmpty() ? m_typed + search : search; // an empty text starts over
    m_typing.start();
    if (m_typed.isEmpty())
        return;
    // A repeated letter steps through the rows that start with it.
    const bool repeats = m_typed.count(m_typed.front()) == m_typed.size();
    const QString wanted = repeats ? m_typed.left(1) : m_typed;
    QModelIndex row = currentIndex().siblingAtColumn(0);
    if (repeats && row.isValid())
        row = indexBelow(row);
    for (int i = 0; i < searchedRows; ++i) {
        if (!row.isValid())
            row = m_treeModel->index(0, 0);
        if (!row.isValid())
            return;
        if (row.data().toString().startsWith(wanted, Qt::CaseInsensitive)) {
            stopExpanding();
            return selectRow(row);
        }
        row = indexBelow(row);
    }
}

void OrderedTreeView::focusInEvent(QFocusEvent* event)
{
    if (currentIndex().isValid())
        return IndentedTree::focusInEvent(event);
    // QAbstractItemView would make the first row current.
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void OrderedTreeView::keyPressEvent(QKeyEvent* event)
{
    stopExpanding();
    if (event->key() == Qt::Key_Asterisk) {
        if (const auto node = currentNode(); node && !currentPart())
            expandBelow(*node);
        return;
    }
    IndentedTree::keyPressEvent(event);
}

void OrderedTreeView::mousePressEvent(QMouseEvent* event)
{
    stopExpanding();
    IndentedTree::mousePressEvent(event);
}

void OrderedTreeView::setEmptyText(const QString& sentence)
{
    m_emptyText = sentence;
    placeOffers();
    viewport()->update();
}

void OrderedTreeView::offerFilters(const QString& instead)
{
    if (!m_offers) {
        m_offers = new FilterOffers(viewport());
        setTabOrder(this, m_offers);
        connect(m_offers, &FilterOffers::chosen, this, &OrderedTreeView::filterWanted);
    }
    m_offers->setInstead(instead);
    m_offers->setOffered(true);
    placeOffers();
}

void OrderedTreeView::offerNoFilters()
{
    if (m_offers)
        m_offers->setOffered(false);
    placeOffers();
}

bool OrderedTreeView::isEmpty() const
{
    return !model() || model()->rowCount() == 0;
}

/// The rectangle of the sentence, above the offers.
QRect OrderedTreeView::emptyTextRect() const
{
    QRect room = viewport()->rect().adjusted(emptyMargin, emptyMargin, -emptyMargin, -emptyMargin);
    if (m_offers && m_offers->isOffered())
        room.adjust(0, 0, 0, -m_offers->sizeHint().height() - emptyGap);
    return room;
}

void OrderedTreeView::placeOffers()
{
    if (!m_offers)
        return;
    m_offers->setVisible(m_offers->isOffered() && isEmpty());
    const QRect room = emptyTextRect();
    const QRect text = fontMetrics().boundingRect(room, int(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
    const int width = std::min(m_offers->sizeHint().width(), room.width());
    m_offers->setGeometry(
        room.left() + (room.width() - width) / 2, text.bottom() + emptyGap, width, m_offers->sizeHint().height());
}

void OrderedTreeView::resizeEvent(QResizeEvent* event)
{
    IndentedTree::resizeEvent(event);
    placeOffers();
    // Keeps the current row visible if a scroll bar or a notice takes room at the bottom.
    const QRect current = visualRect(currentIndex());
    const int before = event->oldSize().height();
    if (current.isValid() && current.center().y() < before && current.bottom() > event->size().height())
        scrollTo(currentIndex());
}

void OrderedTreeView::paintEvent(QPaintEvent* event)
{
    IndentedTree::paintEvent(event);
    if (m_emptyText.isEmpty() || !model() || !isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(Theme::of(palette()).mutedText);
    painter.drawText(emptyTextRect(), int(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
}

} // namespace loupe
