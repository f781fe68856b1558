#include "views/layers/figure_canvas.h"

#include "views/colors/theme.h"
#include "views/history/history_chart.h"
#include "views/layers/layers_mark.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace loupe {

FigureCanvas::FigureCanvas(CheckpointLayers& layers, QWidget* parent)
    : LayersCanvas(parent)
    , m_layers(layers)
    , m_colors(Theme::of(palette()), {})
{
    connect(&layers, &CheckpointLayers::laidOut, this, [this] {
        m_kept = {};
        takeGrid();
        emit shownRowsChanged();
    });
    connect(&layers, &CheckpointLayers::changed, viewport(), qOverload<>(&QWidget::update));
}

void FigureCanvas::setByRow(bool byRow)
{
    m_byRow = byRow;
    viewport()->update();
}

std::optional<std::uint32_t> FigureCanvas::currentRow() const
{
    return currentCell() ? std::optional(m_layers.grid().rowOf(*currentCell())) : std::nullopt;
}

std::vector<std::uint32_t> FigureCanvas::shownRows() const
{
    std::vector<std::uint32_t> rows;
    for (const auto& row : m_kept) {
        if (row)
            rows.push_back(*row);
    }
    const auto current = currentRow();
    if (current && !isKept(*current))
        rows.push_back(*current);
    return rows;
}

bool FigureCanvas::isKept(std::uint32_t row) const
{
    return std::ranges::find(m_kept, std::optional(row)) != m_kept.end();
}

std::size_t FigureCanvas::placeOf(std::uint32_t row) const
{
    const std::optional<std::uint32_t> wanted = isKept(row) ? std::optional(row) : std::nullopt;
    return std::size_t(std::ranges::find(m_kept, wanted) - m_kept.begin());
}

std::optional<std::size_t> FigureCanvas::hueOf(std::uint32_t row) const
{
    const bool isAnyKept = std::ranges::any_of(m_kept, [](const auto& kept) { return kept.has_value(); });
    return isAnyKept ? std::optional(placeOf(row)) : std::nullopt;
}

void FigureCanvas::toggleRow(std::uint32_t row)
{
    const std::size_t place = placeOf(row);
    if (isKept(row))
        m_kept[place].reset();
    else if (place < mostKept)
        m_kept[place] = row;
    viewport()->update();
    emit shownRowsChanged();
}

void FigureCanvas::chooseColumn(std::uint32_t column)
{
    const auto row = currentRow();
    const auto cell = row ? m_layers.grid().find(*row, column) : std::nullopt;
    if (cell)
        emit nodeChosen(nodeOf(*cell));
}

std::optional<std::uint32_t> FigureCanvas::cellOf(NameTree::NodeId node) const
{
    if (!m_layers.opened() || m_layers.opened()->tree.isGroup(node))
        return std::nullopt;
    const std::uint32_t cell = m_layers.grid().cellOf(node);
    return cell == LayerGrid::none ? std::nullopt : std::optional(cell);
}

/// If a cell has several tensors, chooses the one with the greatest figure.
NameTree::NodeId FigureCanvas::nodeOf(std::uint32_t cell) const
{
    return m_layers.cells().cells[cell].greatestTensor;
}

QColor FigureCanvas::colorOfValue(double value, const std::optional<ColorRange>& range) const
{
    const Theme& theme = Theme::of(palette());
    constexpr double middle = 0.5;
    if (!range || !(range->low < range->high))
        return QColor(m_colors(middle));
    if (value > range->high)
        return theme.offSequentialAbove;
    if (value < range->low)
        return theme.offScaleBelow;
    return QColor(m_colors(range->positionOf(value)));
}

QColor FigureCanvas::colorOf(std::uint32_t cell) const
{
    const FigureCells& found = m_layers.cells();
    if (found.figure == CellFigure::DType)
        return loupe::colorOf(found.dtypes[std::size_t(found.cells[cell].value)], Theme::of(palette()));
    return colorOfValue(found.cells[cell].value, m_byRow ? found.rows[m_layers.grid().rowOf(cell)] : found.whole);
}

void FigureCanvas::paintCell(QPainter& painter, const QRect& rect, std::uint32_t number) const
{
    const Theme& theme = Theme::of(palette());
    const FigureCells& found = m_layers.cells();
    const FigureCell& cell = found.cells[number];
    if (cell.isUnreadable && cell.state != FigureCell::State::Known)
        return paintUnreadableMark(painter, rect, theme.error);
    if (cell.state == FigureCell::State::Waiting)
        return paintWaitingMark(painter, rect, theme);
    if (cell.isNonfinite && found.figure != CellFigure::Nonfinite)
        return paintNonfiniteMark(painter, rect, theme);
    if (cell.state == FigureCell::State::None)
        return paintNoFigureMark(painter, rect, theme);
    if (found.figure == CellFigure::Nonfinite && cell.value == 0)
        return paintIdenticalMark(painter, rect, theme);
    const QColor color = colorOf(number);
    paintChangedMark(painter, rect, color);
    if (cell.isMixed)
        paintDTypeMark(painter, rect, readableOn(color));
    if (cell.isUnreadable)
        paintUnreadableMark(painter, rect, readableOn(color));
}

/// Draws the background of the current row's label, and a bar in the color of the row's curve.
void FigureCanvas::paintLabelGround(QPainter& painter, const QRect& label, std::uint32_t row) const
{
    constexpr int barWidth = 4;
    const Theme& theme = Theme::of(palette());
    if (row == currentRow())
        painter.fillRect(label.adjusted(0, 0, -LayersLayout::unit / 2, -1), theme.shareBar);
    if (const auto hue = hueOf(row); hue && (isKept(row) || row == currentRow()))
        painter.fillRect(
            label.left() + 1, label.top(), barWidth, label.height() - 1, HistoryChart::colorOf(*hue, theme));
}

bool FigureCanvas::pressRow(std::uint32_t row, Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ControlModifier))
        toggleRow(row);
    else if (modifiers == Qt::NoModifier)
        chooseInRow(row);
    else
        return false;
    return true;
}

void FigureCanvas::keyPressEvent(QKeyEvent* event)
{
    const auto row = currentRow();
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier && row)
        return toggleRow(*row);
    LayersCanvas::keyPressEvent(event);
}

void FigureCanvas::changeEvent(QEvent* event)
{
    LayersCanvas::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_colors = ColorMap(Theme::of(palette()), {});
}

QColor colorOf(const FigureCells::DTypeOfCells& dtype, const Theme& theme)
{
    return dtype.shade ? theme.colorOfQuantized(*dtype.shade) : theme.colorOf(dtype.dtype);
}

} // namespace loupe
