#include "views/kit/drop_hint.h"

#include "views/colors/theme.h"

#include <QEvent>
#include <QPainter>

namespace loupe {

DropHint::DropHint(QWidget& covered)
    : QWidget(&covered)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    covered.installEventFilter(this);
    hide();
}

void DropHint::showText(const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    setGeometry(parentWidget()->rect());
    raise();
    show();
    update();
}

bool DropHint::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void DropHint::paintEvent(QPaintEvent*)
{
    constexpr int frame = 3;
    constexpr int margin = 16;
    constexpr int veil = 40; // opacity, out of 255
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor tint = theme.accent;
    tint.setAlpha(veil);
    painter.fillRect(rect(), tint);
    painter.setPen(QPen(theme.accent, frame));
    painter.drawRect(QRectF(rect()).adjusted(frame / 2.0, frame / 2.0, -frame / 2.0, -frame / 2.0));

    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    painter.setFont(large);
    const QSize text = QFontMetrics(large).size(Qt::TextSingleLine, m_text) + QSize(2 * margin, margin);
    QRect label(QPoint(), text.boundedTo(size()));
    label.moveCenter(rect().center());
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(label, 4, 4);
    painter.setPen(theme.text);
    painter.drawText(label, Qt::AlignCenter, m_text);
}

} // namespace loupe
