#include "views/values/values_area.h"

#include "views/colors/theme.h"

#include <QKeyEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>

namespace loupe {

namespace {

constexpr int eighthsPerColumn = 120; ///< of a degree of the wheel
// Values fetched around those that can be seen, so that steady scrolling seldom meets dots.
constexpr std::uint64_t rowsAround = 64;
constexpr std::uint64_t columnsAround = 16;

bool contains(const SliceWindow& outer, const SliceWindow& inner)
{
    return inner.firstRow >= outer.firstRow && inner.firstRow + inner.rows <= outer.firstRow + outer.rows
        && inner.firstColumn >= outer.firstColumn
        && inner.firstColumn + inner.columns <= outer.firstColumn + outer.columns;
}

} // namespace

ValuesArea::ValuesArea(QWidget* parent)
    : ScrolledArea(tr("Values"), parent)
{
    setFont(monospaceFont());
    // A step of the bar itself would be many rows where rows outnumber its positions.
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this,
        [this](int action) { scrollByAction(Qt::Vertical, action); });
    connect(horizontalScrollBar(), &QAbstractSlider::actionTriggered, this,
        [this](int action) { scrollByAction(Qt::Horizontal, action); });
}

void ValuesArea::setTable(const Slice& slice, const CellForm& form, std::uint64_t rowUnit)
{
    m_message.clear();
    m_page.reset();
    m_wanted = {};
    m_slice = slice;
    m_form = form;
    m_rowUnit = rowUnit;
    m_rows = slice.rows();
    m_columns = slice.columns();
    m_top = m_cursor = m_anchor = {};
    relayout();
    emit cursorMoved();
}

void ValuesArea::setExtent(std::uint64_t rows, std::uint64_t columns)
{
    if (m_slice.empty())
        return;
    m_rows = std::max(rows, m_slice.rows());
    m_columns = std::max(columns, m_slice.columns());
    relayout();
}

void ValuesArea::setSharedView(QSize smallest)
{
    if (m_sharedView == smallest)
        return;
    m_sharedView = smallest;
    relayout();
}

void ValuesArea::resizeEvent(QResizeEvent* event)
{
    ScrolledArea::resizeEvent(event);
    emit resized();
}

void ValuesArea::setLeastChars(int chars)
{
    m_leastChars = chars;
    relayout();
}

void ValuesArea::setMessage(const QString& sentence)
{
    setTable({}, DType::Opaque, 1);
    m_message = sentence;
    setAccessibleDescription(sentence);
    viewport()->update();
}

void ValuesArea::setNotation(Notation notation)
{
    m_notation = notation;
    relayout();
}

void ValuesArea::setPage(ValuePages::PagePtr page)
{
    m_wanted = {};
    m_page = std::move(page);
    viewport()->update();
    wantVisiblePage();
    emit cursorMoved();
}

void ValuesArea::goTo(Slice::Cell cell)
{
    if (m_slice.empty())
        return;
    moveCursor(cell, false);
    // Some context before the place, unless it can be seen as it is.
    const SliceWindow seen = visibleIn(sharedView());
    const auto centered = [](std::uint64_t place, std::uint64_t first, std::uint64_t length) {
        return place >= first + 2 && place + 2 < first + length ? first : place - std::min(place, length / 3);
    };
    setTop({centered(m_cursor.row, seen.firstRow, seen.rows),
        centered(m_cursor.column, seen.firstColumn, seen.columns - std::min<std::uint64_t>(seen.columns - 1, 1))});
}

SliceWindow ValuesArea::selection() const
{
    if (m_slice.empty())
        return {};
    const auto [firstRow, lastRow] = std::minmax(m_cursor.row, m_anchor.row);
    const auto [firstColumn, lastColumn] = std::minmax(m_cursor.column, m_anchor.column);
    return {firstRow, firstColumn, lastRow - firstRow + 1, lastColumn - firstColumn + 1};
}

QString ValuesArea::text(Slice::Cell cell) const
{
    if (!m_slice.element(cell))
        return {};
    const auto bits = m_page ? m_page->bits(cell) : std::nullopt;
    if (!bits)
        return QStringLiteral("··");
    if (m_page->isNull(cell))
        return nullText();
    const QString number = m_form.text(*bits, m_notation);
    return m_notation == Notation::Hex && !m_form.areDifferences() ? number : shownNumber(number);
}

void ValuesArea::relayout()
{
    const QFontMetrics metrics(font());
    const int chars = m_slice.empty() ? 1 : std::max(m_leastChars, m_form.textLength(m_notation));
    m_layout = ValuesLayout(m_rows, m_columns, m_rowUnit, chars,
        {std::max(1, metrics.horizontalAdvance(u'0')), std::max(1, metrics.height() + 2)});
    m_rowScale = RowScale(lastTop().row);
    m_columnScale = RowScale(lastTop().column);
    verticalScrollBar()->setRange(0, m_rowScale.maximum());
    verticalScrollBar()->setPageStep(int(m_layout.rowsIn(sharedView())));
    horizontalScrollBar()->setRange(0, m_columnScale.maximum());
    horizontalScrollBar()->setPageStep(int(m_layout.columnsIn(sharedView())));
    setTop(m_top);
}

Slice::Cell ValuesArea::last() const
{
    return {m_rows - 1, m_columns - 1};
}

Slice::Cell ValuesArea::lastTop() const
{
    const std::uint64_t rows = m_layout.rowsIn(sharedView());
    const std::uint64_t columns = m_layout.columnsIn(sharedView());
    return {m_rows > rows ? m_rows - rows : 0, m_columns > columns ? m_columns - columns : 0};
}

void ValuesArea::setTop(Slice::Cell top)
{
    const Slice::Cell before = m_top;
    m_top = {std::min(top.row, lastTop().row), std::min(top.column, lastTop().column)};
    // scrollContentsBy() leaves alone what stands at the bar's position.
    verticalScrollBar()->setValue(m_rowScale.position(m_top.row));
    horizontalScrollBar()->setValue(m_columnScale.position(m_top.column));
    viewport()->update();
    wantVisiblePage();
    if (!(m_top == before))
        emit scrolled();
}

void ValuesArea::follow(const ValuesArea& other)
{
    m_cursor = other.m_cursor;
    m_anchor = other.m_anchor;
    m_top = other.m_top;
    const QSignalBlocker vertical(verticalScrollBar());
    const QSignalBlocker horizontal(horizontalScrollBar());
    verticalScrollBar()->setValue(m_rowScale.position(m_top.row));
    horizontalScrollBar()->setValue(m_columnScale.position(m_top.column));
    viewport()->update();
    wantVisiblePage();
}

Slice::Cell ValuesArea::moved(Slice::Cell from, std::int64_t rows, std::int64_t columns, Slice::Cell last)
{
    const auto along = [](std::uint64_t place, std::int64_t by, std::uint64_t most) {
        const auto distance = std::uint64_t(std::abs(by));
        return by < 0 ? place - std::min(distance, place) : place + std::min(distance, most - std::min(place, most));
    };
    return {along(from.row, rows, last.row), along(from.column, columns, last.column)};
}

void ValuesArea::scrollBy(std::int64_t rows, std::int64_t columns)
{
    setTop(moved(m_top, rows, columns, lastTop()));
}

void ValuesArea::scrollByAction(Qt::Orientation orientation, int action)
{
    const bool vertical = orientation == Qt::Vertical;
    const auto page = std::int64_t(vertical ? m_layout.rowsIn(sharedView()) : m_layout.columnsIn(sharedView()));
    const std::int64_t by = distanceOf(action, page);
    if (by == 0)
        return;
    scrollBy(vertical ? by : 0, vertical ? 0 : by);
    if (vertical)
        verticalScrollBar()->setSliderPosition(m_rowScale.position(m_top.row));
    else
        horizontalScrollBar()->setSliderPosition(m_columnScale.position(m_top.column));
}

void ValuesArea::scrollContentsBy(int dx, int dy)
{
    const int row = verticalScrollBar()->value();
    const int column = horizontalScrollBar()->value();
    if (dy != 0 && row != m_rowScale.position(m_top.row))
        m_top.row = m_rowScale.row(row);
    if (dx != 0 && column != m_columnScale.position(m_top.column))
        m_top.column = m_columnScale.row(column);
    wantVisiblePage();
    viewport()->update();
    emit scrolled();
}

SliceWindow ValuesArea::visibleIn(QSize size) const
{
    const std::uint64_t row = std::min(m_top.row, m_rows);
    const std::uint64_t column = std::min(m_top.column, m_columns);
    return {row, column, std::min(m_layout.rowsIn(size) + 1, m_rows - row),
        std::min(m_layout.columnsIn(size) + 1, m_columns - column)};
}

void ValuesArea::wantVisiblePage()
{
    const SliceWindow seen = visible();
    const SliceWindow own = intersect(seen, m_slice);
    if (own.empty() || (m_page && contains(m_page->window, own)) || contains(m_wanted, own))
        return;
    // The whole extent counts: tables that scroll together ask for the same.
    const std::uint64_t row = seen.firstRow - std::min(seen.firstRow, rowsAround);
    const std::uint64_t column = seen.firstColumn - std::min(seen.firstColumn, columnsAround);
    m_wanted = {row, column, std::min(seen.firstRow + seen.rows + rowsAround, m_rows) - row,
        std::min(seen.firstColumn + seen.columns + columnsAround, m_columns) - column};
    emit pageWanted(m_wanted);
}

void ValuesArea::moveCursor(Slice::Cell cell, bool select)
{
    if (m_slice.empty())
        return;
    m_cursor = {std::min(cell.row, last().row), std::min(cell.column, last().column)};
    // The last row of a folded slice is shorter.
    if (const std::uint64_t columns = m_slice.columnsIn(m_cursor.row); columns > 0 && columns < m_slice.columns())
        m_cursor.column = std::min(m_cursor.column, columns - 1);
    if (!select)
        m_anchor = m_cursor;
    const auto into = [](std::uint64_t first, std::uint64_t length, std::uint64_t place) {
        return place < first ? place : place - first >= length ? place - length + 1 : first;
    };
    const QSize size = sharedView();
    setTop({into(m_top.row, m_layout.rowsIn(size), m_cursor.row),
        into(m_top.column, m_layout.columnsIn(size), m_cursor.column)});
    emit cursorMoved();
}

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
