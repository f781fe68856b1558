// How ByteMapStrips answers the mouse and the keyboard.

#include "views/byte_map/byte_map_strips.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>
#include <limits>
#include <utility>

namespace loupe {

namespace {

constexpr double zoomPerStep = 0.8;

} // namespace

bool ByteMapStrips::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setHover({});
    return QAbstractScrollArea::viewportEvent(event);
}

void ByteMapStrips::wheelEvent(QWheelEvent* event)
{
    if (m_files.empty() || (event->modifiers() & Qt::ShiftModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const double steps = event->angleDelta().y() / double(QWheelEvent::DefaultDeltasPerStep);
    m_layout.zoomAround(int(event->position().x()) - gutterWidth(), std::pow(zoomPerStep, steps));
    if (const int sideways = event->angleDelta().x(); sideways != 0)
        m_layout.pan(sideways / 4);
    viewChanged();
    setHover(placeAt(event->position().toPoint()));
    event->accept();
}

void ByteMapStrips::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->pos();
    m_draggedTo = event->pos().x();
    m_dragging = false;
}

void ByteMapStrips::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        setHover(placeAt(event->pos()));
        return;
    }
    if (!m_dragging && (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_dragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    m_layout.pan(event->pos().x() - m_draggedTo);
    m_draggedTo = event->pos().x();
    viewChanged();
}

void ByteMapStrips::mouseReleaseEvent(QMouseEvent* event)
{
    viewport()->unsetCursor();
    if (event->button() != Qt::LeftButton || std::exchange(m_dragging, false))
        return;
    if (const auto place = placeAt(event->pos()))
        choose(*place);
}

void ByteMapStrips::mouseDoubleClickEvent(QMouseEvent*)
{
    m_layout.reset();
    viewChanged();
}

void ByteMapStrips::keyPressEvent(QKeyEvent* event)
{
    const int middle = m_current.empty() ? m_layout.width() / 2 : m_layout.columnOf(extentOf(m_current.front()).begin);
    switch (event->key()) {
    case Qt::Key_Left:
        moveBy(-1);
        return;
    case Qt::Key_Right:
        moveBy(1);
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (count() < 2)
            break;
        if (const int step = event->key() == Qt::Key_Up ? -1 : 1; !m_current.empty())
            moveToFile(m_current.front().strip + step, step);
        else
            moveToFile(0);
        return;
    case Qt::Key_Home:
        moveBy(-std::numeric_limits<int>::max());
        return;
    case Qt::Key_End:
        moveBy(std::numeric_limits<int>::max());
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_layout.zoomAround(middle, zoomPerStep);
        viewChanged();
        return;
    case Qt::Key_Minus:
        m_layout.zoomAround(middle, 1 / zoomPerStep);
        viewChanged();
        return;
    case Qt::Key_0:
        m_layout.reset();
        viewChanged();
        return;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void ByteMapStrips::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void ByteMapStrips::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace loupe
