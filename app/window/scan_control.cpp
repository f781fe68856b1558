#include "app/window/scan_control.h"

#include "core/text/text.h"
#include "items/histogram/summary_cache.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/fetch_consent.h"
#include "items/session/location.h"
#include "items/tree/health/health_export.h"
#include "items/tree/health/health_text.h"
#include "views/kit/fetch_question.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"

#include <QFileDialog>
#include <QFileInfo>

namespace loupe {

namespace {

const QString runningId = QStringLiteral("scan");
const QString warningsId = QStringLiteral("scanWarnings");
const QString scanExportId = QStringLiteral("scanExport");
const QString scanUnreadId = QStringLiteral("scanUnread");
const QString filterId = QStringLiteral("scanFilter");
const QString askId = QStringLiteral("scanFetch");

} // namespace

ScanControl::ScanControl(TensorTreeModel& model, SummaryCache& summaries, NoticeBar& bar, QWidget& window)
    : QObject(&window)
    , m_model(model)
    , m_summaries(summaries)
    , m_bar(bar)
    , m_window(window)
{
    connect(&m_scan, &HealthScan::resultsReset, this, &ScanControl::follow);
    connect(&m_scan, &HealthScan::resultsAdded, this, [this] {
        m_model.onHealthAdded(false);
        showStatus();
    });
    connect(&m_scan, &HealthScan::progressed, this, &ScanControl::showRunning);
    connect(&m_scan, &HealthScan::runningChanged, this, [this](bool running) {
        showStatus();
        if (!running) {
            m_bar.removeNotice(runningId);
            m_model.onHealthAdded(true);
            showResult();
        }
        onFilterChanged();
        emit busyChanged();
    });
    const auto takeNames = [this] { m_scan.setNamePatterns(m_model.namePatterns()); };
    connect(&m_model, &QAbstractItemModel::modelReset, this, takeNames);
    connect(&m_model, &OrderedTreeModel::namesKnown, this, takeNames);
    connect(&m_export, &FileSaver::progressed, this, &ScanControl::showWriting);
    connect(&m_export, &FileSaver::runningChanged, this, [this] {
        m_bar.removeNotice(scanExportId);
        emit busyChanged();
    });
    connect(&m_export, &FileSaver::saved, this, [this](const QString& path) {
        m_bar.setNotice(scanExportId, {.text = tr("Scan saved to %1").arg(shownText(path)), .actions = {}});
    });
    connect(&m_export, &FileSaver::failed, this, [this](const Error& error) {
        m_bar.setNotice(scanExportId, {.kind = NoticeKind::Error, .text = shownText(describe(error)), .actions = {}});
    });
    connect(&m_scan, &HealthScan::failed, this, [this](const Error& error) {
        m_bar.setNotice(scanUnreadId,
            {.kind = NoticeKind::Error, .text = tr("Scan failed: %1").arg(shownText(describe(error))), .actions = {}});
    });
}

void ScanControl::setCheckpoint(const OpenedCheckpointPtr& opened)
{
    m_scan.setCheckpoint(opened); // a scan that this ends belongs to the previous checkpoint
    if (m_opened != opened)
        m_bar.removeNotice(askId);
    m_opened = opened;
    m_model.setValueProvider(m_scan.knownValues(m_summaries.knownValues()));
}

void ScanControl::onFilterChanged()
{
    const HealthResultsPtr table = m_scan.results();
    const bool wanted = m_opened && m_model.filterNeedsValues() && !m_scan.isRunning() && !m_scan.isComplete();
    if (!wanted)
        return m_bar.removeNotice(filterId);
    const std::uint64_t unseen = m_opened->tree.tensorCount() - (table ? table->lookedAt() : 0);
    m_bar.setNotice(filterId,
        {.text = tr(
             "This filter needs values. %1 tensor(s) that have not been scanned are hidden.", nullptr, pluralOf(unseen))
                     .arg(groupedCount(unseen)),
            .actions = {{tr("Scan values"), [this] { start(); }}}});
}

void ScanControl::startOrStop()
{
    if (m_scan.isRunning())
        m_scan.stop();
    else
        start();
}

void ScanControl::start()
{
    const std::uint64_t bytes = m_opened ? bytesToAskToWork(m_opened->remoteBytes) : 0;
    if (bytes == 0 || m_scan.isRunning())
        return startNow();
    m_bar.setNotice(
        askId, fetchQuestion(tr("Scanning all values fetches %1 over the network."), bytes, [this] { startNow(); }));
}

void ScanControl::startNow()
{
    m_bar.removeNotice(askId);
    m_scan.start();
}

void ScanControl::stop()
{
    m_scan.stop();
    m_export.stop();
}

void ScanControl::chooseExport()
{
    if (!m_opened)
        return;
    const QString shown = toQString(m_opened->checkpoint->path);
    const QString proposed =
        localFolder(shown) + u'/' + QFileInfo(shown).completeBaseName() + QStringLiteral(".scan.csv");
    const QString path = QFileDialog::getSaveFileName(
        &m_window, tr("Export scan"), proposed, tr("CSV (*.csv);;JSON (*.json);;All files (*)"));
    if (!path.isEmpty())
        exportTo(path);
}

void ScanControl::exportTo(const QString& path)
{
    if (m_scan.results() && !m_scan.isRunning())
        m_export.save(path, healthContent(m_opened, m_scan.results(), healthFormatOf(path)));
}

void ScanControl::showWriting(JobProgress progress)
{
    progress.perSecond = 0; // counts tensors, but the bar shows bytes
    m_bar.showJob(scanExportId, tr("Saving the scan"), progress, [this] { m_export.stop(); });
}

/// Called when the scan changes.
void ScanControl::follow()
{
    removeNotices();
    m_model.setValueProvider(m_scan.knownValues(m_summaries.knownValues()));
    m_model.setHealth(m_scan.results());
    showStatus();
}

void ScanControl::removeNotices()
{
    for (const QString& id : {runningId, warningsId, scanExportId, scanUnreadId})
        m_bar.removeNotice(id);
}

void ScanControl::showStatus()
{
    const HealthResultsPtr table = m_scan.results();
    if (!table)
        return emit statusChanged({}, {});
    const HealthSums sums = table->total();
    emit statusChanged(scanStatus(sums, table->tensors(), m_scan.isRunning()),
        briefScanStatus(sums, table->tensors(), m_scan.isRunning()));
}

void ScanControl::showRunning(const JobProgress& progress)
{
    m_bar.showJob(runningId, tr("Scanning all values"), progress, [this] { m_scan.stop(); });
}

/// Also called after a scan was stopped.
void ScanControl::showResult()
{
    const HealthSums sums = m_scan.results()->total();
    // A finding already reports tensors missing from a truncated file, and its notice offers actions.
    if (const HealthResults::Unread unread = m_scan.results()->unexpectedlyUnread(); unread.tensors > 0)
        showUnread(unread);
    if (sums.nan > 0 || sums.infinite > 0 || sums.odd > 0)
        showWarnings(sums);
}

void ScanControl::showWarnings(const HealthSums& sums)
{
    const HealthResults& table = *m_scan.results();
    const NamedSentence places = m_scan.places();
    Notice notice{.kind = NoticeKind::Warning,
        .text = places.text,
        .actions = {},
        .brief = places.brief,
        .names = places.names,
        .list = places.list};
    if (notice.text.isEmpty())
        notice.text = tr("Warnings in %1 tensor(s)", nullptr, pluralOf(sums.odd)).arg(groupedCount(sums.odd));
    if (!table.isComplete())
        notice.text = tr("%1 (scan stopped at %2 of %3 tensor(s))", nullptr, pluralOf(table.tensors()))
                          .arg(notice.text, groupedCount(table.lookedAt()), groupedCount(table.tensors()));
    const auto offer = [&](const QString& text, const QString& filter, HealthRemark remark) {
        const auto place = table.firstElement(*m_opened->checkpoint, remark);
        if (!place)
            return;
        notice.actions.push_back({text, [this, filter, place = *place] {
                                      emit filterWanted(filter);
                                      emit elementWanted(place);
                                  }});
    };
    offer(tr("Show NaN"), QStringLiteral("nan:>0"), HealthRemark::NaN);
    offer(tr("Show Inf"), QStringLiteral("inf:>0"), HealthRemark::Infinite);
    if (sums.odd > 0)
        notice.actions.push_back({tr("Show warnings"), [this] { emit filterWanted(QStringLiteral("warning:yes")); }});
    m_bar.setNotice(warningsId, notice);
}

void ScanControl::showUnread(const HealthResults::Unread& unread)
{
    m_bar.setNotice(scanUnreadId,
        {.kind = NoticeKind::Error,
            .text = tr("%1 tensor(s) could not be read: %2", nullptr, pluralOf(unread.tensors))
                        .arg(groupedCount(unread.tensors), shownText(describe(*unread.first))),
            .actions = {}});
}

} // namespace loupe
