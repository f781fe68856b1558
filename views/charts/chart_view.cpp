#include "views/charts/chart_view.h"

#include <QGraphicsLayout>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLegend>

namespace loupe {

void setUpChartView(QChartView& view)
{
    view.setFrameShape(QFrame::NoFrame);
    view.setFocusPolicy(Qt::StrongFocus);
    view.setMouseTracking(true);
    view.setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    view.chart()->legend()->hide();
    view.chart()->setBackgroundVisible(false); // the grid is drawn on the view's background
    view.chart()->layout()->setContentsMargins(0, 0, 0, 0);
}

} // namespace loupe
