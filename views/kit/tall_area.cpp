#include "views/kit/tall_area.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace loupe {

TallArea::TallArea(QWidget* page, QWidget* parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus); // the keys are those of what is on the page
    setWidget(page);
}

QSize TallArea::sizeHint() const
{
    const QSize page = widget()->sizeHint();
    return QSize(page.width(), widget()->minimumSizeHint().height()).expandedTo(minimumSizeHint());
}

QSize TallArea::minimumSizeHint() const
{
    constexpr int lines = 8;
    const QSize least = widget()->minimumSizeHint();
    return {least.width() + verticalScrollBar()->sizeHint().width(),
        std::min(least.height(), lines * fontMetrics().height())};
}

/// What the page needs is what this area asks for.
bool TallArea::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::event(event);
}

} // namespace loupe
