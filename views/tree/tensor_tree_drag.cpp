// The part of TensorTreeView that is about dragging what is selected out of it. QAbstractItemView's own looks at every
// cell of a selection before each drag, and takes dragging over rows away from selecting them.

#include "views/tree/tensor_tree_view.h"

#include <QApplication>
#include <QMouseEvent>

namespace loupe {

/// On the name of a row that is selected: pressing there would leave that row alone selected.
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
