#include "views/values/values_area.h"

#include "views/colors/difference_tint.h"
#include "views/colors/theme.h"

#include <QKeyEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace loupe {

namespace {

constexpr int eighthsPerColumn = 120; ///< eighths of a degree of the wheel
// Values fetched around the visible ones, so that steady scrolling seldom shows dots.
constexpr std::uint64_t rowsAround = 64;
constexpr std::uint64_t columnsAround = 16;

bool contains(const SliceWindow& outer, const SliceWindow& inner)
{
    return inner.firstRow >= outer.firstRow && inner.firstRow + inner.rows <= outer.firstRow + outer.rows
        && inner.firstColumn >= outer.firstColumn
        && inner.firstColumn + inner.columns <= outer.firstColumn + outer.columns;
}

double largestDifference(const ValuePage& page)
{
    double largest = 0;
    for (std::size_t place = 0; place < page.patterns.size(); ++place) {
        const double size = page.isNullAt(place) ? 0 : differenceSize(page.form.value(page.bitsAt(place)));
        if (std::isfinite(size))
            largest = std::max(largest, size);
    }
    return largest;
}

} // namespace

ValuesArea::ValuesArea(QWidget* parent)
    : ScrolledArea(tr("Values"), parent)
{
    setFont(monospaceFont());
    viewport()->setMouseTracking(true);
    // Handles steps itself, because one bar position may represent many rows.
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this,
        [this](int action) { scrollByAction(Qt::Vertical, action); });
    connect(horizontalScrollBar(), &QAbstractSlider::actionTriggered, this,
        [this](int action) { scrollByAction(Qt::Horizontal, action); });
}

void ValuesArea::setTable(const Slice& slice, const CellForm& form, std::uint64_t rowUnit)
{
    setTable(slice, {{slice, form, {}}}, rowUnit);
}

void ValuesArea::setTable(const Slice& whole, std::vector<CellValue> values, std::uint64_t rowUnit)
{
    m_message.clear();
    m_values = std::move(values);
    m_shown.resize(m_values.size());
    std::iota(m_shown.begin(), m_shown.end(), std::size_t{0});
    m_chars.assign(m_values.size(), 0);
    m_pages.assign(m_values.size(), nullptr);
    m_window = m_wanted = {};
    m_slice = whole;
    m_rowUnit = rowUnit;
    m_top = m_cursor = m_anchor = {};
    m_pointed.reset();
    relayout();
    emit cursorMoved();
    emit currentChanged();
}

void ValuesArea::setShown(std::vector<std::size_t> values)
{
    if (values == m_shown)
        return;
    const bool wasVisible = isVisible(m_cursor);
    m_shown = std::move(values);
    relayout();
    if (wasVisible)
        intoView(m_cursor);
}

void ValuesArea::setLargestDifference(std::optional<double> size)
{
    m_largest = size;
    viewport()->update();
}

void ValuesArea::setMessage(const QString& sentence)
{
    setTable({}, CellForm(), 1);
    m_message = sentence;
    setAccessibleDescription(sentence);
    viewport()->update();
}

void ValuesArea::setNotation(Notation notation)
{
    m_notation = notation;
    relayout();
}

void ValuesArea::setPage(const ValuePages::PagePtr& page)
{
    setPages(page->window, {page});
}

void ValuesArea::setPages(const SliceWindow& window, std::vector<ValuePages::PagePtr> pages)
{
    m_wanted = {};
    m_window = window;
    m_pages = std::move(pages);
    m_largestOnPage = 0;
    if (const auto value = difference(); value && m_pages[*value])
        m_largestOnPage = largestDifference(*m_pages[*value]);
    const std::vector<int> before = m_chars;
    for (std::size_t value = 0; value < m_pages.size(); ++value) {
        if (!m_pages[value])
            continue;
        for (const DecimalPlace& place : m_pages[value]->places)
            m_chars[value] = std::max(m_chars[value], place.width());
    }
    if (m_chars != before) {
        const bool wasVisible = isVisible(m_cursor);
        relayout();
        if (wasVisible)
            intoView(m_cursor);
    }
    viewport()->update();
    wantVisiblePage();
    emit cursorMoved();
    emit currentChanged();
}

void ValuesArea::goTo(Slice::Cell cell)
{
    if (m_slice.empty())
        return;
    moveCursor(cell, false);
    // Leaves some context before the cell, unless it is already visible.
    const SliceWindow seen = visible();
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

QString ValuesArea::text(Slice::Cell cell, std::size_t value) const
{
    if (!m_slice.element(cell) || !m_values[value].slice.element(cell))
        return {};
    const ValuePages::PagePtr& page = m_pages[value];
    return page && page->has(cell) ? page->shownText(cell, m_notation) : QStringLiteral("··");
}

/// In decimal notation most values are shorter than the longest ones of their dtype.
int ValuesArea::charsOf(std::size_t value) const
{
    const bool wereSeen = m_notation == Notation::Decimal && m_chars[value] > 0;
    const int chars = wereSeen ? m_chars[value] : m_values[value].form.cellTextLength(m_notation);
    return std::max(chars, int(m_values[value].name.size()));
}

std::optional<std::size_t> ValuesArea::difference() const
{
    for (std::size_t value = 0; value < m_values.size(); ++value) {
        if (m_values[value].form.areDifferences())
            return value;
    }
    return std::nullopt;
}

void ValuesArea::relayout()
{
    const QFontMetrics metrics(font());
    std::vector<int> chars;
    for (const std::size_t value : m_shown)
        chars.push_back(m_slice.empty() ? 1 : charsOf(value));
    m_layout = m_slice.empty() ? ValuesLayout()
                               : ValuesLayout(m_slice.rows(), m_slice.columns(), m_rowUnit, std::move(chars),
                                   {std::max(1, metrics.horizontalAdvance(u'0')), std::max(1, metrics.height() + 2)});
    m_rowScale = RowScale(lastTop().row);
    m_columnScale = RowScale(lastTop().column);
    verticalScrollBar()->setRange(0, m_rowScale.maximum());
    verticalScrollBar()->setPageStep(int(m_layout.rowsIn(viewport()->size())));
    horizontalScrollBar()->setRange(0, m_columnScale.maximum());
    horizontalScrollBar()->setPageStep(int(m_layout.columnsIn(viewport()->size())));
    setTop(m_top);
}

Slice::Cell ValuesArea::last() const
{
    return {m_slice.rows() - 1, m_slice.columns() - 1};
}

Slice::Cell ValuesArea::lastTop() const
{
    const std::uint64_t rows = m_layout.rowsIn(viewport()->size());
    const std::uint64_t columns = m_layout.columnsIn(viewport()->size());
    return {m_slice.rows() > rows ? m_slice.rows() - rows : 0,
        m_slice.columns() > columns ? m_slice.columns() - columns : 0};
}

void ValuesArea::setTop(Slice::Cell top)
{
    m_top = {std::min(top.row, lastTop().row), std::min(top.column, lastTop().column)};
    // scrollContentsBy() does not move if the cell already matches the bar's position.
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
    const auto page =
        std::int64_t(vertical ? m_layout.rowsIn(viewport()->size()) : m_layout.columnsIn(viewport()->size()));
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
}

SliceWindow ValuesArea::visible() const
{
    const QSize size = viewport()->size();
    const std::uint64_t row = std::min(m_top.row, m_slice.rows());
    const std::uint64_t column = std::min(m_top.column, m_slice.columns());
    return {row, column, std::min(m_layout.rowsIn(size) + 1, m_slice.rows() - row),
        std::min(m_layout.columnsIn(size) + 1, m_slice.columns() - column)};
}

void ValuesArea::wantVisiblePage()
{
    const SliceWindow seen = visible();
    if (seen.empty() || contains(m_window, seen) || contains(m_wanted, seen))
        return;
    const std::uint64_t row = seen.firstRow - std::min(seen.firstRow, rowsAround);
    const std::uint64_t column = seen.firstColumn - std::min(seen.firstColumn, columnsAround);
    m_wanted = {row, column, std::min(seen.firstRow + seen.rows + rowsAround, m_slice.rows()) - row,
        std::min(seen.firstColumn + seen.columns + columnsAround, m_slice.columns()) - column};
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
    m_pointed.reset();
    intoView(m_cursor);
    emit cursorMoved();
    emit currentChanged();
}

bool ValuesArea::isVisible(Slice::Cell cell) const
{
    // Unsigned differences wrap around if the cell is before the first one.
    return !m_slice.empty() && cell.row - m_top.row < m_layout.rowsIn(viewport()->size())
        && cell.column - m_top.column < m_layout.columnsIn(viewport()->size());
}

void ValuesArea::intoView(Slice::Cell cell)
{
    const auto into = [](std::uint64_t first, std::uint64_t length, std::uint64_t place) {
        return place < first ? place : place - first >= length ? place - length + 1 : first;
    };
    const QSize size = viewport()->size();
    setTop(
        {into(m_top.row, m_layout.rowsIn(size), cell.row), into(m_top.column, m_layout.columnsIn(size), cell.column)});
}

void ValuesArea::setPointed(std::optional<Slice::Cell> cell)
{
    if (cell == m_pointed)
        return;
    m_pointed = cell;
    emit currentChanged();
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
    if (m_slice.empty())
        return;
    const QPoint place = event->position().toPoint();
    if (!(event->buttons() & Qt::LeftButton))
        return setPointed(m_layout.cellUnder(place, m_top));
    const auto outside = [](int position, int begin, int end) {
        return position < begin ? -1 : position >= end ? 1 : 0;
    };
    scrollBy(outside(place.y(), m_layout.headerHeight(), viewport()->height()),
        outside(place.x(), m_layout.headerWidth(), viewport()->width()));
    moveCursor(m_layout.cellAt(place, m_top), true);
}

void ValuesArea::leaveEvent(QEvent* event)
{
    ScrolledArea::leaveEvent(event);
    setPointed(std::nullopt);
}

void ValuesArea::wheelEvent(QWheelEvent* event)
{
    m_wheelRest += event->angleDelta();
    const int rows = m_wheelRest.y() / eighthsPerRow;
    const int columns = m_wheelRest.x() / eighthsPerColumn;
    m_wheelRest -= QPoint(columns * eighthsPerColumn, rows * eighthsPerRow);
    scrollBy(-rows, -columns);
    setPointed(m_slice.empty() ? std::nullopt : m_layout.cellUnder(event->position().toPoint(), m_top));
    event->accept();
}

} // namespace loupe
