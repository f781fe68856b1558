#include "views/kit/scrolled_area.h"

#include <QAbstractSlider>
#include <QKeyEvent>

namespace loupe {

ScrolledArea::ScrolledArea(const QString& name, QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setBackgroundRole(QPalette::Base);
}

std::int64_t ScrolledArea::distanceOf(int action, std::int64_t page)
{
    switch (action) {
    case QAbstractSlider::SliderSingleStepAdd:
        return 1;
    case QAbstractSlider::SliderSingleStepSub:
        return -1;
    case QAbstractSlider::SliderPageStepAdd:
        return page;
    case QAbstractSlider::SliderPageStepSub:
        return -page;
    default:
        return 0;
    }
}

bool ScrolledArea::event(QEvent* event)
{
    // Otherwise the tabs or the window would handle these keys as shortcuts.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* const key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        relayout();
    return QAbstractScrollArea::event(event);
}

void ScrolledArea::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

} // namespace loupe
