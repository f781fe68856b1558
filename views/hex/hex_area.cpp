#include "views/hex/hex_area.h"

#include "views/colors/theme.h"
#include "views/hex/hex_painter.h"
#include "views/hex/hex_rows.h"
#include "views/kit/plain_text.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>

namespace loupe {

namespace {

using Column = HexLayout::Column;

// Bytes fetched around the visible ones, so that steady scrolling seldom shows dots.
constexpr std::uint64_t fetchBefore = 16U << 10;
constexpr std::uint64_t fetchAfter = 48U << 10;

} // namespace

HexArea::HexArea(QWidget* parent)
    : ScrolledArea(tr("Bytes"), parent)
{
    setFont(monospaceFont());
    viewport()->setCursor(Qt::IBeamCursor);
    // Handles steps itself, because one bar position may represent many rows.
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this, &HexArea::scrollByAction);
    relayout();
}

void HexArea::setShown(ByteRange shown, std::optional<DType> dtype)
{
    m_message.clear();
    m_page.reset();
    m_wanted = {};
    m_dtype = dtype;
    m_layout = HexLayout(shown, dtype, {}, 0);
    m_cursor = m_anchor = shown.begin;
    m_topRow = 0;
    relayout();
    emit cursorMoved();
}

void HexArea::setMessage(const QString& sentence)
{
    setShown({}, {});
    m_message = sentence;
    setAccessibleDescription(sentence);
}

void HexArea::setPage(PagePtr page)
{
    m_wanted = {};
    m_page = std::move(page);
    viewport()->update();
    wantVisiblePage();
    emit cursorMoved();
}

void HexArea::goTo(std::uint64_t offset)
{
    if (shown().empty())
        return;
    moveCursor(offset, false);
    const std::uint64_t row = m_layout.rowOf(m_cursor);
    const std::uint64_t above = visibleRows() / 3; // some context above the offset
    setTopRow(row > above ? row - above : 0);
}

ByteRange HexArea::selection() const
{
    if (shown().empty())
        return {};
    return {std::min(m_cursor, m_anchor), std::max(m_cursor, m_anchor) + 1};
}

QSize HexArea::sizeHint() const
{
    return {m_layout.totalWidth() + verticalScrollBar()->sizeHint().width(), 24 * m_layout.rowHeight()};
}

void HexArea::relayout()
{
    const QFontMetrics metrics(font());
    const std::uint64_t firstVisible = m_layout.rowBytes(m_topRow).begin;
    m_layout = HexLayout(m_layout.shown(), m_dtype,
        {std::max(1, metrics.horizontalAdvance(u'0')), std::max(1, metrics.height() + 2)}, viewport()->width());
    m_scale = RowScale(lastTopRow());
    QScrollBar& bar = *verticalScrollBar();
    bar.setRange(0, m_scale.maximum());
    bar.setPageStep(int(std::min<std::uint64_t>(visibleRows(), std::uint64_t(RowScale::limit))));
    const int overflow = m_layout.totalWidth() - viewport()->width();
    horizontalScrollBar()->setRange(0, shown().empty() ? 0 : std::max(0, overflow));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(metrics.horizontalAdvance(u'0') * 4);
    // Keeps the first visible byte, even if the row length has changed.
    setTopRow(m_layout.rowOf(firstVisible));
}

std::uint64_t HexArea::visibleRows() const
{
    return std::uint64_t(std::max(1, viewport()->height() / m_layout.rowHeight()));
}

std::uint64_t HexArea::lastTopRow() const
{
    const std::uint64_t rows = m_layout.rows();
    return rows > visibleRows() ? rows - visibleRows() : 0;
}

void HexArea::setTopRow(std::uint64_t row)
{
    m_topRow = std::min(row, lastTopRow());
    // scrollContentsBy() does not move if the row already matches the bar's position.
    verticalScrollBar()->setValue(m_scale.position(m_topRow));
    viewport()->update();
    wantVisiblePage();
}

void HexArea::scrollRows(std::int64_t rows)
{
    const auto distance = std::uint64_t(std::abs(rows));
    if (rows < 0)
        setTopRow(m_topRow > distance ? m_topRow - distance : 0);
    else
        setTopRow(m_topRow + std::min(distance, lastTopRow() - m_topRow));
}

void HexArea::scrollByAction(int action)
{
    const std::int64_t distance = distanceOf(action, std::int64_t(visibleRows()));
    if (distance == 0)
        return;
    scrollRows(distance);
    verticalScrollBar()->setSliderPosition(m_scale.position(m_topRow));
}

void HexArea::scrollContentsBy(int, int dy)
{
    const int position = verticalScrollBar()->value();
    if (dy != 0 && position != m_scale.position(m_topRow)) {
        m_topRow = m_scale.row(position);
        wantVisiblePage();
    }
    viewport()->update();
}

void HexArea::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    if (std::abs(angle.x()) > std::abs(angle.y())) {
        ScrolledArea::wheelEvent(event);
        return;
    }
    m_wheelRest += angle.y();
    const int rows = m_wheelRest / eighthsPerRow;
    m_wheelRest -= rows * eighthsPerRow;
    scrollRows(-rows);
    event->accept();
}

/// A hidden area fetches nothing.
void HexArea::wantVisiblePage()
{
    if (shown().empty() || !isVisible())
        return;
    const ByteRange visible{m_layout.rowBytes(m_topRow).begin, m_layout.rowBytes(m_topRow + visibleRows()).end};
    if ((m_page && m_page->range.contains(visible)) || (!m_wanted.empty() && m_wanted.contains(visible)))
        return;
    m_wanted.begin = visible.begin - std::min(visible.begin - shown().begin, fetchBefore);
    m_wanted.end = visible.end + std::min(shown().end - visible.end, fetchAfter);
    emit pageWanted(m_wanted);
}

void HexArea::moveCursor(std::uint64_t offset, bool select)
{
    if (shown().empty())
        return;
    m_cursor = std::clamp(offset, shown().begin, shown().end - 1);
    if (!select)
        m_anchor = m_cursor;
    const std::uint64_t row = m_layout.rowOf(m_cursor);
    if (row < m_topRow)
        setTopRow(row);
    else if (row - m_topRow >= visibleRows())
        setTopRow(row - visibleRows() + 1);
    viewport()->update();
    emit cursorMoved();
}

void HexArea::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        if (!shown().empty())
            emit copyWanted(selection());
        return;
    }
    if (event->matches(QKeySequence::SelectAll)) {
        if (!shown().empty()) {
            m_anchor = shown().begin;
            m_cursor = shown().end - 1;
            viewport()->update();
            emit cursorMoved();
        }
        return;
    }
    const auto row = std::uint64_t(m_layout.bytesPerRow());
    const std::uint64_t page = visibleRows() * row;
    const std::uint64_t begin = shown().begin;
    const std::uint64_t last = shown().empty() ? begin : shown().end - 1;
    const auto back = [&](std::uint64_t by) { return m_cursor - std::min(by, m_cursor - begin); };
    const auto forth = [&](std::uint64_t by) { return m_cursor + std::min(by, last - m_cursor); };
    const bool whole = event->modifiers() & Qt::ControlModifier;
    const std::uint64_t inRow = (m_cursor - begin) % row;
    const bool select = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(back(1), select);
    case Qt::Key_Right:
        return moveCursor(forth(1), select);
    case Qt::Key_Up:
        return moveCursor(back(row), select);
    case Qt::Key_Down:
        return moveCursor(forth(row), select);
    case Qt::Key_PageUp:
        scrollRows(-std::int64_t(visibleRows()));
        return moveCursor(back(page), select);
    case Qt::Key_PageDown:
        scrollRows(std::int64_t(visibleRows()));
        return moveCursor(forth(page), select);
    case Qt::Key_Home:
        return moveCursor(whole ? begin : back(inRow), select);
    case Qt::Key_End:
        return moveCursor(whole ? last : forth(row - 1 - inRow), select);
    default:
        ScrolledArea::keyPressEvent(event);
    }
}

std::uint64_t HexArea::offsetAt(QPoint position) const
{
    const int line = std::max(0, position.y()) / m_layout.rowHeight();
    const std::uint64_t lastRow = m_layout.rows() - 1;
    const std::uint64_t row = std::min(m_topRow + std::uint64_t(line), lastRow);
    const ByteRange bytes = m_layout.rowBytes(row);
    const int index = m_layout.byteAt(position.x() + horizontalScrollBar()->value());
    return bytes.begin + std::min(std::uint64_t(index), bytes.size() - 1);
}

void HexArea::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !shown().empty())
        moveCursor(offsetAt(event->position().toPoint()), event->modifiers() & Qt::ShiftModifier);
}

void HexArea::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || shown().empty())
        return;
    const int y = event->position().toPoint().y();
    if (y < 0)
        scrollRows(-1);
    else if (y >= viewport()->height())
        scrollRows(1);
    moveCursor(offsetAt(event->position().toPoint()), true);
}

bool HexArea::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || shown().empty())
        return ScrolledArea::viewportEvent(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const HeaderField* const field = fieldAt(offsetAt(help->pos()));
    QToolTip::showText(help->globalPos(), field ? plainToolTip(fieldText(*field)) : QString(), viewport());
    return true;
}

void HexArea::showEvent(QShowEvent* event)
{
    ScrolledArea::showEvent(event);
    wantVisiblePage();
}

const HeaderField* HexArea::fieldAt(std::uint64_t offset) const
{
    return HexRows(m_layout, m_dtype, m_page.get()).fieldAt(offset);
}

QString HexArea::rowText(std::uint64_t row) const
{
    return HexRows(m_layout, m_dtype, m_page.get()).text(row);
}

void HexArea::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    if (shown().empty()) {
        painter.setPen(Theme::of(palette()).mutedText);
        painter.setFont(QApplication::font());
        painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, m_message);
        return;
    }
    painter.translate(-horizontalScrollBar()->value(), 0);
    const HexPainter rows(painter, HexRows(m_layout, m_dtype, m_page.get()), *this);
    const int first = event->rect().top() / m_layout.rowHeight();
    const int last = event->rect().bottom() / m_layout.rowHeight();
    for (int line = first; line <= last && m_topRow + std::uint64_t(line) < m_layout.rows(); ++line)
        rows.paint(m_topRow + std::uint64_t(line), line * m_layout.rowHeight());
}

} // namespace loupe
