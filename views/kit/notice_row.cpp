#include "views/kit/notice_row.h"

#include "items/jobs/job_runner.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/job_words.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

namespace loupe {

namespace {

Icon iconOf(NoticeKind kind)
{
    switch (kind) {
    case NoticeKind::Error:
        return Icon::Error;
    case NoticeKind::Warning:
        return Icon::Warning;
    default:
        return Icon::Info;
    }
}

QString nameOf(NoticeKind kind)
{
    switch (kind) {
    case NoticeKind::Error:
        return NoticeBar::tr("Error");
    case NoticeKind::Warning:
        return NoticeBar::tr("Warning");
    case NoticeKind::Progress:
        return NoticeBar::tr("Running");
    case NoticeKind::Info:
        break;
    }
    return NoticeBar::tr("Notice");
}

} // namespace

NoticeRow::NoticeRow(QString id, const Notice& notice, QWidget* parent)
    : QFrame(parent)
    , m_id(std::move(id))
    , m_kind(notice.kind)
    , m_icon(new QLabel(this))
    , m_text(new SelectableLabel(printableText(notice.text), this))
{
    const QString sentence = m_text->text();
    setAccessibleName(QStringLiteral("%1: %2").arg(nameOf(m_kind), sentence));
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_text->setWordWrap(true); // after the policy, to which it adds that the height follows the width
    m_icon->setFixedSize(iconSize, iconSize);

    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    if (m_kind == NoticeKind::Progress) {
        m_rate = new QLabel(this);
        m_rate->setTextFormat(Qt::PlainText);
        m_bar = new QProgressBar(this);
        m_bar->setTextVisible(false);
        m_bar->setFixedSize(160, 8);
        m_bar->setRange(0, 0);
        m_bar->setAccessibleName(sentence);
        row->addWidget(m_rate);
        row->addWidget(m_bar);
    }
    for (const Notice::Action& action : notice.actions) {
        auto* const button = new QPushButton(action.text, this);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [trigger = action.trigger] {
            // The trigger may remove this row, and with it the closure's own copy.
            const auto call = trigger;
            call();
        });
        row->addWidget(button);
    }
    if (notice.closable) {
        m_close = new QToolButton(this);
        m_close->setAutoRaise(true);
        m_close->setFocusPolicy(Qt::TabFocus);
        m_close->setToolTip(tr("Close"));
        m_close->setAccessibleName(tr("Close: %1").arg(sentence));
        connect(m_close, &QToolButton::clicked, this, &NoticeRow::closeRequested);
        row->addWidget(m_close);
    }
    updateIcon();
}

QString NoticeRow::text() const
{
    return m_text->text();
}

void NoticeRow::setProgress(const JobProgress& progress)
{
    if (!m_bar)
        return;
    showProgress(*m_bar, progress);
    m_rate->setText(rateText(progress));
}

void NoticeRow::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
}

void NoticeRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    QColor color = theme.infoSurface;
    if (m_kind == NoticeKind::Error)
        color = theme.errorSurface;
    else if (m_kind == NoticeKind::Warning)
        color = theme.warningSurface;
    painter.fillRect(rect(), color);
    painter.setPen(theme.border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void NoticeRow::updateIcon()
{
    const Theme& theme = Theme::of(palette());
    QColor color = theme.info;
    if (m_kind == NoticeKind::Error)
        color = theme.error;
    else if (m_kind == NoticeKind::Warning)
        color = theme.warning;
    m_icon->setPixmap(ownIcon(iconOf(m_kind), color).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    if (m_close)
        m_close->setIcon(ownIcon(Icon::Close));
}

} // namespace loupe
