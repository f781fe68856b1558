#include "views/kit/elided_label.h"

#include "views/colors/theme.h"
#include "views/kit/elided_path.h"
#include "views/kit/plain_text.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// The start of the last part including its separator; -1 if there is only one.
qsizetype lastPart(const QString& text)
{
    qsizetype last = text.lastIndexOf(QStringLiteral(" · "));
    last = std::max(last, text.lastIndexOf(QStringLiteral("; ")));
    return text.endsWith(u')') ? std::max(last, text.lastIndexOf(QStringLiteral(" ("))) : last;
}

} // namespace

ElidedLabel::ElidedLabel(QWidget* parent)
    : QFrame(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent)
    : ElidedLabel(parent)
{
    setText(text);
}

void ElidedLabel::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    const bool named = accessibleName() != m_shown; // named by its owner
    m_shown = shownText(text);
    if (named)
        setAccessibleDescription(m_shown);
    else
        setAccessibleName(m_shown);
    setToolTip(plainToolTip(text));
    keepRoom();
    updateGeometry();
    update();
}

void ElidedLabel::setMuted(bool muted)
{
    m_muted = muted;
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elideMode = mode;
    update();
}

void ElidedLabel::setPartsElided()
{
    m_elidesParts = true;
    m_elideMode = Qt::ElideRight;
    update();
}

void ElidedLabel::setPathElided()
{
    m_elidesPath = true;
    update();
}

void ElidedLabel::giveWayToOthers()
{
    m_givesWay = true;
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    keepRoom();
}

void ElidedLabel::keepRoom()
{
    constexpr int letters = 20; // "…15…q_proj.weight"
    if (m_givesWay)
        setMinimumWidth(std::min(sizeHint().width(), fontMetrics().averageCharWidth() * letters));
}

void ElidedLabel::setNames(const QStringList& names, std::shared_ptr<const NamePatterns> list)
{
    m_names = names;
    m_list = std::move(list);
    update();
}

void ElidedLabel::setBrief(const QString& text)
{
    m_brief = shownText(text);
    update();
}

int ElidedLabel::leastTextWidth() const
{
    if (m_names.isEmpty())
        return 0;
    const QString& text = m_brief.isEmpty() ? m_shown : m_brief;
    return fontMetrics().horizontalAdvance(withShortNames(text, m_names, fontMetrics(), 0, m_list))
        + 1; // as sizeHint()
}

QString ElidedLabel::elidedTo(int width) const
{
    if (m_elidesPath || (m_names.size() == 1 && m_names.first() == m_shown))
        return elidedPath(m_shown, fontMetrics(), width, {.list = m_list});
    const auto fits = [&](const QString& text) { return fontMetrics().horizontalAdvance(text) <= width; };
    QString text = m_shown;
    if (!fits(text) && !m_names.isEmpty())
        text = withShortNames(text, m_names, fontMetrics(), width, m_list);
    if (!fits(text) && !m_brief.isEmpty())
        text = fits(m_brief) ? m_brief : withShortNames(m_brief, m_names, fontMetrics(), width, m_list);
    while (m_elidesParts && fontMetrics().horizontalAdvance(text) > width) {
        const qsizetype last = lastPart(text);
        if (last <= 0)
            break;
        text.truncate(last);
    }
    return fontMetrics().elidedText(text, m_elideMode, width);
}

QSize ElidedLabel::sizeHint() const
{
    const QMargins margins = contentsMargins();
    return {fontMetrics().horizontalAdvance(m_shown) + margins.left() + margins.right() + 1,
        fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 8, sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setPen(m_muted ? Theme::of(palette()).mutedText : palette().color(QPalette::WindowText));
    const QRect rect = contentsRect();
    painter.drawText(rect, int(m_alignment) | Qt::TextSingleLine, elidedTo(rect.width()));
}

} // namespace loupe
