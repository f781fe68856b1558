#include "views/kit/notice_line.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/kit/notice_bar.h"
#include "views/kit/notice_row.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPushButton>

namespace loupe {

NoticeLine::NoticeLine(NoticeBar& bar, QWidget* parent)
    : QFrame(parent)
    , m_bar(bar)
    , m_more(new QPushButton)
{
    setAccessibleName(tr("Newest notice"));
    setFixedHeight(NoticeRow::lineHeight(fontMetrics()));
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_more);
    m_more->setAutoDefault(false);
    m_more->setCheckable(true);
    m_more->setFixedHeight(height() - 4);
    m_more->setToolTip(tr("Show all notices"));
    m_bar.showOnDemand();
    connect(m_more, &QPushButton::toggled, this, &NoticeLine::setExpanded);
    connect(&bar, &NoticeBar::changed, this, &NoticeLine::showNewest);
    connect(&bar, &NoticeBar::progressed, this, [this](const QString& id, const JobProgress& progress) {
        if (m_row && m_row->id() == id)
            m_row->setProgress(progress);
    });
    showNewest();
}

QSize NoticeLine::minimumSizeHint() const
{
    return {0, height()};
}

int NoticeLine::shortestWidth() const
{
    return m_row ? sizeHint().width() - m_row->sizeHint().width() + m_row->shortestWidth() : 0;
}

void NoticeLine::showNewest()
{
    if (m_row) { // its button may have caused the change
        m_row->hide();
        m_row->deleteLater();
        m_row = nullptr;
    }
    if (const NoticeRow* const newest = m_bar.newest()) {
        m_row = new NoticeRow(newest->id(), newest->notice(), this, NoticeRow::Form::Line);
        if (newest->progress())
            m_row->setProgress(*newest->progress());
        connect(m_row, &NoticeRow::closeRequested, newest, &NoticeRow::closeRequested);
        static_cast<QHBoxLayout*>(layout())->insertWidget(0, m_row, 1);
        m_row->show();
    }
    const int others = m_bar.count() - 1;
    m_more->setVisible(others > 0);
    m_more->setText(tr("%1 more").arg(toQString(formatCount(std::uint64_t(std::max(others, 0))))));
    m_more->setAccessibleName(tr("Show all notices"));
    if (others <= 0)
        setExpanded(false);
    placeBar();
    emit noticeChanged();
}

bool NoticeLine::isExpanded() const
{
    return !m_bar.isHidden();
}

void NoticeLine::setExpanded(bool expanded)
{
    m_more->setChecked(expanded);
    if (expanded == isExpanded())
        return;
    if (expanded) {
        m_bar.setParent(window());
        placeBar();
        m_bar.show();
        m_bar.raise();
        qApp->installEventFilter(this);
    } else {
        m_bar.hide();
        qApp->removeEventFilter(this);
    }
}

/// The bar grows upward from this line and is as wide as the window.
void NoticeLine::placeBar()
{
    if (m_bar.parentWidget() != window())
        return;
    const int width = window()->width();
    const int height = m_bar.hasHeightForWidth() ? m_bar.heightForWidth(width) : m_bar.sizeHint().height();
    const int bottom = mapTo(window(), QPoint(0, 0)).y();
    m_bar.setGeometry(0, std::max(0, bottom - height), width, std::min(height, bottom));
}

/// A click elsewhere or Escape closes the list.
bool NoticeLine::eventFilter(QObject* watched, QEvent* event)
{
    const auto isEscape = [event] { return static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape; };
    switch (event->type()) {
    case QEvent::MouseButtonPress: {
        const QPoint place = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
        const auto isIn = [place](
                              const QWidget& widget) { return widget.rect().contains(widget.mapFromGlobal(place)); };
        if (!isIn(m_bar) && !isIn(*m_more))
            setExpanded(false);
        break;
    }
    case QEvent::ShortcutOverride: // before Escape stops a job
        if (isEscape())
            event->accept();
        break;
    case QEvent::KeyPress:
        if (isEscape()) {
            setExpanded(false);
            return true;
        }
        break;
    default:
        break;
    }
    return QFrame::eventFilter(watched, event);
}

void NoticeLine::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    placeBar();
}

} // namespace loupe
