#include "items/renaming/rename_draft.h"

#include "core/checked_math.h"
#include "items/jobs/release_in_job.h"
#include "items/session/fetch_consent.h"

#include <algorithm>

namespace loupe {

namespace {

/// An upper bound of the bytes that a search has to fetch.
std::uint64_t remoteBytesOfUnpaired(
    const PairedCheckpoints& paired, const std::vector<TensorPair>& pairs, const RenameDigests& known)
{
    std::uint64_t bytes = 0;
    for (const TensorPair& pair : pairs) {
        if (pair.both())
            continue;
        const bool isOfA = pair.a != TensorPair::none;
        bytes = saturatingAdd(bytes, remoteBytes(isOfA ? *paired.a : *paired.b, isOfA ? pair.a : pair.b));
    }
    return std::min(bytes, bytesOfUnpaired(*paired.a, *paired.b, pairs, known));
}

} // namespace

RenameDraft::RenameDraft(PairedCheckpointsPtr paired, QObject* parent)
    : QObject(parent)
    , m_paired(std::move(paired))
    , m_rules(m_paired->choice->rules)
    , m_suggested(std::make_shared<const std::vector<SuggestedRename>>())
    , m_digests(std::make_shared<const RenameDigests>())
    , m_rows(new RenameRowsModel(m_paired, this))
{
    connect(m_rows, &RenameRowsModel::changed, this, &RenameDraft::changed);
    connect(m_rows, &RenameRowsModel::failed, this, &RenameDraft::reportFailure);
    connect(&m_searching, &JobRunner::runningChanged, this, &RenameDraft::searchingChanged);
    connect(&m_searching, &JobRunner::progressed, this, &RenameDraft::progressed);
    makePlan();
}

void RenameDraft::setRules(std::vector<RenameRuleText> rules)
{
    if (rules == m_rules)
        return;
    m_rules = std::move(rules);
    makePlan();
    emit changed();
}

bool RenameDraft::isReady() const
{
    return m_plan && m_plan->texts == m_rules && !m_planning.isRunning() && m_rows->isArranged()
        && m_plan->makesSense();
}

void RenameDraft::makePlan()
{
    m_planning.start(
        [paired = m_paired, rules = m_rules, suggested = m_suggested](
            const Work& work) -> Result<std::shared_ptr<const RenamePlan>> {
            return std::make_shared<const RenamePlan>(planRenames(*paired, rules, *suggested, work));
        },
        [this](Result<std::shared_ptr<const RenamePlan>> plan) {
            if (plan)
                take(std::move(*plan));
            else
                reportFailure(plan.error());
        });
}

void RenameDraft::take(std::shared_ptr<const RenamePlan> plan)
{
    m_plan = std::move(plan);
    m_rows->setRows({m_plan, &m_plan->rows});
    emit changed();
    searchWhereNeeded();
}

void RenameDraft::reportFailure(const Error& error)
{
    m_hasFailed = true;
    emit changed();
    emit failed(error);
}

void RenameDraft::searchWhereNeeded()
{
    if (!m_isStopped && !m_hasFailed && m_plan && m_plan->makesSense() && !isSearched() && !isSearching())
        begin();
}

void RenameDraft::search()
{
    if (isSearching())
        return;
    m_mayFetch = true;
    begin();
}

void RenameDraft::begin()
{
    m_isStopped = m_hasFailed = false;
    if (!m_plan || m_plan->texts != m_rules) {
        if (!m_planning.isRunning())
            makePlan(); // the search starts once the plan is ready
        return;
    }
    m_searching.start(
        [paired = m_paired, plan = m_plan, known = m_digests, mayFetch = m_mayFetch](
            const Work& work) -> Result<Found> {
            const std::uint64_t bytes =
                mayFetch ? 0 : bytesToAskToWork(remoteBytesOfUnpaired(*paired, plan->pairs, *known));
            if (bytes > 0)
                return Found{{}, {}, bytes};
            return searchIn(*paired, *plan, known, work);
        },
        [this, rules = m_plan->texts](Result<Found> found) {
            if (!found) {
                reportFailure(found.error());
                return;
            }
            if (found->toAskFor > 0) {
                m_isStopped = true;
                emit changed();
                emit fetchWanted(found->toAskFor);
                return;
            }
            m_searched = rules;
            m_suggested = std::make_shared<const std::vector<SuggestedRename>>(std::move(found->suggested));
            m_digests = std::move(found->digests);
            makePlan();
            emit changed();
        });
}

void RenameDraft::stopSearching()
{
    m_isStopped = true;
    m_searching.stop();
}

Result<RenameDraft::Found> RenameDraft::searchIn(const PairedCheckpoints& paired, const RenamePlan& plan,
    const std::shared_ptr<const RenameDigests>& known, const Work& work)
{
    const std::shared_ptr<RenameDigests> digests(new RenameDigests(*known), releaseInJob<RenameDigests>);
    work.expect(bytesOfUnpaired(*paired.a, *paired.b, plan.pairs, *known));
    const Work announced{.stop = work.stop, .progress = work.progress, .totalKnown = true};
    auto suggested = suggestRenames(*paired.a, *paired.b, plan.pairs, announced, digests.get());
    if (!suggested)
        return fail(std::move(suggested.error()));
    return Found{std::move(*suggested), digests, 0};
}

} // namespace loupe
