#include "views/charts/chart_view.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>

namespace loupe {

ChartView::ChartView(const QString& name, QWidget* parent)
    : QChartView(parent)
{
    setAccessibleName(name);
    viewport()->setAccessibleName(tr("Chart")); // a focusable object of its own to assistive technologies
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false); // the grid is drawn on the view's background
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
}

bool ChartView::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuild();
    return QChartView::event(event);
}

void ChartView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    rebuild();
}

} // namespace loupe
