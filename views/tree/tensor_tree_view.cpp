#include "views/tree/tensor_tree_view.h"

#include "items/tree/tensor_tree_model.h"
#include "views/kit/row_ranges.h"
#include "views/kit/theme.h"
#include "views/tree/tree_delegate.h"
#include "views/tree/tree_expansion.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

namespace loupe {

namespace {

/// So many rows are looked at for letters that are typed.
constexpr int searchedRows = 20'000;
} // namespace

TensorTreeView::TensorTreeView(QWidget* parent)
    : IndentedTree(parent)
    , m_expansion(new TreeExpansion(this))
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
    connect(this, &QTreeView::expanded, this, &TensorTreeView::onExpanded);
    connect(this, &QTreeView::collapsed, this, &TensorTreeView::onCollapsed);
    connect(m_expansion, &TreeExpansion::finished, this, &TensorTreeView::endExpansion);
}

TensorTreeView::~TensorTreeView() = default;

void TensorTreeView::setTensorModel(TensorTreeModel* model)
{
    m_model = model;
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &TensorTreeView::rememberState);
    setModel(model);
    // Whatever is selected, a header asks for each section whether all of its rows are. This one shows no selection.
    header()->setSelectionModel(new QItemSelectionModel(model, header()));
    // After the base class's own, which forgets everything.
    connect(model, &QAbstractItemModel::modelReset, this, &TensorTreeView::restoreState);
    connect(model, &QAbstractItemModel::modelReset, this, &TensorTreeView::showShards);
    connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this, [this] { forgetLayout(); });
    connect(model, &QAbstractItemModel::layoutChanged, this, [this] { scrollTo(currentIndex()); });
    connect(model, &TensorTreeModel::arrangementFinished, this, &TensorTreeView::showSorting);
    connect(model, &TensorTreeModel::healthChanged, this, &TensorTreeView::showHealth);
    connect(model, &TensorTreeModel::editsChanged, viewport(), qOverload<>(&QWidget::update));
    header()->setSortIndicator(TensorTreeModel::Name, Qt::AscendingOrder);
    setSortingEnabled(true);
    setUpColumns();
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

bool TensorTreeView::selectNode(NameTree::NodeId node)
{
    const QModelIndex index = m_model->indexOf(node);
    if (!index.isValid()) {
        // No row is its own, and it will be the current one when the filter goes.
        selectionModel()->clear();
        m_current = node;
        return false;
    }
    stopExpanding();
    openAbove(node);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
    return true;
}

// QTreeView's own go through all rows one by one.

void TensorTreeView::selectAll()
{
    const QModelIndex last = lastRow();
    if (!last.isValid())
        return;
    selectBetween(m_model->index(0, 0), last, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void TensorTreeView::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command)
{
    const int x = columnViewportPosition(TensorTreeModel::Name);
    const QRect area = rect.normalized();
    QModelIndex first = indexAt({x, area.top()});
    QModelIndex last = indexAt({x, area.bottom()});
    if (!first.isValid() && !last.isValid())
        return QTreeView::setSelection(rect, command);
    if (!first.isValid())
        first = m_model->index(0, 0);
    if (!last.isValid())
        last = lastRow();
    selectBetween(first, last, command);
}

void TensorTreeView::selectBetween(
    const QModelIndex& first, const QModelIndex& last, QItemSelectionModel::SelectionFlags command)
{
    constexpr int fewRanges = 100;
    if (command.testFlag(QItemSelectionModel::Clear) && selectionModel()->selection().size() > fewRanges)
        selectionModel()->clearSelection(); // else each range would be compared with each that was selected before
    // They are whole rows already: making them so would compare each range with each.
    selectionModel()->select(rowsBetween(*m_model, m_open.shown(), first, last),
        command & ~QItemSelectionModel::SelectionFlags(QItemSelectionModel::Rows));
}

/// The base class looks for the place of each range among all rows, and lists all cells where a screen reader listens.
void TensorTreeView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    constexpr qint64 fewRows = 16;
    if (countRows(selected) + countRows(deselected) <= fewRows)
        QTreeView::selectionChanged(selected, deselected);
    else
        viewport()->update();
}

QModelIndex TensorTreeView::lastRow() const
{
    QModelIndex last;
    for (int rows = m_model->rowCount(); rows > 0; rows = isExpanded(last) ? m_model->rowCount(last) : 0)
        last = m_model->index(rows - 1, 0, last);
    return last;
}

void TensorTreeView::showNaturalOrder()
{
    header()->setSortIndicator(TensorTreeModel::Name, Qt::AscendingOrder); // sorts, where the header showed another
    m_model->sort(-1);
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

QSize TensorTreeView::sizeHint() const
{
    return {680, 480};
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
    stopExpanding();
    if (event->key() == Qt::Key_Asterisk) {
        if (const auto node = currentNode(); node && currentIndex().data(IsGroupRole).toBool())
            expandBelow(*node);
        return;
    }
    QTreeView::keyPressEvent(event);
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

} // namespace loupe
