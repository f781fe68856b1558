#include "app/window/compare/compare_notices.h"

#include "app/window/notices.h"
#include "core/text/text.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/session/encryption.h"
#include "items/session/location.h"
#include "items/writing/file_saver.h"
#include "views/kit/fetch_question.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

const QString progressId = QStringLiteral("progress");
const QString renamesId = QStringLiteral("renames");
const QString rearrangementId = QStringLiteral("rearrangement");
const QString compareUnreadId = QStringLiteral("unread");
const QString stoppedId = QStringLiteral("stopped");
const QString compareExportId = QStringLiteral("export");
const QString endId = QStringLiteral("end");
const QString hiddenId = QStringLiteral("hidden");
const QString partOpenedPairsId = QStringLiteral("part opened");
const QString stagedId = QStringLiteral("staged");

/// One ID per side, because both may fail.
QString failureOf(std::size_t number)
{
    return QStringLiteral("failure %1").arg(number);
}

QString changedFileId(const QString& path)
{
    return QStringLiteral("changed ") + path;
}

/// True if a tensor of one side may have another name in the other.
bool hasRenameCandidates(const PairedCheckpoints& paired)
{
    return paired.onlyIn(PairStatus::OnlyA) > 0 && paired.onlyIn(PairStatus::OnlyB) > 0;
}

QString chosenText(const PairedCheckpoints& paired)
{
    const std::uint32_t renamed = paired.structure.front().renamed;
    switch (paired.origin) {
    case ChoiceOrigin::Kept:
        return CompareNotices::tr("%1 renamed tensor(s) matched as you chose last time.", nullptr, pluralOf(renamed))
            .arg(groupedCount(renamed));
    case ChoiceOrigin::CommandLine:
        return CompareNotices::tr("%1 renamed tensor(s) matched as --map says.", nullptr, pluralOf(renamed))
            .arg(groupedCount(renamed));
    case ChoiceOrigin::Person:
        break;
    }
    return CompareNotices::tr("%1 renamed tensor(s) matched as you chose.", nullptr, pluralOf(renamed))
        .arg(groupedCount(renamed));
}

} // namespace

CompareNotices::CompareNotices(ComparisonSession& session, FileSaver& saver, NoticeBar& bar, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_bar(bar)
{
    connect(&session, &ComparisonSession::resultsReset, this, &CompareNotices::follow);
    connect(&session, &ComparisonSession::progressed, this, &CompareNotices::showProgress);
    connect(&session, &ComparisonSession::failed, this, &CompareNotices::showFailures);
    connect(&session, &ComparisonSession::changedOnDisk, this, &CompareNotices::offerReload);
    connect(&session, &ComparisonSession::busyChanged, this, [this] {
        m_bar.removeNotice(progressId);
        suspendRenames();
        if (m_session.isBusy())
            m_bar.removeNotice(stoppedId);
        else
            showStopped();
    });
    connect(&saver, &FileSaver::saved, this, [this](const QString& path) {
        m_bar.setNotice(compareExportId, {.text = tr("Report saved to %1").arg(shownText(path)), .actions = {}});
    });
    connect(
        &saver, &FileSaver::failed, this, [this](const Error& error) { showSaveFailure(shownText(describe(error))); });
}

/// Called for new pairs or new results.
void CompareNotices::follow()
{
    for (const QString& id : {failureOf(0), failureOf(1), stoppedId, compareExportId, endId, hiddenId, compareUnreadId})
        m_bar.removeNotice(id);
    const PairedCheckpoints& paired = *m_session.results()->paired();
    if (m_openedA.lock() != paired.openedA) // read again
        m_bar.removeNotice(changedFileId(m_session.pathA()));
    if (m_openedB.lock() != paired.openedB)
        m_bar.removeNotice(changedFileId(m_session.pathB()));
    m_openedA = paired.openedA;
    m_openedB = paired.openedB;
    if (!paired.unread.empty()) {
        m_bar.setNotice(compareUnreadId,
            {.kind = NoticeKind::Error,
                .text = tr("Part of a checkpoint is missing: %1").arg(shownText(describe(paired.unread.front()))),
                .actions = {}});
    }
    showEncryption(tr("A"), paired.openedA);
    showEncryption(tr("B"), paired.openedB);
    showDamage(tr("A"), *paired.openedA);
    showDamage(tr("B"), *paired.openedB);
    offerRenames();
    tellOfRearrangement();
}

void CompareNotices::showEncryption(const QString& side, const std::shared_ptr<const Checkpoint>& checkpoint)
{
    using enum Encryption::State;
    const QString id = QStringLiteral("encryption ") + side;
    const auto encryption = closedValues(*checkpoint);
    if (!encryption)
        return m_bar.removeNotice(id);
    const bool wrong = encryption->state == WrongSecret;
    Notice notice{.kind = NoticeKind::Warning, .text = {}, .actions = {}};
    if (encryption->state == Unsupported) {
        notice.text = tr("The values of %1 are encrypted. This build cannot decrypt them.").arg(side);
    } else {
        notice.text = wrong
            ? tr("Wrong key or passphrase for the values of %1.").arg(side)
            : tr("The values of %1 are encrypted. Only names, dtypes and shapes are compared.").arg(side);
        notice.actions = {
            {wrong ? tr("Try another…") : tr("Unlock…"), [this, checkpoint] { emit unlockWanted(*checkpoint); }}};
    }
    m_bar.setNotice(id, notice);
}

/// Shows the first error of a side, which explains why tensors are missing or cannot be compared.
void CompareNotices::showDamage(const QString& side, const Checkpoint& checkpoint)
{
    const QString id = QStringLiteral("damage ") + side;
    const auto& findings = checkpoint.findings.list();
    const auto first = std::ranges::find(findings, Severity::Error, &Finding::severity);
    if (first == findings.end())
        return m_bar.removeNotice(id);
    m_bar.setNotice(id,
        {.kind = NoticeKind::Error,
            .text = tr("%1 is damaged: %2").arg(side, printableText(toQString(first->message))),
            .actions = {}});
}

void CompareNotices::showProgress(const JobProgress& progress)
{
    const QString text = m_session.isComparing() ? tr("Comparing the values of all pairs")
                                                 : tr("Opening both checkpoints and pairing tensors");
    m_bar.showJob(progressId, text, progress, [this] { m_session.stop(); });
}

void CompareNotices::showFailures()
{
    const std::vector<Error>& errors = m_session.errors();
    for (std::size_t i = 0; i < 2; ++i) {
        if (i >= errors.size()) {
            m_bar.removeNotice(failureOf(i));
            continue;
        }
        m_bar.setNotice(failureOf(i),
            {.kind = NoticeKind::Error, .text = shownText(describe(errors[i])), .actions = {{tr("Try again"), [this] {
                                                                                                 m_session.reload();
                                                                                             }}}});
    }
}

void CompareNotices::showStopped()
{
    const ComparisonResultsPtr results = m_session.results();
    if (!results || results->isComplete())
        return;
    if (const std::uint64_t bytes = m_session.bytesToAsk()) {
        m_bar.setNotice(stoppedId,
            fetchQuestion(
                tr("Comparing all values fetches %1 over the network."), bytes, [this] { m_session.start(); }));
        return;
    }
    m_bar.setNotice(stoppedId,
        {.text = tr("Compared the values of %1 of %2 pair(s).", nullptr, pluralOf(results->paired()->pairs.size()))
                     .arg(groupedCount(results->lookedAt()), groupedCount(results->paired()->pairs.size())),
            .actions = {{tr("Compare all"), [this] { m_session.start(); }}}});
}

void CompareNotices::offerRenames()
{
    const PairedCheckpoints& paired = *m_session.results()->paired();
    const QString left =
        tr("%1 tensor(s) only in A, %2 only in B.", nullptr, pluralOf(paired.onlyIn(PairStatus::OnlyA)))
            .arg(groupedCount(paired.onlyIn(PairStatus::OnlyA)), groupedCount(paired.onlyIn(PairStatus::OnlyB)));
    const auto review = [this] { emit renamesWanted(); };
    if (paired.choice->hasRenames()) {
        QString text = chosenText(paired);
        if (hasRenameCandidates(paired))
            text += u' ' + left;
        if (paired.notKept)
            text += u' ' + tr("Your choice could not be saved: %1.").arg(shownText(paired.notKept->message));
        m_bar.setNotice(renamesId,
            {.kind = paired.notKept ? NoticeKind::Warning : NoticeKind::Info,
                .text = text,
                .actions = {{tr("Review…"), review}, {tr("Match by name only"), [this] { m_session.pairByName(); }}}});
    } else if (hasRenameCandidates(paired)) {
        m_bar.setNotice(renamesId,
            {.text = tr("%1 Some may have been renamed.").arg(left),
                .actions = {{tr("Match renamed tensors…"), review},
                    {tr("Rearrangements…"), [this] { emit rearrangementWanted(); }}}});
    } else {
        m_bar.removeNotice(renamesId);
    }
}

void CompareNotices::tellOfRearrangement()
{
    const PairedCheckpoints& paired = *m_session.results()->paired();
    if (paired.choice->rearrangement.recipe.empty()) {
        m_bar.removeNotice(rearrangementId);
        return;
    }
    const std::size_t pairs = paired.given.pairs.size();
    QString text = tr("%1 pair(s) matched by %2.", nullptr, pluralOf(pairs))
                       .arg(groupedCount(pairs), shownText(paired.choice->rearrangement.name));
    if (!paired.problems.empty())
        text += u' ' + tr("Some rules cannot be applied: %1.").arg(shownText(paired.problems.front()));
    if (paired.notKept)
        text += u' ' + tr("Your choice could not be saved: %1.").arg(shownText(paired.notKept->message));
    const bool isFine = paired.problems.empty() && !paired.notKept;
    m_bar.setNotice(rearrangementId,
        {.kind = isFine ? NoticeKind::Info : NoticeKind::Warning,
            .text = text,
            .actions = {{tr("Rearrangements…"), [this] { emit rearrangementWanted(); }}}});
}

/// Hides the notice while tensors are paired again, because its actions would do nothing.
void CompareNotices::suspendRenames()
{
    if (m_session.isPairing()) {
        m_renamesSuspended = m_renamesSuspended || m_bar.hasNotice(renamesId) || m_bar.hasNotice(rearrangementId);
        m_bar.removeNotice(renamesId);
        m_bar.removeNotice(rearrangementId);
    } else if (std::exchange(m_renamesSuspended, false)) {
        offerRenames();
        tellOfRearrangement();
    }
}

void CompareNotices::offerReload(const QString& path, bool deleted)
{
    m_bar.setNotice(changedFileId(path),
        {.kind = NoticeKind::Warning,
            .text = (deleted           ? tr("%1 was deleted or moved.")
                    : isLocation(path) ? tr("%1 was changed on the server.")
                                       : tr("%1 was changed on disk."))
                        .arg(shownText(path)),
            .actions = {{tr("Reload"), [this] { m_session.reload(); }}}});
}

void CompareNotices::showEnd(bool forward)
{
    m_bar.setNotice(
        endId, {.text = forward ? tr("No more differences below.") : tr("No more differences above."), .actions = {}});
}

void CompareNotices::hideEnd()
{
    m_bar.removeNotice(endId);
}

void CompareNotices::showHidden(NameTree::NodeId node)
{
    m_bar.setNotice(hiddenId,
        {.text = tr("%1 is hidden by the filter.").arg(shownText(m_session.results()->paired()->tree.path(node))),
            .actions = {{tr("Show"), [this, node] { emit hiddenWanted(node); }}}});
}

void CompareNotices::hideHidden()
{
    m_bar.removeNotice(hiddenId);
}

void CompareNotices::showStaged(const QString& path)
{
    m_bar.setNotice(stagedId,
        {.text = tr("The files on disk are compared, without the unsaved changes to %1.").arg(shownText(path)),
            .actions = {}});
}

void CompareNotices::showPartOpened(const QString& sentence)
{
    if (sentence.isEmpty())
        m_bar.removeNotice(partOpenedPairsId);
    else
        m_bar.setNotice(partOpenedPairsId, {.kind = NoticeKind::Info, .text = sentence, .actions = {}});
}

void CompareNotices::showSaveFailure(const QString& sentence)
{
    m_bar.setNotice(compareExportId, {.kind = NoticeKind::Error, .text = sentence, .actions = {}});
}

} // namespace loupe
