#include "views/kit/link_button.h"

#include "views/colors/theme.h"
#include "views/kit/elided_path.h"
#include "views/kit/plain_text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>

#include <algorithm>

namespace loupe {

namespace {

constexpr int margin = 2; // above and below only, so that names are aligned with their surroundings

} // namespace

LinkButton::LinkButton(const QString& name, QWidget* parent)
    : QAbstractButton(parent)
{
    setName(name);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setSizePolicy(policy);
}

void LinkButton::setName(const QString& name)
{
    m_name = shownText(name);
    m_shortName.clear();
    setAccessibleName(m_name);
    setToolTip(plainToolTip(name));
    updateGeometry();
    update();
}

void LinkButton::setShortName(const QString& name)
{
    m_shortName = name;
    update();
}

QSize LinkButton::sizeHint() const
{
    // The advance may be rounded down, which would elide the name for a fraction of a pixel.
    return {fontMetrics().horizontalAdvance(m_name) + 1, fontMetrics().height() + 2 * margin};
}

QSize LinkButton::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), fontMetrics().averageCharWidth() * 12), sizeHint().height()};
}

bool LinkButton::event(QEvent* event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave)
        update();
    return QAbstractButton::event(event);
}

void LinkButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void LinkButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QFont linkFont = font();
    linkFont.setUnderline(underMouse());
    painter.setFont(linkFont);
    painter.setPen(Theme::of(palette()).accent);
    const QRect place = rect().adjusted(0, margin, 0, -margin);
    painter.drawText(place, int(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine),
        m_shortName.isEmpty() ? elidedPath(m_name, fontMetrics(), place.width()) : m_shortName);
    if (hasFocus()) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
    }
}

} // namespace loupe
