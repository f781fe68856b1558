#include "views/writing/write_status.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "items/writing/writing_job.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/icons.h"
#include "views/kit/job_words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedLayout>

namespace loupe {

namespace {

QWidget* pageOf(std::initializer_list<std::pair<QWidget*, int>> widgets)
{
    auto* const page = new QWidget;
    auto* const row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (const auto& [widget, stretch] : widgets) {
        if (widget)
            row->addWidget(widget, stretch);
        else
            row->addStretch(stretch);
    }
    return page;
}

QString writeText(quint64 replaced, bool headerOnly, quint64 fetched)
{
    if (headerOnly)
        return WriteStatus::tr("Rewrite header");
    const QString bytes = toQString(formatBytes(fetched));
    if (fetched > 0 && replaced == 0)
        return WriteStatus::tr("Fetch %1 and write").arg(bytes);
    if (fetched > 0)
        return WriteStatus::tr("Fetch %2 and write, replacing %1 file(s)", nullptr, pluralOf(replaced))
            .arg(groupedCount(replaced), bytes);
    if (replaced == 0)
        return WriteStatus::tr("Write");
    return WriteStatus::tr("Write, replacing %1 file(s)", nullptr, pluralOf(replaced)).arg(groupedCount(replaced));
}

} // namespace

WriteStatus::WriteStatus(QWidget* parent)
    : QWidget(parent)
    , m_pages(new QStackedLayout(this))
    , m_write(new QPushButton)
    , m_cancel(new QPushButton(tr("Cancel")))
    , m_doing(new QLabel)
    , m_bar(new QProgressBar)
    , m_rate(new QLabel)
    , m_stop(new QPushButton(tr("Stop")))
    , m_sign(new QLabel)
    , m_result(new ElidedLabel)
    , m_open(new QPushButton(tr("&Open")))
    , m_folder(new QPushButton(tr("Show in &folder")))
    , m_close(new QPushButton(tr("Close")))
{
    m_write->setDefault(true);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("Progress of writing"));
    // Fixed width, so that changing numbers do not move the bar.
    m_rate->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("1023.9 MiB/s · 59 min 59 s left")) + 8);
    m_rate->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_sign->setFixedSize(iconSize, iconSize);
    m_result->setAccessibleName(tr("Result"));
    for (QPushButton* const button : {m_cancel, m_stop, m_folder, m_close})
        button->setAutoDefault(false);
    for (QPushButton* const button : {m_write, m_cancel, m_stop, m_open, m_folder, m_close})
        button->installEventFilter(this);
    m_pages->setContentsMargins(0, 0, 0, 0);
    m_pages->addWidget(pageOf({{nullptr, 1}, {m_cancel, 0}, {m_write, 0}}));
    m_pages->addWidget(pageOf({{m_stop, 0}, {m_doing, 0}, {m_bar, 1}, {m_rate, 0}}));
    m_pages->addWidget(pageOf({{m_sign, 0}, {m_result, 1}, {m_open, 0}, {m_folder, 0}, {m_close, 0}}));
    showButtons(false, 0, false);
    drawSign();
}

bool WriteStatus::eventFilter(QObject* watched, QEvent* event)
{
    const bool repeats = event->type() == QEvent::MouseButtonDblClick
        || (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->isAutoRepeat());
    return repeats || QWidget::eventFilter(watched, event);
}

void WriteStatus::showButtons(bool possible, quint64 replaced, bool headerOnly, quint64 fetched)
{
    m_write->setText(writeText(replaced, headerOnly, fetched));
    m_write->setEnabled(possible);
    (m_isCareful ? m_cancel : m_write)->setDefault(true);
    m_pages->setCurrentIndex(Buttons);
}

void WriteStatus::showWriting(bool verifies)
{
    m_doing->setText(verifies ? tr("Writing and verifying") : tr("Writing"));
    m_bar->setRange(0, 0);
    m_rate->clear();
    m_isCareful = false;
    m_stop->setEnabled(true);
    m_pages->setCurrentIndex(Running);
    m_stop->setFocus();
}

void WriteStatus::showProgress(const JobProgress& progress)
{
    loupe::showProgress(*m_bar, progress);
    m_rate->setText(rateText(progress));
}

void WriteStatus::showWritten(const WrittenOutput& output, bool verified)
{
    if (output.headerOnly) {
        m_result->setText(
            (verified ? tr("Header rewritten in place and verified: %1") : tr("Header rewritten in place: %1"))
                .arg(output.path));
    } else {
        const QString what = fileCountText(output.files);
        m_result->setText(
            (verified ? tr("Written and verified: %1, %2") : tr("Written: %1, %2")).arg(what, output.path));
    }
    m_pages->setCurrentIndex(Done);
    m_open->setDefault(m_open->isVisibleTo(this));
    (m_open->isVisibleTo(this) ? m_open : m_close)->setFocus();
}

QString WriteStatus::result() const
{
    return m_result->text();
}

void WriteStatus::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawSign();
}

void WriteStatus::drawSign()
{
    const QColor color = Theme::of(palette()).success;
    m_sign->setPixmap(ownIcon(Icon::Info, color).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
}

} // namespace loupe
