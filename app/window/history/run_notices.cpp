#include "app/window/history/run_notices.h"

#include "core/text/text.h"
#include "items/history/run_session.h"
#include "items/jobs/qt_text.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"

#include <algorithm>
#include <span>

namespace loupe {

namespace {

const QString runProgressId = QStringLiteral("progress");
const QString runFailureId = QStringLiteral("failure");
const QString runStoppedId = QStringLiteral("stopped");
const QString runNonfiniteId = QStringLiteral("nonfinite");
const QString runUnreadId = QStringLiteral("unread");
const QString runSaveId = QStringLiteral("save");
constexpr std::size_t mostSeriesNamed = 3;

/// The step as text. A checkpoint without a step is alone in its series.
QString stepOf(const HistoryStep* step)
{
    return QString::number(step->checkpoint.step.value_or(0));
}

} // namespace

RunNotices::RunNotices(RunSession& session, NoticeBar& bar, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_bar(bar)
{
    connect(&session, &RunSession::progressed, this, [this](const JobProgress& progress) {
        m_bar.showJob(runProgressId, tr("Reading the values of all steps"), progress, [this] { m_session.stop(); });
    });
    connect(&session, &RunSession::busyChanged, this, &RunNotices::showState);
    connect(&session, &RunSession::failed, this, &RunNotices::showState);
    connect(&session, &RunSession::runChanged, this, &RunNotices::showState);
    connect(&session, &RunSession::figuresChanged, this, &RunNotices::showState);
}

void RunNotices::showState()
{
    if (!m_session.isComputing())
        m_bar.removeNotice(runProgressId);
    if (const auto& error = m_session.error())
        m_bar.setNotice(runFailureId,
            {.kind = NoticeKind::Error,
                .text = shownText(describe(*error), longestMessage),
                .actions = {{tr("Try again"), [this] { m_session.reload(); }}}});
    else
        m_bar.removeNotice(runFailureId);
    const auto compute = [this] { m_session.start(); };
    if (m_session.isBusy() || m_session.isComplete() || m_session.error() || m_session.history().steps.empty())
        m_bar.removeNotice(runStoppedId);
    else if (m_session.waitsForConsent())
        m_bar.setNotice(runStoppedId,
            {.text = tr("The figures of all tensors take reading %1.").arg(toQString(formatBytes(m_session.bytes()))),
                .actions = {{tr("Compute"), compute}}});
    else
        m_bar.setNotice(runStoppedId, {.text = tr("Some steps were not read."), .actions = {{tr("Compute"), compute}}});
    showFirstNonfinite();
    showUnread();
}

/// Reports files of steps that were not opened, and so are not covered by the figures.
void RunNotices::showUnread()
{
    constexpr qsizetype mostNamed = 5;
    QStringList names;
    if (m_session.isComplete()) {
        for (const auto& [name, count] : m_session.history().unread())
            names.append(shownText(name));
    }
    if (names.isEmpty())
        return m_bar.removeNotice(runUnreadId);
    const qsizetype all = names.size();
    names = names.first(std::min(all, mostNamed));
    if (all > mostNamed)
        names.append(tr("%n more", nullptr, int(all - mostNamed)));
    m_bar.setNotice(runUnreadId,
        {.text = tr("Not read, as it lies beside the models of the steps: %1").arg(names.join(QStringLiteral(", "))),
            .actions = {}});
}

/// Says since when there are NaN or infinities, which users want to know first.
void RunNotices::showFirstNonfinite()
{
    const RunHistory& history = m_session.history();
    const auto all = history.nonfiniteSeries();
    if (all.empty() || !m_session.isComplete())
        return m_bar.removeNotice(runNonfiniteId);
    const auto& steps = history.steps;
    const bool hasSeries = std::ranges::any_of(
        steps, [&](const HistoryStep& step) { return step.checkpoint.series != steps.front().checkpoint.series; });
    QStringList sentences;
    QStringList briefs;
    QStringList names;
    for (const RunHistory::Nonfinite& series : std::span(all).first(std::min(all.size(), mostSeriesNamed))) {
        sentences.append(hasSeries ? seriesSentence(series) : runSentence(series));
        if (series.unread)
            sentences.append(tr("Perhaps earlier: step %1 could not be read").arg(stepOf(series.unread)));
        if (hasSeries)
            briefs.append(briefSentence(series));
        if (const auto& place = series.first->firstNonfinite)
            names.append(shownText(place->tensor));
    }
    if (all.size() > mostSeriesNamed) {
        sentences.append(tr("%n more series have NaN or Inf", nullptr, int(all.size() - mostSeriesNamed)));
        briefs.append(sentences.back());
    }
    const QString between = QStringLiteral(". ");
    m_bar.setNotice(runNonfiniteId,
        {.kind = NoticeKind::Warning,
            .text = sentences.join(between),
            .actions = {},
            .brief = briefs.join(between),
            .names = names});
}

QString RunNotices::runSentence(const RunHistory::Nonfinite& nonfinite)
{
    const HistoryStep* const first = nonfinite.first;
    const auto& place = first->firstNonfinite;
    if (!first->checkpoint.step)
        return latestSentence(nonfinite);
    const QString number = stepOf(first);
    if (!place)
        return tr("NaN or Inf since step %1").arg(number);
    return tr("NaN or Inf since step %1: first in %2, element %3; %4")
        .arg(number, shownText(place->tensor), toQString(place->place), laterSentence(nonfinite));
}

QString RunNotices::seriesSentence(const RunHistory::Nonfinite& nonfinite)
{
    const HistoryStep* const first = nonfinite.first;
    const auto& place = first->firstNonfinite;
    if (!place)
        return briefSentence(nonfinite);
    if (!first->checkpoint.step)
        return latestSentence(nonfinite);
    const QString series = shownText(first->checkpoint.series);
    const QString number = stepOf(first);
    //: %1 is a series of checkpoints, %5 what its later steps say
    return tr("%1: NaN or Inf since step %2, first in %3, element %4; %5")
        .arg(series, number, shownText(place->tensor), toQString(place->place), laterSentence(nonfinite));
}

/// Follows a semicolon.
QString RunNotices::laterSentence(const RunHistory::Nonfinite& nonfinite)
{
    switch (nonfinite.later()) {
    case RunHistory::Later::NoneIsThere:
        return tr("it is the last step");
    case RunHistory::Later::NoneCouldBeRead:
        return tr("no later step could be read");
    case RunHistory::Later::NotAll:
        return tr("not in all later steps: step %1 has none").arg(stepOf(nonfinite.without));
    case RunHistory::Later::AllThatCouldBeRead:
        return tr("in the %1 of %n later steps that could be read", nullptr,
            int(nonfinite.laterWhole + nonfinite.laterUnread))
            .arg(nonfinite.laterWhole);
    case RunHistory::Later::All:
        break;
    }
    return tr("in all later steps");
}

QString RunNotices::briefSentence(const RunHistory::Nonfinite& nonfinite)
{
    const RunCheckpoint& checkpoint = nonfinite.first->checkpoint;
    if (!checkpoint.step)
        return tr("NaN or Inf in %1").arg(shownText(checkpoint.name));
    return tr("%1: NaN or Inf since step %2").arg(shownText(checkpoint.series), stepOf(nonfinite.first));
}

QString RunNotices::latestSentence(const RunHistory::Nonfinite& nonfinite)
{
    const HistoryStep* const first = nonfinite.first;
    const auto& place = first->firstNonfinite;
    if (!place)
        return briefSentence(nonfinite);
    return tr("NaN or Inf in %1: first in %2, element %3")
        .arg(shownText(first->checkpoint.name), shownText(place->tensor), toQString(place->place));
}

void RunNotices::showSaveFailure(const QString& sentence)
{
    m_bar.setNotice(runSaveId, {.kind = NoticeKind::Error, .text = sentence, .actions = {}});
}

} // namespace loupe
