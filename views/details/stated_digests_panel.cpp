#include "views/details/stated_digests_panel.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/fetch_consent.h"
#include "views/colors/theme.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace loupe {

StatedDigestsPanel::StatedDigestsPanel(const OpenedCheckpointPtr& opened, QWidget* parent)
    : QWidget(parent)
    , m_checkpoint(opened->checkpoint)
    , m_remoteBytes(opened->remoteBytes)
    , m_button(new QPushButton(tr("Verify")))
    , m_sign(new QLabel)
    , m_verdict(new QLabel)
    , m_names(new QVBoxLayout)
{
    m_button->setAccessibleName(tr("Verify the digests stored in the file"));
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    m_names->setSpacing(4);
    auto* const line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_button);
    line->addWidget(m_sign);
    line->addWidget(m_verdict, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(line);
    layout->addLayout(m_names);

    connect(m_button, &QPushButton::clicked, this, &StatedDigestsPanel::toggle);
    connect(&m_job, &StatedCheckJob::progressed, this, [this](const JobProgress& progress) {
        show(Verdict::None,
            tr("%1 of %2").arg(toQString(formatBytes(progress.done)), toQString(formatBytes(progress.total))));
    });
    connect(&m_job, &StatedCheckJob::finished, this, &StatedDigestsPanel::showOutcome);
    connect(&m_job, &StatedCheckJob::failed, this, [this](const Error& error) {
        constexpr qsizetype longest = 2000; // it may quote a long name
        show(Verdict::Unsound, shownText(describe(error), longest));
    });
    connect(&m_job, &StatedCheckJob::runningChanged, this, [this](bool running) {
        nameButton(running);
        if (!running)
            show(Verdict::None, tr("Stopped.")); // unless an outcome follows at once
        emit busyChanged();
    });
    nameButton(false);
    show(Verdict::None, tr("The file records digests of its tensors. Verify them to detect damage."));
}

QString StatedDigestsPanel::verdict() const
{
    return m_verdict->text();
}

/// The digests cover all values.
void StatedDigestsPanel::nameButton(bool running)
{
    m_button->setText(running                     ? tr("Stop")
            : bytesToAskToWork(m_remoteBytes) > 0 ? tr("Verify (fetch %1)").arg(toQString(formatBytes(m_remoteBytes)))
                                                  : tr("Verify"));
}

void StatedDigestsPanel::toggle()
{
    if (m_job.isRunning())
        return m_job.stop();
    clearNames();
    m_job.start(m_checkpoint);
    show(Verdict::None, {});
}

void StatedDigestsPanel::show(Verdict verdict, const QString& sentence)
{
    m_shown = verdict;
    m_sign->setText(verdict == Verdict::Sound ? QStringLiteral("✓") : QStringLiteral("✗"));
    m_sign->setVisible(verdict != Verdict::None);
    m_verdict->setText(sentence);
    color();
}

void StatedDigestsPanel::showOutcome(const StatedOutcome& outcome)
{
    QStringList sentences;
    if (!outcome.different.empty())
        sentences += tr("%1 of %2 tensor(s) differ from their recorded digests.", nullptr, pluralOf(outcome.checked))
                         .arg(groupedCount(outcome.different.size()), groupedCount(outcome.checked));
    if (outcome.differentParts > 0)
        sentences += tr("The digests of %1 tensor(s) cover other bytes too, so the difference may be elsewhere.",
            nullptr, pluralOf(outcome.differentParts))
                         .arg(groupedCount(outcome.differentParts));
    if (outcome.different.empty() && outcome.checked > 0)
        sentences += tr("%1 tensor(s) match their recorded digests (%2).", nullptr, pluralOf(outcome.checked))
                         .arg(groupedCount(outcome.checked), outcome.algorithms);
    if (outcome.unreadable > 0)
        sentences += tr("%1 tensor(s) could not be read: %2.", nullptr, pluralOf(outcome.unreadable))
                         .arg(groupedCount(outcome.unreadable), shownText(describe(*outcome.firstError)));
    if (outcome.unstated > 0)
        sentences += tr("%1 tensor(s) have no recorded digest.", nullptr, pluralOf(outcome.unstated))
                         .arg(groupedCount(outcome.unstated));
    show(outcome.isSound()        ? Verdict::Sound
            : outcome.isUnsound() ? Verdict::Unsound
                                  : Verdict::None,
        sentences.join(u' '));
    for (std::size_t i = 0; i < std::min(outcome.different.size(), mostNamed); ++i) {
        const std::uint32_t tensor = outcome.different[i];
        auto* const link = new LinkButton(shownText(m_checkpoint->tensors[tensor].name));
        connect(link, &QAbstractButton::clicked, this, [this, tensor] { emit tensorChosen(tensor); });
        m_names->addWidget(link, 0, Qt::AlignLeft);
    }
    if (outcome.different.size() > mostNamed) {
        auto* const more =
            new QLabel(tr("and %1 more").arg(toQString(formatCount(outcome.different.size() - mostNamed))));
        more->setForegroundRole(QPalette::PlaceholderText);
        m_names->addWidget(more);
    }
}

void StatedDigestsPanel::clearNames()
{
    while (QLayoutItem* const item = m_names->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
}

void StatedDigestsPanel::color()
{
    const Theme& theme = Theme::of(palette());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText,
        m_shown == Verdict::Sound         ? theme.success
            : m_shown == Verdict::Unsound ? theme.error
                                          : theme.mutedText);
    m_sign->setPalette(colors);
    m_verdict->setPalette(colors);
}

void StatedDigestsPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        color();
    QWidget::changeEvent(event);
}

} // namespace loupe
