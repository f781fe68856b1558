#include "views/tensor_tree_view.h"

#include "items/tensor_tree_model.h"
#include "views/icons.h"
#include "views/plain_text.h"
#include "views/python_snippet.h"
#include "views/theme.h"
#include "views/tree_delegate.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr int narrowestName = 160;
/// So many rows are opened at first, that a model's structure is seen without a click.
constexpr int firstRows = 24;
constexpr int longestGroup = 200;
/// A filter that leaves no more than this shows what it found; more would cost the UI thread more than a frame.
constexpr quint64 filteredRows = 20'000;
/// A clipboard of a million names is of no use to anyone.
constexpr int mostNames = 100'000;

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
}

void TensorTreeView::setTensorModel(TensorTreeModel* model)
{
    m_model = model;
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &TensorTreeView::rememberState);
    setModel(model);
    // After the base class's own, which forgets everything.
    connect(model, &QAbstractItemModel::modelReset, this, &TensorTreeView::restoreState);
    connect(model, &QAbstractItemModel::layoutChanged, this, [this] { scrollTo(currentIndex()); });
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
    for (const QModelIndex& row : inScreenOrder(selectionModel()->selectedRows())) {
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
    for (const QModelIndex& row : inScreenOrder(selectionModel()->selectedRows().mid(0, mostNames)))
        names << row.data(FullNameRole).toString();
    return names.join(QLatin1Char('\n'));
}

void TensorTreeView::copyNames() const
{
    if (const QString names = selectedNames(); !names.isEmpty())
        QGuiApplication::clipboard()->setText(names);
}

void TensorTreeView::setEmptyText(const QString& sentence)
{
    m_emptyText = sentence;
    viewport()->update();
}

QByteArray TensorTreeView::saveColumns() const
{
    return header()->saveState();
}

void TensorTreeView::restoreColumns(const QByteArray& state)
{
    const QScopedValueRollback fitting(m_fitting, true);
    header()->restoreState(state);
}

QSize TensorTreeView::sizeHint() const
{
    return {680, 480};
}

void TensorTreeView::rememberState()
{
    m_shown = m_model->checkpoint().get();
    m_wasFiltered = m_model->order()->isFiltered();
    if (!m_shown || m_wasFiltered)
        return;
    m_expanded.clear();
    const NameTree& tree = m_model->checkpoint()->tree;
    for (NameTree::NodeId group = tree.root() + 1; group < tree.nodeCount(); ++group) {
        if (isExpanded(m_model->indexOf(group)))
            m_expanded.insert(group);
    }
}

void TensorTreeView::restoreState()
{
    const bool same = m_shown && m_shown == m_model->checkpoint().get();
    // While a layout is pending, expanding only takes notes.
    scheduleDelayedItemsLayout();
    if (!same) {
        m_expanded.clear();
        expandFirstLevels();
        if (m_current) {
            m_current.reset();
            emit currentNodeChanged({});
            emit currentTensorChanged({});
        }
        return;
    }
    if (m_model->order()->isFiltered() && m_model->visibleTensors() <= filteredRows) {
        expandAll();
    } else {
        for (const NameTree::NodeId group : m_expanded) {
            if (const QModelIndex index = m_model->indexOf(group); index.isValid())
                expand(index);
        }
    }
    // What the filter hides stays the current one, to be back when the filter goes.
    if (m_current)
        selectNode(*m_current);
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
    QMenu menu(this);
    const auto selected = selectionModel()->selectedRows().size();
    menu.addAction(icon(Icon::Copy), selected > 1 ? tr("Copy %n names", nullptr, int(selected)) : tr("Copy name"),
        QKeySequence::Copy, this, &TensorTreeView::copyNames);
    if (const auto tensor = currentTensor()) {
        const QStringList libraries = snippetLibraries(*m_model->checkpoint()->checkpoint);
        for (int i = 0; i < libraries.size(); ++i)
            menu.addAction(
                tr("Copy as Python for %1").arg(libraries[i]), this, [this, tensor, i] { copySnippet(*tensor, i); });
        menu.addSeparator();
        menu.addAction(tr("Show bytes"), this, [this, tensor] { emit hexRequested(*tensor); });
        menu.addAction(tr("Compute digest…"), this, [this, tensor] { emit digestRequested(*tensor); });
    }
    menu.addSeparator();
    menu.addAction(tr("Expand all"), this, &QTreeView::expandAll);
    menu.addAction(tr("Collapse all"), this, &QTreeView::collapseAll);
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    menu.exec(byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
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
    QMenu menu(this);
    for (int column = TensorTreeModel::DType; column < TensorTreeModel::ColumnCount; ++column) {
        QAction* const action = menu.addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            fitNameColumn();
        });
    }
    menu.exec(header()->mapToGlobal(position));
}

} // namespace loupe
