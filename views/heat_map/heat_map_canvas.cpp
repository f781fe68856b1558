#include "views/heat_map/heat_map_canvas.h"

#include "views/colors/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double keyStep = 0.1; // fraction of the visible part
constexpr double keyZoom = 1.5;
constexpr double notchZoom = 1.25;
constexpr int eighthsPerNotch = 120;

} // namespace

HeatMapCanvas::HeatMapCanvas(QWidget* parent)
    : QWidget(parent)
    , m_colors(Theme::of(palette()), m_range)
{
    setAccessibleName(tr("Heat map"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
}

void HeatMapCanvas::setTable(std::uint64_t rows, std::uint64_t columns, std::uint64_t rowUnit)
{
    m_message.clear();
    m_layers.clear();
    m_current.reset();
    m_rowUnit = rowUnit;
    m_layout = HeatMapLayout(rows, columns, {});
    place();
    emit currentChanged();
}

void HeatMapCanvas::setMessage(const QString& sentence)
{
    setTable(0, 0, 1);
    m_message = sentence;
    setAccessibleDescription(sentence);
    update();
}

void HeatMapCanvas::setLayers(std::vector<GridPtr> grids, const ColorRange& range)
{
    const bool recolored = range != m_range;
    if (recolored) {
        m_range = range;
        m_colors = ColorMap(Theme::of(palette()), range);
    }
    std::vector<ColoredCells> layers;
    for (GridPtr& grid : grids) {
        const auto known = std::find_if(
            m_layers.begin(), m_layers.end(), [&grid](const ColoredCells& layer) { return layer.grid() == grid; });
        if (known == m_layers.end()) {
            layers.emplace_back(std::move(grid), m_colors);
            continue;
        }
        layers.push_back(std::move(*known));
        if (recolored)
            layers.back().recolor(m_colors);
    }
    m_layers = std::move(layers);
    update();
}

void HeatMapCanvas::advance(const GridPtr& grid, const std::vector<GridPart>& parts)
{
    for (ColoredCells& layer : m_layers) {
        if (layer.grid() == grid)
            layer.advance(m_colors, parts);
    }
    update();
}

void HeatMapCanvas::setCurrent(std::optional<Slice::Cell> cell)
{
    if (cell == m_current)
        return;
    m_current = cell;
    update();
    emit currentChanged();
}

void HeatMapCanvas::place()
{
    m_layout.setPlot(plot().size());
    update();
    emit viewChanged();
}

/// Receivers of viewChanged() may resize this and other canvases, so linked ones must follow first.
void HeatMapCanvas::move()
{
    m_layout.setPlot(plot().size());
    emit moved();
    place();
}

void HeatMapCanvas::fit()
{
    m_layout.fit();
    move();
}

void HeatMapCanvas::follow(const HeatMapCanvas& other)
{
    m_layout.follow(other.m_layout);
    place();
}

void HeatMapCanvas::zoomAround(double factor, QPointF position)
{
    m_layout.zoom(factor, position);
    move();
}

void HeatMapCanvas::zoomBy(double factor)
{
    const QRectF area(QPointF(), m_layout.plot());
    QPointF around = area.center();
    if (m_current) {
        const QPointF middle = m_layout.toRect({m_current->row, m_current->column, 1, 1}).center();
        if (area.contains(middle))
            around = middle;
    }
    zoomAround(factor, around);
}

void HeatMapCanvas::moveCurrent(int rows, int columns)
{
    if (m_layout.empty())
        return;
    // Moves by cells of the picture, so that each step is visible.
    const GridShape shape = wanted();
    const auto moved = [](std::uint64_t place, int by, std::uint64_t step, std::uint64_t all) {
        if (by < 0)
            return place - std::min(place, step);
        return by > 0 ? std::min(place + step, all - 1) : place;
    };
    Slice::Cell cell = m_current.value_or(Slice::Cell{shape.window.firstRow, shape.window.firstColumn});
    cell.row = moved(cell.row, rows, shape.rowStep, m_layout.rows());
    cell.column = moved(cell.column, columns, shape.columnStep, m_layout.columns());
    m_layout.show(cell);
    move();
    setCurrent(cell);
}

void HeatMapCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool reads = event->modifiers() & Qt::ShiftModifier;
    const auto arrow = [&](int rows, int columns) {
        if (reads)
            return moveCurrent(rows, columns);
        const QSizeF size = m_layout.plot() * keyStep;
        m_layout.pan({-columns * size.width(), -rows * size.height()});
        move();
    };
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(keyZoom);
    case Qt::Key_Minus:
        return zoomBy(1 / keyZoom);
    case Qt::Key_0:
        return fit();
    case Qt::Key_Left:
        return arrow(0, -1);
    case Qt::Key_Right:
        return arrow(0, 1);
    case Qt::Key_Up:
        return arrow(-1, 0);
    case Qt::Key_Down:
        return arrow(1, 0);
    default:
        QWidget::keyPressEvent(event);
    }
}

void HeatMapCanvas::wheelEvent(QWheelEvent* event)
{
    const double notches = double(event->angleDelta().y()) / eighthsPerNotch;
    zoomAround(std::pow(notchZoom, notches), event->position() - plot().topLeft());
    setCurrent(m_layout.cellAt(event->position() - plot().topLeft()));
    event->accept();
}

void HeatMapCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_dragged = event->position();
}

void HeatMapCanvas::mouseReleaseEvent(QMouseEvent*)
{
    m_dragged.reset();
    unsetCursor();
}

void HeatMapCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragged && !m_layout.isFit()) {
        setCursor(Qt::ClosedHandCursor);
        m_layout.pan(event->position() - *m_dragged);
        m_dragged = event->position();
        move();
    }
    setCurrent(m_layout.cellAt(event->position() - plot().topLeft()));
}

void HeatMapCanvas::leaveEvent(QEvent*)
{
    setCurrent(std::nullopt);
}

void HeatMapCanvas::resizeEvent(QResizeEvent*)
{
    place();
    emit resized();
}

void HeatMapCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_colors = ColorMap(Theme::of(palette()), m_range);
        for (ColoredCells& layer : m_layers)
            layer.recolor(m_colors);
    } else if (event->type() == QEvent::FontChange) {
        place();
        emit resized();
    }
}

} // namespace loupe
