#include "views/values/values_area.h"

#include <QKeyEvent>
#include <QWheelEvent>

namespace loupe {

namespace {

constexpr int eighthsPerColumn = 120;

} // namespace

void ValuesArea::keyPressEvent(QKeyEvent* event)
{
    if (m_slice.empty())
        return ScrolledArea::keyPressEvent(event);
    if (event->matches(QKeySequence::Copy))
        return emit copyWanted(selection());
    if (event->matches(QKeySequence::SelectAll)) {
        m_anchor = {};
        m_cursor = last();
        viewport()->update();
        return emit cursorMoved();
    }
    const auto page = std::int64_t(m_layout.rowsIn(viewport()->size()));
    const bool whole = event->modifiers() & Qt::ControlModifier;
    const bool select = event->modifiers() & Qt::ShiftModifier;
    const auto by = [&](std::int64_t rows, std::int64_t columns) {
        moveCursor(moved(m_cursor, rows, columns, last()), select);
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return by(0, -1);
    case Qt::Key_Right:
        return by(0, 1);
    case Qt::Key_Up:
        return by(-1, 0);
    case Qt::Key_Down:
        return by(1, 0);
    case Qt::Key_PageUp:
        scrollBy(-page, 0);
        return by(-page, 0);
    case Qt::Key_PageDown:
        scrollBy(page, 0);
        return by(page, 0);
    case Qt::Key_Home:
        return moveCursor({whole ? 0 : m_cursor.row, 0}, select);
    case Qt::Key_End:
        return moveCursor({whole ? last().row : m_cursor.row, last().column}, select);
    default:
        ScrolledArea::keyPressEvent(event);
    }
}

void ValuesArea::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !m_slice.empty())
        moveCursor(m_layout.cellAt(event->position().toPoint(), m_top), event->modifiers() & Qt::ShiftModifier);
}

void ValuesArea::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || m_slice.empty())
        return;
    const QPoint place = event->position().toPoint();
    const auto outside = [](int position, int begin, int end) {
        return position < begin ? -1 : position >= end ? 1 : 0;
    };
    scrollBy(outside(place.y(), m_layout.headerHeight(), viewport()->height()),
        outside(place.x(), m_layout.headerWidth(), viewport()->width()));
    moveCursor(m_layout.cellAt(place, m_top), true);
}

void ValuesArea::wheelEvent(QWheelEvent* event)
{
    m_wheelRest += event->angleDelta();
    const int rows = m_wheelRest.y() / eighthsPerRow;
    const int columns = m_wheelRest.x() / eighthsPerColumn;
    m_wheelRest -= QPoint(columns * eighthsPerColumn, rows * eighthsPerRow);
    scrollBy(-rows, -columns);
    event->accept();
}

} // namespace loupe
