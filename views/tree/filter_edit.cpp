#include "views/tree/filter_edit.h"

#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <chrono>

namespace loupe {

namespace {

using namespace std::chrono_literals;
constexpr auto typingPause = 150ms;
constexpr int filterGap = 8;

} // namespace

FilterEdit::FilterEdit(QWidget* parent)
    : QLineEdit(parent)
    , m_help(tr("All terms must match. Plain text matches names; * ? [0-3] {a,b} are wildcards, /…/ is a "
                "regex, - excludes.\ndtype:bf16  shape:4096x*  layer:3-7  rank:2  size:>1MB  params:>=1e6  shard:3  "
                "nan:>0  inf:>0  zero:>50%  subnormal:>10%  sigma:>30  constant:yes  duplicate:yes"))
    , m_icon(addAction(ownIcon(Icon::Filter), QLineEdit::LeadingPosition))
{
    m_icon->setEnabled(false);
    setPlaceholderText(tr("Filter: name, dtype:bf16, shape:4096x*, size:>1MB …"));
    setAccessibleName(tr("Filter"));
    setClearButtonEnabled(true);
    updateHint();
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, &FilterEdit::reportFilter);
    connect(this, &QLineEdit::textChanged, this, [this](const QString& changed) {
        clearError();
        if (changed.isEmpty() || !isModified())
            reportFilter();
        else
            m_pause.start();
    });
}

void FilterEdit::setError(const QString& message)
{
    m_error = message;
    updateColors();
    updateHint();
}

void FilterEdit::clearError()
{
    if (hasError())
        setError({});
}

void FilterEdit::setHelp(const QString& help)
{
    m_help = help;
    updateHint();
}

QSize FilterEdit::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(placeholderText()) + 4 * fontMetrics().height(),
        QLineEdit::sizeHint().height()};
}

bool FilterEdit::event(QEvent* event)
{
    // Esc must come here and not to a shortcut of the window while the field has the focus.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void FilterEdit::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        clear();
        emit left();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        reportFilter();
        emit left();
        return;
    case Qt::Key_Down:
        emit left();
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void FilterEdit::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_icon->setIcon(ownIcon(Icon::Filter));
}

void FilterEdit::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (!hasError())
        return;
    const QColor color = Theme::of(palette()).error;
    QPainter painter(this);
    painter.setPen(QPen(color, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
    // In the field's own free room, so that nothing moves; the tooltip has what is cut.
    const QRect room = messageRect();
    painter.setPen(color);
    painter.drawText(room, int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine,
        fontMetrics().elidedText(shownText(m_error), Qt::ElideRight, room.width()));
}

/// Between what was typed and the button that clears it.
QRect FilterEdit::messageRect() const
{
    const int button = style()->pixelMetric(QStyle::PM_LineEditIconSize, nullptr, this) + 2 * filterGap;
    const int typed = cursorRect().left() - fontMetrics().horizontalAdvance(text().left(cursorPosition()))
        + fontMetrics().horizontalAdvance(text());
    QRect room = rect().adjusted(0, 0, -button, 0);
    room.setLeft(std::min(typed + 2 * filterGap, room.right()));
    return room;
}

void FilterEdit::reportFilter()
{
    m_pause.stop();
    if (m_reported == text())
        return;
    m_reported = text();
    emit filterChanged(m_reported);
}

void FilterEdit::updateColors()
{
    m_icon->setIcon(hasError() ? ownIcon(Icon::Error, Theme::of(palette()).error) : ownIcon(Icon::Filter));
    m_icon->setEnabled(hasError());
    update();
}

void FilterEdit::updateHint()
{
    setToolTip(plainToolTip(hasError() ? m_error : m_help));
    setAccessibleDescription(hasError() ? printableText(m_error) : m_help);
}

} // namespace loupe
