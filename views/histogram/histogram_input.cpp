#include "views/histogram/histogram_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double closer = 0.5; // remaining fraction of the range per key press
constexpr double closerByStep = 0.8; // per wheel step
constexpr double wheelStep = 120; // as QWheelEvent counts
constexpr double moveShare = 0.25;
constexpr double leastDrag = 4; // minimum drag in pixels; less is an imprecise click

} // namespace

double HistogramCanvas::binsAt(double pixel) const
{
    const QRectF plot = chart()->plotArea();
    return (pixel - plot.left()) / std::max(plot.width(), 1.0) * (m_bars.right() - m_bars.left()) + m_bars.left();
}

std::optional<int> HistogramCanvas::barAt(QPointF position) const
{
    if (m_bars.empty() || !chart()->plotArea().contains(position))
        return std::nullopt;
    return m_bars.at(binsAt(position.x()));
}

void HistogramCanvas::mousePressEvent(QMouseEvent* event)
{
    QChartView::mousePressEvent(event);
    const auto bar = barAt(event->position());
    if (m_isZoomable && event->button() == Qt::LeftButton && bar && *bar < m_bars.bins()) {
        const double x = binsAt(event->position().x());
        m_dragged = HistogramBars::Span{x, x};
    }
}

void HistogramCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragged) {
        m_dragged->right = std::clamp(binsAt(event->position().x()), 0.0, double(m_bars.bins()));
        viewport()->update();
    }
    if (const auto bar = barAt(event->position()); bar != m_current)
        setCurrent(bar);
}

void HistogramCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    QChartView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || !m_dragged)
        return;
    const auto [low, high] = std::minmax(m_dragged->left, m_dragged->right);
    const bool wide = plotted({low, high}).width() >= leastDrag;
    const double from = m_bars.valueAt(low);
    const double to = m_bars.valueAt(high);
    m_dragged.reset();
    viewport()->update();
    if (wide)
        emit rangeChosen(from, to);
}

void HistogramCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_isZoomable && event->button() == Qt::LeftButton && !m_bars.empty())
        emit wholeRangeWanted();
}

void HistogramCanvas::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / wheelStep;
    if (!m_isZoomable || m_bars.empty() || steps == 0) {
        event->ignore();
        return;
    }
    event->accept();
    const double place = std::clamp(binsAt(event->position().x()), 0.0, double(m_bars.bins()));
    emit zoomWanted(m_bars.valueAt(place), std::pow(closerByStep, steps));
}

/// Zooms around the bar chosen with the arrow keys, or else around the middle.
void HistogramCanvas::zoom(double factor)
{
    const bool chosen = m_current && *m_current < m_bars.bins();
    emit zoomWanted(m_bars.valueAt(chosen ? *m_current + 0.5 : m_bars.bins() / 2.0), factor);
}

void HistogramCanvas::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_dragged) {
        m_dragged.reset();
        viewport()->update();
        return;
    }
    if (m_bars.empty())
        return QChartView::keyPressEvent(event);
    const int last = m_bars.count() - 1;
    const bool moves = m_isZoomable && event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Left:
        return moves ? emit moveWanted(-moveShare) : setCurrent(std::max(0, m_current.value_or(1) - 1));
    case Qt::Key_Right:
        return moves ? emit moveWanted(moveShare) : setCurrent(std::min(last, m_current.value_or(-1) + 1));
    case Qt::Key_Home:
        return setCurrent(0);
    case Qt::Key_End:
        return setCurrent(last);
    default:
        return m_isZoomable ? zoomByKey(*event) : QChartView::keyPressEvent(event);
    }
}

void HistogramCanvas::zoomByKey(QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift on many keyboards
        return zoom(closer);
    case Qt::Key_Minus:
        return zoom(1 / closer);
    case Qt::Key_0:
        emit wholeRangeWanted();
        return;
    default:
        QChartView::keyPressEvent(&event);
    }
}

bool HistogramCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setCurrent({});
    return ChartView::event(event);
}

} // namespace loupe
