#include "app/window/notices.h"

#include "app/window/recent/recent_files.h"
#include "core/remote/remote_files.h"
#include "core/text/text.h"
#include "items/histogram/figures.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/document.h"
#include "items/session/encryption.h"
#include "items/session/findings_model.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <optional>

namespace loupe {

namespace {

const QString failureId = QStringLiteral("failure");
const QString changedId = QStringLiteral("changed");
const QString findingsId = QStringLiteral("findings");
const QString encryptionId = QStringLiteral("encryption");
const QString wholeModelId = QStringLiteral("wholeModel");
const QString heldRunId = QStringLiteral("run");
const QString noTensorId = QStringLiteral("noTensor");
const QString loadingId = QStringLiteral("loading");
const QString summaryId = QStringLiteral("summary");
const QString histogramId = QStringLiteral("histogram");
const QString partOpenedId = QStringLiteral("partOpened");
const QString savedOverId = QStringLiteral("savedOver");
const QString saveId = QStringLiteral("save");
const QString copyId = QStringLiteral("copy");
const QString comparisonId = QStringLiteral("comparison");

} // namespace

Notices::Notices(Document& document, FiguresOfNumbers& figures, NoticeBar& bar, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_figures(figures)
    , m_bar(bar)
{
    connect(&document, &Document::failed, this, &Notices::showFailure);
    connect(&document, &Document::changedOnDisk, this, &Notices::showChanged);
    connect(&document, &Document::currentChanged, this, &Notices::showCurrent);
    connect(&document, &Document::progressed, this, &Notices::showLoading);
    connect(&document, &Document::stateChanged, this, [this](Document::State state) {
        if (state == Document::State::Loading)
            m_bar.removeNotice(failureId);
        else
            m_bar.removeNotice(loadingId);
    });
    connect(&figures.summaries, &SummaryCache::progressed, this, &Notices::showSummaryProgress);
    connect(&figures.histograms, &HistogramCache::progressed, this, &Notices::showHistogramProgress);
}

void Notices::hideEndedJobs()
{
    if (!m_figures.summaries.isRunning())
        m_bar.removeNotice(summaryId);
    if (!m_figures.histograms.isRunning())
        m_bar.removeNotice(histogramId);
}

void Notices::showSaved(const QString& result)
{
    m_bar.setNotice(savedOverId, {.text = result, .actions = {}, .passes = true});
}

void Notices::showSaveFailure(const QString& sentence)
{
    m_bar.setNotice(saveId, {.kind = NoticeKind::Error, .text = sentence, .actions = {}});
}

void Notices::offerComparison(const QString& path)
{
    m_offeredFor = m_document.path();
    m_bar.setNotice(comparisonId,
        {.kind = NoticeKind::Info,
            .text = tr("%1 was opened at the same time.").arg(printableText(path)),
            .actions = {{tr("Compare"), [this] { emit comparisonWanted(); }}}});
}

void Notices::showPartOpened(const QString& sentence)
{
    if (sentence.isEmpty())
        m_bar.removeNotice(partOpenedId);
    else
        m_bar.setNotice(partOpenedId, {.kind = NoticeKind::Info, .text = sentence, .actions = {}});
}

void Notices::noSuchTensor(const QString& sentence)
{
    m_bar.setNotice(noTensorId, {.kind = NoticeKind::Warning, .text = sentence, .actions = {}});
}

/// If the shown file could not be reloaded, a single notice says so, regardless of which event came first.
bool Notices::failedToReload() const
{
    return m_document.current() && m_document.error()
        && m_document.error()->path == m_document.current()->checkpoint->path.native();
}

void Notices::showFailure(const Error& error)
{
    Notice notice{.kind = NoticeKind::Error, .text = printableText(toQString(describe(error))), .actions = {}};
    if (failedToReload()) {
        m_bar.removeNotice(changedId);
        notice.text = tr("%1. Showing the previous version.").arg(notice.text);
        notice.actions = {{tr("Try again"), [this] { emit reloadWanted(); }}};
    } else if (const QString path = toQString(error.path);
               error.code == ErrorCode::NotFound && RecentFiles::list().contains(path)) {
        const QFileInfo gone(path);
        notice.text = tr("%1 is no longer in %2.").arg(printableText(gone.fileName()), printableText(gone.path()));
        notice.actions = {{tr("Remove from recent files"), [this, path] {
                               RecentFiles::remove(path);
                               m_bar.removeNotice(failureId);
                               emit recentFilesChanged();
                           }}};
    }
    m_bar.setNotice(failureId, notice);
}

void Notices::showChanged(bool deleted)
{
    if (failedToReload() && m_bar.hasNotice(failureId))
        return;
    const bool several = m_document.current() && m_document.current()->checkpoint->files.size() > 1;
    const QString gone = several ? tr("A file of the model was deleted or moved. Showing the previous version.")
                                 : tr("The file was deleted or moved. Showing the previous version.");
    const bool isElsewhere = m_document.current() && isAddress(m_document.current()->checkpoint->path);
    const QString changed = isElsewhere
        ? tr("Changed on the server: values cannot be read.")
        : tr("The file changed on disk. The previous version is shown, but its values may no longer be readable.");
    m_bar.setNotice(
        changedId, {.kind = NoticeKind::Warning, .text = deleted ? gone : changed, .actions = {{tr("Reload"), [this] {
                                                                                                    emit reloadWanted();
                                                                                                }}}});
}

void Notices::showCurrent()
{
    for (const QString& id :
        {changedId, findingsId, encryptionId, wholeModelId, heldRunId, noTensorId, failureId, copyId})
        m_bar.removeNotice(id);
    if (m_document.path() != m_offeredFor)
        m_bar.removeNotice(comparisonId);
    if (!m_document.current())
        return;
    showFindings();
    showEncryption();
    showCopy();
    if (m_document.holdsRun()) {
        m_bar.setNotice(heldRunId,
            {.kind = NoticeKind::Info,
                .text = tr("This folder also has checkpoints of a training run."),
                .actions = {{tr("Show the run"), [this] { emit runWanted(m_document.path()); }}}});
    }
    if (const auto& whole = m_document.current()->checkpoint->wholeModel) {
        m_bar.setNotice(wholeModelId,
            {.kind = NoticeKind::Info,
                .text = tr("%1 is one shard of a model.")
                            .arg(shownText(m_document.current()->checkpoint->path.filename().native())),
                .actions = {
                    {tr("Open the whole model"), [this, path = toQString(*whole)] { emit openWanted(path); }}}});
    }
}

void Notices::showCopy()
{
    const Checkpoint& checkpoint = *m_document.current()->checkpoint;
    const auto isOpen = [&](const KeptCopy& copy) {
        const auto isIt = [&](const std::filesystem::path& path) { return path.native() == copy.address; };
        return (checkpoint.index && isIt(checkpoint.index->path()))
            || std::ranges::any_of(checkpoint.files, isIt, &CheckpointFile::path);
    };
    std::optional<std::int64_t> oldest;
    if (isAddress(checkpoint.path) && remoteFiles()) {
        for (const KeptCopy& copy : remoteFiles()->keptCopies()) {
            if (isOpen(copy))
                oldest = std::min(oldest.value_or(copy.confirmed), copy.confirmed);
        }
    }
    if (!oldest)
        return;
    const QString time = QLocale().toString(QDateTime::fromSecsSinceEpoch(*oldest), QLocale::ShortFormat);
    m_bar.setNotice(
        copyId, {.kind = NoticeKind::Info, .text = tr("Offline. This is the copy from %1.").arg(time), .actions = {}});
}

void Notices::showFindings()
{
    const OpenedCheckpoint& opened = *m_document.current();
    const Checkpoint& checkpoint = *opened.checkpoint;
    const auto& findings = checkpoint.findings.list();
    FindingsModel counts;
    counts.setCheckpoint(m_document.current()->checkpoint);
    if (counts.errors() + counts.warnings() == 0)
        return;
    QStringList parts;
    if (counts.errors() > 0)
        parts.append(tr("%1 error(s)", nullptr, pluralOf(counts.errors())).arg(groupedCount(counts.errors())));
    if (counts.warnings() > 0)
        parts.append(tr("%1 warning(s)", nullptr, pluralOf(counts.warnings())).arg(groupedCount(counts.warnings())));

    const bool broken = checkpoint.findings.hasErrors();
    const auto first = std::find_if(findings.begin(), findings.end(),
        [&](const Finding& finding) { return finding.severity == (broken ? Severity::Error : Severity::Warning); });
    Notice notice{.kind = broken ? NoticeKind::Error : NoticeKind::Warning,
        .text = tr("%1: %2", "errors and warnings, the first")
                    .arg(parts.join(QStringLiteral(", ")), printableText(toQString(first->message))),
        .actions = {{tr("Show findings"), [this] { emit findingsWanted(); }}}};
    if (first->aboutTensor)
        notice.names = {printableText(toQString(first->tensor))};
    if (opened.isDamaged() && opened.tree.tensorCount() > opened.incomplete.size())
        notice.actions.push_back({tr("Salvage intact tensors…"), [this] { emit wholeWanted(); }});
    m_bar.setNotice(findingsId, notice);
}

void Notices::showEncryption()
{
    const auto encryption = closedValues(*m_document.current()->checkpoint);
    if (!encryption)
        return;
    using enum Encryption::State;
    if (encryption->state == Unsupported) {
        m_bar.setNotice(encryptionId,
            {.kind = NoticeKind::Warning,
                .text = tr("The values are encrypted. This build cannot decrypt them."),
                .actions = {}});
        return;
    }
    const bool wrong = encryption->state == WrongSecret;
    m_bar.setNotice(encryptionId,
        {.kind = NoticeKind::Warning,
            .text = wrong ? tr("Wrong key or passphrase for the encrypted values.")
                          : tr("The values are encrypted. Only names, dtypes and shapes are shown."),
            .actions = {{wrong ? tr("Try another…") : tr("Unlock…"), [this] { emit unlockWanted(); }}}});
}

void Notices::showLoading(const JobProgress& progress)
{
    const QString text = tr("Opening %1").arg(printableText(m_document.path()));
    m_bar.showJob(
        loadingId, text, progress, [this] { m_document.stop(); }, true);
}

void Notices::showSummaryProgress(const JobProgress& progress)
{
    m_bar.showJob(summaryId, tr("Computing statistics"), progress, [this] { m_figures.summaries.stop(); });
}

void Notices::showHistogramProgress(const JobProgress& progress)
{
    m_bar.showJob(histogramId, tr("Counting the histogram"), progress, [this] { m_figures.histograms.stop(); });
}

} // namespace loupe
