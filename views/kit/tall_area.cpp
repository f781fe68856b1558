#include "views/kit/tall_area.h"

#include <QAbstractSpinBox>
#include <QChildEvent>
#include <QComboBox>
#include <QScrollBar>

#include <algorithm>

namespace loupe {

namespace {

bool isChangedByWheel(const QObject& part)
{
    return qobject_cast<const QAbstractSpinBox*>(&part) || qobject_cast<const QComboBox*>(&part);
}

} // namespace

TallArea::TallArea(QWidget* page, QWidget* parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus); // keys go to the widgets on the page
    setWidget(page);
    watch(*page);
}

void TallArea::watch(QWidget& part)
{
    part.installEventFilter(this);
    if (isChangedByWheel(part))
        part.setFocusPolicy(Qt::StrongFocus); // prevents the wheel from giving it the focus
    for (QObject* const child : part.children()) {
        if (auto* const widget = qobject_cast<QWidget*>(child); widget && !widget->isWindow())
            watch(*widget);
    }
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

/// The area's size hint follows the page's needs.
bool TallArea::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::event(event);
}

bool TallArea::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildPolished) { // a child added later
        auto* const part = qobject_cast<QWidget*>(static_cast<const QChildEvent*>(event)->child());
        if (part && !part->isWindow())
            watch(*part);
    }
    if (event->type() == QEvent::Wheel && isChangedByWheel(*watched) && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace loupe
