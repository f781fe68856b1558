#include "views/tree/tensor_tree_view.h"

#include "items/jobs/qt_text.h"
#include "items/tree/tensor_tree_model.h"
#include "views/kit/table_copy.h"
#include "views/tree/row_ranges.h"
#include "views/tree/selected_names.h"
#include "views/tree/tensor_tree_columns.h"
#include "views/tree/tensor_tree_menu.h"
#include "views/tree/tree_delegate.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace loupe {

TensorTreeView::TensorTreeView(QWidget* parent)
    : OrderedTreeView(parent)
{
    setAccessibleName(tr("Tensors"));
    setItemDelegate(new TreeDelegate(this));
    setTextElideMode(Qt::ElideMiddle);
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (m_model->isGroup(m_model->nodeAt(index)))
            setExpanded(index.siblingAtColumn(0), !isExpanded(index.siblingAtColumn(0)));
        else
            emit tensorActivated(m_model->nodeAt(index));
    });
    setExpandsOnDoubleClick(false); // double click activates a weight with parts
}

TensorTreeView::~TensorTreeView() = default;

void TensorTreeView::setTensorModel(TensorTreeModel* model)
{
    m_model = model;
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &TensorTreeView::rememberState);
    setTreeModel(model);
    connect(
        model, &QAbstractItemModel::modelReset, static_cast<TreeDelegate*>(itemDelegate()), &TreeDelegate::forgetNames);
    // Connected after the base class, which resets everything.
    connect(model, &QAbstractItemModel::modelReset, this, &TensorTreeView::restoreState);
    connect(model, &QAbstractItemModel::layoutChanged, this, [this] { scrollTo(currentIndex()); });
    connect(model, &TensorTreeModel::arrangementFinished, this, &TensorTreeView::showSorting);
    connect(model, &TensorTreeModel::healthChanged, viewport(), qOverload<>(&QWidget::update));
    connect(model, &TensorTreeModel::editsChanged, viewport(), qOverload<>(&QWidget::update));
    m_columns = new TensorTreeColumns(*this, *model);
    restoreState();
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
    if (OrderedTreeView::selectNode(node))
        return true;
    // The filter hides it. It becomes the current row again when the filter is cleared.
    selectionModel()->clear();
    m_current = node;
    return false;
}

QSize TensorTreeView::sizeHint() const
{
    return {680, 480};
}

void TensorTreeView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    const auto node = currentNode();
    const auto part = currentPart();
    if (std::exchange(m_current, node) != node) {
        m_currentPart.reset(); // belonged to another node
        emit currentNodeChanged(node);
    }
    if (std::exchange(m_currentPart, part) != part)
        emit currentPartChanged(part);
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
    OrderedTreeView::keyPressEvent(event);
}

void TensorTreeView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    if (auto* const delegate = qobject_cast<TreeDelegate*>(itemDelegate()))
        delegate->refresh();
    if (m_columns && event->type() == QEvent::FontChange)
        m_columns->setDefaultWidths();
}

void TensorTreeView::fitColumns()
{
    if (m_columns)
        m_columns->fit();
}

QByteArray TensorTreeView::saveColumns() const
{
    return m_columns ? m_columns->save() : QByteArray();
}

void TensorTreeView::restoreColumns(const QByteArray& state)
{
    if (m_columns)
        m_columns->restore(state);
}

std::vector<std::uint32_t> TensorTreeView::selectedTensors() const
{
    std::vector<std::uint32_t> tensors;
    for (const QModelIndex& row : inScreenOrder(selectedRows(*selectionModel()))) {
        if (!m_model->isGroup(m_model->nodeAt(row)) && !m_model->partAt(row))
            tensors.push_back(m_model->nodeAt(row));
    }
    return tensors;
}

NodeChoice TensorTreeView::chosen() const
{
    NodeChoice choice{m_model->checkpoint(), m_model->order(), {}, m_model->sharedTree()};
    if (!choice.opened)
        return choice;
    choice.nodes = selectedNodes();
    return choice;
}

bool TensorTreeView::isAnyChosen() const
{
    const QItemSelection& selection = selectionModel()->selection();
    return std::any_of(selection.begin(), selection.end(), [](const auto& range) { return !isOfParts(range); });
}

bool TensorTreeView::isChosenEdited() const
{
    constexpr std::size_t mostLookedAt = 20'000;
    if (!m_model->checkpoint())
        return false;
    std::size_t looked = 0;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        if (isOfParts(range))
            continue;
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (++looked > mostLookedAt || m_model->isEdited(m_model->nodeAt(m_model->index(row, 0, range.parent()))))
                return true;
        }
    }
    return false;
}

void TensorTreeView::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = currentIndex();
    if (!index.isValid())
        return;
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    makeTensorTreeMenu(*this)->popup(byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

// QAbstractItemView's own dragging visits every cell of a selection before each drag, and prevents selecting rows by
// dragging.

/// Whether the pointer is on the name of a selected row, where a press would otherwise select only that row.
bool TensorTreeView::isDragHandle(const QMouseEvent& event) const
{
    const QModelIndex index = indexAt(event.pos());
    return event.button() == Qt::LeftButton && event.modifiers() == Qt::NoModifier && index.isValid()
        && visualRect(index).contains(event.pos()) && selectionModel()->isSelected(index);
}

void TensorTreeView::mousePressEvent(QMouseEvent* event)
{
    stopExpanding();
    m_pressed.reset();
    m_isDragged = false;
    if (isDragHandle(*event))
        m_pressed = event->pos();
    else
        OrderedTreeView::mousePressEvent(event);
}

void TensorTreeView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed)
        return QTreeView::mouseMoveEvent(event);
    const int distance = (event->pos() - *m_pressed).manhattanLength();
    if (m_isDragged || !event->buttons().testFlag(Qt::LeftButton) || distance < QApplication::startDragDistance())
        return;
    m_isDragged = true;
    emit dragRequested();
}

void TensorTreeView::mouseReleaseEvent(QMouseEvent* event)
{
    const auto pressed = std::exchange(m_pressed, std::nullopt);
    if (pressed && std::exchange(m_isDragged, false))
        return;
    if (pressed) { // a click after all
        QMouseEvent press(QEvent::MouseButtonPress, *pressed, viewport()->mapToGlobal(*pressed), Qt::LeftButton,
            Qt::LeftButton, event->modifiers());
        OrderedTreeView::mousePressEvent(&press);
    }
    QTreeView::mouseReleaseEvent(event);
}

} // namespace loupe
