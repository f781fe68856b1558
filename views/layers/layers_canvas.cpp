#include "views/layers/layers_canvas.h"

#include "views/kit/plain_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>

namespace loupe {

namespace {

constexpr std::uint32_t measuredLabels = 2000; // measuring more would block the UI thread
constexpr qsizetype longestLabel = 200;

} // namespace

LayersCanvas::LayersCanvas(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setAccessibleName(tr("Layers and roles"));
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setMouseTracking(true);
}

std::string_view LayersCanvas::commonEnd(const LayerGrid& grid, const LayerGrid::Series& series)
{
    constexpr std::size_t longest = 32;
    if (series.isOutside() || series.rowCount < 2)
        return {};
    const std::string_view first = grid.label(series.firstRow);
    const std::size_t dot = first.find_last_of("./");
    if (dot == std::string_view::npos || first.size() - dot > longest)
        return {};
    const std::string_view end = first.substr(dot);
    for (std::uint32_t row = series.firstRow; row < series.firstRow + series.rowCount; ++row) {
        if (!grid.isRest(row) && (grid.label(row).size() <= end.size() || !grid.label(row).ends_with(end)))
            return {};
    }
    return end;
}

void LayersCanvas::takeGrid()
{
    m_current.reset();
    m_hovered.reset();
    m_ends.clear();
    for (const LayerGrid::Series& series : grid().series())
        m_ends.push_back(commonEnd(grid(), series));
    measureLabels();
    relayout();
    setNode(m_node);
    emit readCellChanged();
}

QString LayersCanvas::labelOf(std::uint32_t row) const
{
    if (grid().isRest(row))
        return tr("all other roles");
    const LayerGrid::Series& series = grid().seriesOf(row);
    std::string_view label = grid().label(row);
    label.remove_suffix(m_ends[std::size_t(&series - grid().series().data())].size());
    return shownText(label, longestLabel);
}

void LayersCanvas::measureLabels()
{
    m_labelsWidth = 0;
    const auto patterns = std::make_shared<NamePatterns>();
    for (std::uint32_t row = 0; row < std::min(grid().rowCount(), measuredLabels); ++row) {
        const QString label = labelOf(row);
        m_labelsWidth = std::max(m_labelsWidth, fontMetrics().horizontalAdvance(label));
        patterns->add(label.toStdString());
    }
    m_labelPatterns = patterns;
}

void LayersCanvas::relayout()
{
    m_layout = LayersLayout(grid(), viewport()->size(), {m_labelsWidth, fontMetrics().height()});
    const auto setBar = [](QScrollBar& bar, int whole, int page, int step) {
        bar.setRange(0, std::max(0, whole - page));
        bar.setPageStep(page);
        bar.setSingleStep(step);
    };
    const int headers = m_layout.labels();
    setBar(*horizontalScrollBar(), m_layout.size().width() - headers, viewport()->width() - headers,
        m_layout.cell().width());
    setBar(*verticalScrollBar(), m_layout.size().height(), viewport()->height(), m_layout.cell().height());
    viewport()->update();
}

QPoint LayersCanvas::scrolled() const
{
    return {horizontalScrollBar()->value(), verticalScrollBar()->value()};
}

QRect LayersCanvas::cellRect(std::uint32_t cell) const
{
    return m_layout.cellRect(grid(), cell).translated(-scrolled());
}

/// The title and numbers of a series stay visible as long as one of its cells is.
int LayersCanvas::headerTop(int series) const
{
    const LayerGrid::Series& shown = grid().series()[std::size_t(series)];
    const int top = m_layout.top(series) - scrolled().y();
    return std::max(top, std::min(0, top + int(shown.rowCount) * m_layout.cell().height()));
}

std::optional<std::uint32_t> LayersCanvas::cellAt(QPoint position) const
{
    if (position.x() < m_layout.labels())
        return std::nullopt;
    const auto place = m_layout.placeAt(grid(), position + scrolled());
    if (!place)
        return std::nullopt;
    const LayerGrid::Series& series = grid().seriesOf(place->first);
    const int header = headerTop(int(&series - grid().series().data())) + m_layout.header(series);
    return position.y() < header ? std::nullopt : grid().find(place->first, place->second);
}

std::optional<NameTree::NodeId> LayersCanvas::blockAt(QPoint position) const
{
    if (grid().series().empty() || position.x() < m_layout.labels())
        return std::nullopt;
    const int number = m_layout.seriesAt(position.y() + scrolled().y());
    const LayerGrid::Series& series = grid().series()[std::size_t(number)];
    const int y = position.y() - headerTop(number);
    const auto column = std::uint32_t((position.x() - m_layout.labels() + scrolled().x()) / m_layout.cell().width());
    if (series.isOutside() || y < LayersLayout::title || y >= m_layout.header(series) || column >= series.columnCount)
        return std::nullopt;
    return grid().columns(series)[column].block;
}

/// The row whose label or cells are at this position.
std::optional<std::uint32_t> LayersCanvas::rowAt(QPoint position) const
{
    const auto place = m_layout.placeAt(grid(), QPoint(m_layout.labels(), position.y() + scrolled().y()));
    if (!place)
        return std::nullopt;
    const LayerGrid::Series& series = grid().seriesOf(place->first);
    const int header = headerTop(int(&series - grid().series().data())) + m_layout.header(series);
    return position.y() < header ? std::nullopt : std::optional(place->first);
}

void LayersCanvas::setNode(std::optional<NameTree::NodeId> node)
{
    m_node = node;
    m_current = node && grid().cellCount() > 0 ? cellOf(*node) : std::nullopt;
    if (m_current) {
        m_column = grid().columnOf(*m_current);
        show(*m_current);
    }
    viewport()->update();
    emit readCellChanged();
}

std::uint32_t LayersCanvas::cellInRow(std::uint32_t row) const
{
    const std::uint32_t found = grid().lowerCell(row, m_column);
    return found < grid().endCell(row) ? found : grid().endCell(row) - 1;
}

void LayersCanvas::chooseInRow(std::uint32_t row)
{
    choose(cellInRow(row), m_column);
}

void LayersCanvas::setMessage(const QString& sentence)
{
    m_message = sentence;
    viewport()->update();
}

void LayersCanvas::setHovered(std::optional<std::uint32_t> cell)
{
    if (m_hovered == cell)
        return;
    m_hovered = cell;
    emit readCellChanged();
}

void LayersCanvas::choose(std::uint32_t cell, std::uint32_t column)
{
    emit nodeChosen(nodeOf(cell));
    if (m_current == cell)
        m_column = column;
}

void LayersCanvas::show(std::uint32_t cell)
{
    const QRect rect = cellRect(cell);
    const LayerGrid::Series& series = grid().seriesOf(grid().rowOf(cell));
    const auto reveal = [](QScrollBar& bar, int first, int last, int low, int high) {
        if (first < low)
            bar.setValue(bar.value() - (low - first));
        else if (last > high)
            bar.setValue(bar.value() + (last - high));
    };
    reveal(*horizontalScrollBar(), rect.left(), rect.right(), m_layout.labels(), viewport()->width() - 1);
    reveal(*verticalScrollBar(), rect.top(), rect.bottom(), m_layout.header(series), viewport()->height() - 1);
}

std::optional<std::uint32_t> LayersCanvas::cellBeside(std::uint32_t cell, int key) const
{
    const std::uint32_t row = grid().rowOf(cell);
    const auto inRow = [&](std::int64_t wanted) -> std::uint32_t {
        return cellInRow(std::uint32_t(std::clamp<std::int64_t>(wanted, 0, std::int64_t{grid().rowCount()} - 1)));
    };
    const std::int64_t page = std::max(1, viewport()->height() / m_layout.cell().height() - 4);
    switch (key) {
    case Qt::Key_Left:
        return std::max(cell, grid().firstCell(row) + 1) - 1;
    case Qt::Key_Right:
        return std::min(cell + 1, grid().endCell(row) - 1);
    case Qt::Key_Home:
        return grid().firstCell(row);
    case Qt::Key_End:
        return grid().endCell(row) - 1;
    case Qt::Key_Up:
        return inRow(std::int64_t{row} - 1);
    case Qt::Key_Down:
        return inRow(std::int64_t{row} + 1);
    case Qt::Key_PageUp:
        return inRow(row - page);
    case Qt::Key_PageDown:
        return inRow(row + page);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return cell;
    default:
        return std::nullopt;
    }
}

void LayersCanvas::keyPressEvent(QKeyEvent* event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const auto next = grid().cellCount() > 0 && modifiers == Qt::NoModifier
        ? cellBeside(m_current.value_or(0), event->key())
        : std::nullopt;
    if (!next) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const bool sideways = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right || event->key() == Qt::Key_Home
        || event->key() == Qt::Key_End;
    const std::uint32_t chosen = m_current ? *next : 0;
    const std::uint32_t column = sideways || !m_current ? grid().columnOf(chosen) : m_column;
    const bool isAsked = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (chosen == m_current && !isAsked)
        m_column = column;
    else
        choose(chosen, column);
}

void LayersCanvas::mouseMoveEvent(QMouseEvent* event)
{
    setHovered(cellAt(event->position().toPoint()));
    viewport()->setCursor(blockAt(event->position().toPoint()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void LayersCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QPoint position = event->position().toPoint();
    const auto row = rowAt(position);
    if (row && (position.x() < m_layout.labels() || event->modifiers() != Qt::NoModifier)
        && pressRow(*row, event->modifiers()))
        return;
    if (const auto block = blockAt(position)) {
        emit nodeChosen(*block);
    } else if (const auto cell = cellAt(position)) {
        choose(*cell, grid().columnOf(*cell));
    }
}

bool LayersCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setHovered(std::nullopt);
    return QAbstractScrollArea::viewportEvent(event);
}

void LayersCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        measureLabels();
        relayout();
    }
}

void LayersCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    const bool wasVisible = m_current && QRect(QPoint(), event->oldSize()).intersects(cellRect(*m_current));
    relayout();
    if (wasVisible)
        show(*m_current);
}

} // namespace loupe
