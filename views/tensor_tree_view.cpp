#include "views/tensor_tree_view.h"

#include "items/tensor_tree_model.h"
#include "views/icons.h"
#include "views/plain_text.h"
#include "views/python_snippet.h"
#include "views/table_copy.h"
#include "views/theme.h"
#include "views/tree_delegate.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QTimer>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

constexpr int narrowestName = 160;
/// So many rows are opened at first, that a model's structure is seen without a click.
constexpr int firstRows = 24;
constexpr int longestGroup = 200;
/// A filter that leaves no more than this shows what it found; more would cost the UI thread more than a frame.
constexpr quint64 filteredRows = 20'000;
/// So many groups are looked at to see which are open, and so many rows for letters that are typed.
constexpr NameTree::NodeId rememberedGroups = 20'000;
constexpr int searchedRows = 20'000;
/// At the end of saved columns.
constexpr char fittedName = 'f';
constexpr char chosenName = 'c';

/// As wide as the widest text usually in the column.
constexpr std::array<const char*, TensorTreeModel::ColumnCount> samples{
    "", "F8_E4M3", "[4096, 11008]", "Parameters", "999.9 MiB", "9,999,999,999", "< 0.1 %"};

/// The rows from the root to the index: their order is the order on the screen.
std::vector<int> placeOf(QModelIndex index)
{
    std::vector<int> place;
    for (; index.isValid(); index = index.parent())
        place.push_back(index.row());
    std::reverse(place.begin(), place.end());
    return place;
}

QModelIndexList inScreenOrder(const QModelIndexList& rows)
{
    std::vector<std::pair<std::vector<int>, QModelIndex>> placed;
    placed.reserve(std::size_t(rows.size()));
    for (const QModelIndex& row : rows)
        placed.emplace_back(placeOf(row), row);
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    QModelIndexList sorted;
    for (const auto& [place, row] : placed)
        sorted << row;
    return sorted;
}

/// The node of another tree that has the same path; of groups, only the first are looked at.
std::optional<NameTree::NodeId> sameNode(const NameTree& from, NameTree::NodeId node, const NameTree& to)
{
    const std::string_view path = from.path(node);
    const bool isGroup = from.isGroup(node);
    if (node < to.nodeCount() && to.isGroup(node) == isGroup && to.path(node) == path)
        return node;
    const NameTree::NodeId begin = isGroup ? to.root() + 1 : 0;
    const NameTree::NodeId end = isGroup ? to.root() + std::min(to.groupCount(), rememberedGroups) : to.tensorCount();
    for (NameTree::NodeId other = begin; other < end; ++other) {
        if (to.path(other) == path)
            return other;
    }
    return std::nullopt;
}

} // namespace

TensorTreeView::TensorTreeView(QWidget* parent)
    : QTreeView(parent)
    , m_emptyText(tr("The tensors of a file would be here. Open one with Ctrl+O or drop it on the window."))
{
    setAccessibleName(tr("Tensors"));
    setUniformRowHeights(true);
    setItemDelegate(new TreeDelegate(this));
    setSelectionMode(ExtendedSelection);
    setSelectionBehavior(SelectRows);
    setAllColumnsShowFocus(true);
    setEditTriggers(NoEditTriggers);
    setIndentation(14);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    header()->setStretchLastSection(false);
    header()->setHighlightSections(false);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QWidget::customContextMenuRequested, this, &TensorTreeView::showHeaderMenu);
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (!index.data(IsGroupRole).toBool())
            emit tensorActivated(m_model->nodeAt(index));
    });
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (m_fitting)
            return;
        if (column == TensorTreeModel::Name)
            m_fitsName = false;
        else
            fitNameColumn();
    });
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        if (!m_model->order()->isFiltered() && m_expanded.size() < rememberedGroups)
            m_expanded.insert(m_model->nodeAt(index));
    });
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        if (!m_model->order()->isFiltered())
            m_expanded.erase(m_model->nodeAt(index));
    });
}

void TensorTreeView::setTensorModel(TensorTreeModel* model)
{
    m_model = model;
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &TensorTreeView::rememberState);
    setModel(model);
    // After the base class's own, which forgets everything.
    connect(model, &QAbstractItemModel::modelReset, this, &TensorTreeView::restoreState);
    connect(model, &QAbstractItemModel::layoutChanged, this, [this] { scrollTo(currentIndex()); });
    connect(model, &TensorTreeModel::arrangementFinished, this, &TensorTreeView::showSorting);
    header()->setSortIndicator(TensorTreeModel::Name, Qt::AscendingOrder);
    setSortingEnabled(true);
    // Where there is too little room, the offset is what to scroll to: the byte map tells it too.
    header()->moveSection(header()->visualIndex(TensorTreeModel::Offset), TensorTreeModel::ColumnCount - 1);
    setDefaultWidths();
    restoreState();
}

std::optional<NameTree::NodeId> TensorTreeView::currentNode() const
{
    const QModelIndex index = currentIndex();
    if (!index.isValid())
        return std::nullopt;
    return m_model->nodeAt(index);
}

std::optional<std::uint32_t> TensorTreeView::currentTensor() const
{
    const auto node = currentNode();
    if (!node || currentIndex().data(IsGroupRole).toBool())
        return std::nullopt;
    return *node;
}

std::vector<std::uint32_t> TensorTreeView::selectedTensors() const
{
    std::vector<std::uint32_t> tensors;
    for (const QModelIndex& row : inScreenOrder(selectedRows(*selectionModel()))) {
        if (!row.data(IsGroupRole).toBool())
            tensors.push_back(m_model->nodeAt(row));
    }
    return tensors;
}

bool TensorTreeView::selectNode(NameTree::NodeId node)
{
    const QModelIndex index = m_model->indexOf(node);
    if (!index.isValid())
        return false;
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
    return true;
}

QString TensorTreeView::selectedNames() const
{
    QStringList names;
    for (const QModelIndex& row : inScreenOrder(selectedRows(*selectionModel())))
        names << row.data(FullNameRole).toString();
    if (const QString note = cutNote(selectedRowCount(*selectionModel())); !note.isEmpty())
        names << note;
    return names.join(QLatin1Char('\n'));
}

void TensorTreeView::copyNames() const
{
    if (const QString names = selectedNames(); !names.isEmpty())
        QGuiApplication::clipboard()->setText(names);
}

void TensorTreeView::showNaturalOrder()
{
    header()->setSortIndicator(TensorTreeModel::Name, Qt::AscendingOrder); // sorts, where the header showed another
    m_model->sort(-1);
}

/// A sort that was stopped or refused leaves the order as it was.
void TensorTreeView::showSorting()
{
    const Sorting shown = m_model->order()->sorting();
    const bool agrees = TensorTreeModel::sortKey(header()->sortIndicatorSection()) == shown.key
        && (header()->sortIndicatorOrder() == Qt::DescendingOrder) == shown.descending;
    if (agrees || m_model->isArranging() || !m_model->checkpoint())
        return;
    int column = 0;
    while (TensorTreeModel::sortKey(column) != shown.key)
        ++column;
    const QSignalBlocker withoutSorting(header());
    header()->setSortIndicator(column, shown.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void TensorTreeView::keyboardSearch(const QString& search)
{
    const bool goesOn = m_typing.isValid() && m_typing.elapsed() < QApplication::keyboardInputInterval();
    m_typed = goesOn && !search.isEmpty() ? m_typed + search : search; // an empty text begins anew
    m_typing.start();
    if (m_typed.isEmpty())
        return;
    // The same letter again and again: one row after the other that begins with it.
    const bool repeats = m_typed.count(m_typed.front()) == m_typed.size();
    const QString wanted = repeats ? m_typed.left(1) : m_typed;
    QModelIndex row = currentIndex().siblingAtColumn(0);
    if (repeats && row.isValid())
        row = indexBelow(row);
    for (int i = 0; i < searchedRows; ++i) {
        if (!row.isValid())
            row = m_model->index(0, 0);
        if (!row.isValid())
            return;
        if (row.data().toString().startsWith(wanted, Qt::CaseInsensitive)) {
            selectNode(m_model->nodeAt(row));
            return;
        }
        row = indexBelow(row);
    }
}

void TensorTreeView::setEmptyText(const QString& sentence)
{
    m_emptyText = sentence;
    viewport()->update();
}

QByteArray TensorTreeView::saveColumns() const
{
    return header()->saveState() + (m_fitsName ? fittedName : chosenName);
}

void TensorTreeView::restoreColumns(const QByteArray& state)
{
    const QScopedValueRollback fitting(m_fitting, true);
    if (header()->restoreState(state.chopped(std::min<qsizetype>(state.size(), 1))))
        m_fitsName = !state.endsWith(chosenName);
}

QSize TensorTreeView::sizeHint() const
{
    return {680, 480};
}

void TensorTreeView::rememberState()
{
    m_before = m_model->checkpoint();
    if (!m_before || m_model->order()->isFiltered())
        return;
    // Expanding or collapsing all tells of no single group.
    std::erase_if(m_expanded, [this](NameTree::NodeId group) { return !isExpanded(m_model->indexOf(group)); });
    const NameTree& tree = m_before->tree;
    const NameTree::NodeId end = tree.root() + std::min(tree.groupCount(), rememberedGroups);
    for (NameTree::NodeId group = tree.root() + 1; group < end; ++group) {
        if (isExpanded(m_model->indexOf(group)))
            m_expanded.insert(group);
    }
}

void TensorTreeView::restoreState()
{
    const OpenedCheckpointPtr before = std::exchange(m_before, nullptr);
    const OpenedCheckpointPtr& opened = m_model->checkpoint();
    // While a layout is pending, expanding only takes notes.
    scheduleDelayedItemsLayout();
    if (!before || before != opened) {
        if (before && opened && !opened->checkpoint->path.empty()
            && before->checkpoint->path == opened->checkpoint->path)
            carryOver(*before);
        else
            startOver();
        return;
    }
    if (m_model->order()->isFiltered() && m_model->visibleTensors() <= filteredRows)
        expandAll();
    else
        expandRemembered();
    // What the filter hides stays the current one, to be back when the filter goes.
    if (m_current)
        selectNode(*m_current);
}

void TensorTreeView::startOver()
{
    m_expanded.clear();
    expandFirstLevels();
    forgetCurrent();
}

void TensorTreeView::forgetCurrent()
{
    if (!m_current)
        return;
    m_current.reset();
    emit currentNodeChanged({});
    emit currentTensorChanged({});
}

void TensorTreeView::expandRemembered()
{
    const std::vector<NameTree::NodeId> groups(m_expanded.begin(), m_expanded.end());
    for (const NameTree::NodeId group : groups) {
        if (const QModelIndex index = m_model->indexOf(group); index.isValid())
            expand(index);
    }
}

/// The same path was read again: its groups and tensors may have other numbers now.
void TensorTreeView::carryOver(const OpenedCheckpoint& before)
{
    std::unordered_set<std::string_view> open;
    for (const NameTree::NodeId group : std::exchange(m_expanded, {}))
        open.insert(before.tree.path(group));
    const OpenedCheckpointPtr& opened = m_model->checkpoint();
    const NameTree& tree = opened->tree;
    const NameTree::NodeId end = tree.root() + std::min(tree.groupCount(), rememberedGroups);
    for (NameTree::NodeId group = tree.root() + 1; group < end; ++group) {
        if (open.contains(tree.path(group)))
            m_expanded.insert(group);
    }
    expandRemembered();
    const auto current = m_current ? sameNode(before.tree, *m_current, tree) : std::nullopt;
    forgetCurrent();
    if (!current)
        return;
    // Later, when whoever shows the current row has the new checkpoint too.
    QTimer::singleShot(0, this, [this, opened, node = *current] {
        if (m_model->checkpoint() == opened && !m_current)
            selectNode(node);
    });
}

void TensorTreeView::expandFirstLevels()
{
    int rows = 0;
    for (QModelIndexList level{QModelIndex()}; !level.isEmpty();) {
        int children = 0;
        for (const QModelIndex& parent : std::as_const(level))
            children += m_model->rowCount(parent);
        rows += children;
        // A single group may be long, but a level is opened in full or not at all.
        if (level.front().isValid() && (level.size() > 1 ? rows > firstRows : children > longestGroup))
            return;
        QModelIndexList next;
        for (const QModelIndex& parent : std::as_const(level)) {
            if (parent.isValid())
                expand(parent);
            for (int row = 0; row < m_model->rowCount(parent) && next.size() <= longestGroup; ++row) {
                if (const QModelIndex child = m_model->index(row, 0, parent); m_model->hasChildren(child))
                    next << child;
            }
        }
        level = std::move(next);
    }
}

void TensorTreeView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    const auto node = currentNode();
    if (node == m_current)
        return;
    m_current = node;
    emit currentNodeChanged(node);
    emit currentTensorChanged(currentTensor());
}

void TensorTreeView::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = currentIndex();
    if (!index.isValid())
        return;
    // Not a nested loop: what is opened meanwhile would find the menu's row gone.
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, menu, &QWidget::close);
    const auto selected = int(std::min<qint64>(selectedRowCount(*selectionModel()), maximumCopiedRows));
    menu->addAction(icon(Icon::Copy), selected > 1 ? tr("Copy %n names", nullptr, selected) : tr("Copy name"),
        QKeySequence::Copy, this, &TensorTreeView::copyNames);
    if (const auto tensor = currentTensor()) {
        const QStringList libraries = snippetLibraries(*m_model->checkpoint()->checkpoint);
        for (int i = 0; i < libraries.size(); ++i)
            menu->addAction(
                tr("Copy as Python for %1").arg(libraries[i]), this, [this, tensor, i] { copySnippet(*tensor, i); });
        menu->addSeparator();
        menu->addAction(tr("Show bytes"), this, [this, tensor] { emit hexRequested(*tensor); });
        menu->addAction(tr("Compute digest…"), this, [this, tensor] { emit digestRequested(*tensor); });
    }
    menu->addSeparator();
    menu->addAction(tr("Expand all"), this, &QTreeView::expandAll);
    menu->addAction(tr("Collapse all"), this, &QTreeView::collapseAll);
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    menu->popup(byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

void TensorTreeView::copySnippet(std::uint32_t tensor, int library) const
{
    const Checkpoint& checkpoint = *m_model->checkpoint()->checkpoint;
    QGuiApplication::clipboard()->setText(pythonSnippet(checkpoint, tensor, snippetLibraries(checkpoint)[library]));
}

void TensorTreeView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyNames();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (const auto tensor = currentTensor())
            emit tensorActivated(*tensor);
        else if (currentIndex().isValid())
            setExpanded(currentIndex().siblingAtColumn(0), !isExpanded(currentIndex().siblingAtColumn(0)));
        return;
    }
    QTreeView::keyPressEvent(event);
}

void TensorTreeView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitNameColumn();
}

void TensorTreeView::paintEvent(QPaintEvent* event)
{
    QTreeView::paintEvent(event);
    if (!model() || model()->rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(Theme::of(palette()).mutedText);
    painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void TensorTreeView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    if (auto* const delegate = qobject_cast<TreeDelegate*>(itemDelegate()))
        delegate->refresh();
    if (m_model && event->type() == QEvent::FontChange)
        setDefaultWidths();
}

void TensorTreeView::setDefaultWidths()
{
    const QScopedValueRollback fitting(m_fitting, true);
    const QFontMetrics metrics(monospaceFont());
    for (int column = TensorTreeModel::DType; column < TensorTreeModel::ColumnCount; ++column) {
        const int text = metrics.horizontalAdvance(QLatin1String(samples[std::size_t(column)]));
        const int mark = column == TensorTreeModel::DType ? TreeDelegate::dtypeMark : 0;
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
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = TensorTreeModel::DType; column < TensorTreeModel::ColumnCount; ++column) {
        QAction* const action = menu->addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            fitNameColumn();
        });
    }
    menu->popup(header()->mapToGlobal(position));
}

} // namespace loupe
