#include "views/kit/notice_row.h"

#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
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

#include <algorithm>

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

NoticeRow::NoticeRow(QString id, Notice notice, QWidget* parent, Form form)
    : QFrame(parent)
    , m_id(std::move(id))
    , m_notice(std::move(notice))
    , m_text(printableText(m_notice.text))
    , m_icon(new QLabel(this))
{
    setAccessibleName(QStringLiteral("%1: %2").arg(nameOf(kind()), m_text));
    m_icon->setFixedSize(iconSize, iconSize);

    const bool isLine = form == Form::Line;
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(8, isLine ? 0 : 4, isLine ? 0 : 8, isLine ? 0 : 4);
    row->setSpacing(8);
    row->addWidget(m_icon);
    m_sentence = makeSentence(form);
    row->addWidget(m_sentence, 1);
    // A line has buttons before its sentence, so that they stay under the pointer when its width changes.
    int placeOfButton = isLine ? row->indexOf(m_sentence) : -1;
    if (kind() == NoticeKind::Progress) {
        m_rate = new QLabel(this);
        m_rate->setTextFormat(Qt::PlainText);
        m_bar = new QProgressBar(this);
        m_bar->setTextVisible(false);
        m_bar->setFixedSize(isLine ? 96 : 160, 8);
        m_bar->setRange(0, 0);
        m_bar->setAccessibleName(m_text);
        row->addWidget(m_rate);
        row->addWidget(m_bar);
    }
    for (const Notice::Action& action : m_notice.actions) {
        auto* const button = new QPushButton(action.text, this);
        button->setAutoDefault(false);
        if (isLine)
            button->setFixedHeight(lineHeight(fontMetrics()) - 4);
        connect(button, &QPushButton::clicked, this, [trigger = action.trigger] {
            // Copy the trigger, because it may delete this row and with it the closure.
            const auto call = trigger;
            call();
        });
        row->insertWidget(isLine ? placeOfButton++ : -1, button);
    }
    if (m_notice.closable) {
        m_close = new QToolButton(this);
        m_close->setAutoRaise(true);
        m_close->setFocusPolicy(Qt::TabFocus);
        m_close->setToolTip(tr("Close"));
        m_close->setAccessibleName(tr("Close: %1").arg(m_text));
        connect(m_close, &QToolButton::clicked, this, &NoticeRow::closeRequested);
        row->addWidget(m_close);
    }
    updateIcon();
}

QWidget* NoticeRow::makeSentence(Form form)
{
    if (form == Form::Line) {
        auto* const line = new ElidedLabel(m_text, this);
        line->setElideMode(Qt::ElideRight);
        line->setNames(m_notice.names, m_notice.list);
        line->setBrief(printableText(m_notice.brief));
        return line;
    }
    auto* const wrapped = new SelectableLabel(m_text, this);
    wrapped->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    wrapped->setWordWrap(true); // after the policy, because it adds height-for-width to it
    return wrapped;
}

int NoticeRow::shortestWidth() const
{
    constexpr int letters = 48; // enough for the subject and the place
    constexpr int mostLetters = 90; // with names
    const int letter = fontMetrics().averageCharWidth();
    const int sentence = m_sentence->sizeHint().width();
    const auto* const line = qobject_cast<const ElidedLabel*>(m_sentence);
    const int least = std::clamp(line ? line->leastTextWidth() : 0, letters * letter, mostLetters * letter);
    return sizeHint().width() - sentence + std::min(sentence, least);
}

int NoticeRow::lineHeight(const QFontMetrics& metrics)
{
    return metrics.height() + 12; // leaves room for a button
}

void NoticeRow::setProgress(const JobProgress& progress)
{
    m_progress = progress;
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
    if (kind() == NoticeKind::Error)
        color = theme.errorSurface;
    else if (kind() == NoticeKind::Warning)
        color = theme.warningSurface;
    painter.fillRect(rect(), color);
    painter.setPen(theme.border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void NoticeRow::updateIcon()
{
    const Theme& theme = Theme::of(palette());
    QColor color = theme.info;
    if (kind() == NoticeKind::Error)
        color = theme.error;
    else if (kind() == NoticeKind::Warning)
        color = theme.warning;
    m_icon->setPixmap(ownIcon(iconOf(kind()), color).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    if (m_close)
        m_close->setIcon(ownIcon(Icon::Close));
}

} // namespace loupe
