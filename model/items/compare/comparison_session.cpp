#include "items/compare/comparison_session.h"

#include "core/remote/remote_files.h"
#include "items/jobs/release_in_job.h"
#include "items/renaming/chosen_rearrangement.h"
#include "items/session/encryption.h"
#include "items/session/fetch_consent.h"
#include "items/session/file_watch.h"

namespace loupe {

namespace {

/// The known outcome of a pair from `before`, the results for a different pairing of the same checkpoints in the same
/// arrangement. In both pairings, a tensor of A has a pair with the same number.
const PairOutcome* knownOf(const PairedCheckpoints& both, std::uint32_t pair, const ComparisonResults* before)
{
    if (!before || before->paired()->a != both.a || before->paired()->b != both.b || !both.pairs[pair].both()
        || before->paired()->pairs[pair].b != both.pairs[pair].b)
        return nullptr;
    const PairOutcome* const outcome = before->find(pair);
    return outcome && outcome->delta ? outcome : nullptr;
}

/// The choice with A and B exchanged. Pairs that a rule for renamed tensors made become confirmed renames.
PairingChoice swappedChoice(const PairedCheckpoints& both)
{
    PairingChoice choice = swapped(*both.choice);
    const std::vector<bool>& used = both.given.usedA;
    for (const TensorPair& pair : both.pairs) {
        const bool isRearranged = !used.empty() && (pair.a >= used.size() || used[pair.a]);
        if (pair.both() && pair.by == PairedBy::Rule && !isRearranged)
            choice.confirmed.push_back(
                {std::string(both.b->tensors[pair.b].name), std::string(both.a->tensors[pair.a].name)});
    }
    return choice;
}

Result<> compareUnknown(ComparisonResults& results, const ComparisonResults* before, const Work& work)
{
    const PairedCheckpoints& both = *results.paired();
    std::vector<TensorPair> unknown;
    for (std::uint32_t i = 0; i < both.pairs.size(); ++i) {
        if (!knownOf(both, i, before))
            unknown.push_back(both.pairs[i]);
    }
    std::uint32_t next = 0;
    const auto addKnown = [&] {
        while (next < both.pairs.size()) {
            const PairOutcome* const outcome = knownOf(both, next, before);
            if (!outcome)
                return;
            results.add(both.pairs[next++], *outcome);
        }
    };
    addKnown();
    return comparePairs(both.a, both.b, unknown, {}, work, [&](const TensorPair& pair, const PairOutcome& outcome) {
        results.add(pair, outcome);
        ++next;
        addKnown();
    });
}

} // namespace

ComparisonSession::ComparisonSession(QObject* parent)
    : QObject(parent)
    , m_watchA(new FileWatch(this))
    , m_watchB(new FileWatch(this))
{
    for (JobRunner* const job : {&m_pairing, &m_comparing})
        connect(job, &JobRunner::runningChanged, this, &ComparisonSession::busyChanged);
    connect(&m_pairing, &JobRunner::progressed, this, &ComparisonSession::progressed);
    connect(&m_comparing, &JobRunner::progressed, this, [this](const JobProgress& progress) {
        emit progressed(progress);
        reportAdded();
    });
    connect(m_watchA, &FileWatch::changed, this, [this](bool deleted) { emit changedOnDisk(pathA(), deleted); });
    connect(m_watchB, &FileWatch::changed, this, [this](bool deleted) { emit changedOnDisk(pathB(), deleted); });
}

ComparisonSession::~ComparisonSession() = default;

void ComparisonSession::open(
    ComparedCheckpoint a, ComparedCheckpoint b, std::vector<RenameRuleText> rules, ChosenRearrangement rearrangement)
{
    m_a = {a.path, nullptr, a.secret};
    m_b = {b.path, nullptr, b.secret};
    m_given = {std::move(rules), {}, std::move(rearrangement)};
    auto choice = [memory = m_memory, given = m_given, pathA = a.path, pathB = b.path] {
        if (!given.empty())
            return given;
        return memory ? memory->load(pathA, pathB) : PairingChoice{};
    };
    openWith(std::move(a), std::move(b), std::move(choice),
        m_given.empty() ? ChoiceOrigin::Kept : ChoiceOrigin::CommandLine);
}

void ComparisonSession::swap()
{
    std::vector<ComparedCheckpoint> sides = opened();
    if (sides.empty())
        return;
    const PairedCheckpointsPtr paired = m_results->paired();
    if (paired->choice->empty())
        return open(std::move(sides[1]), std::move(sides[0]));
    std::swap(m_a, m_b);
    openWith(
        std::move(sides[1]), std::move(sides[0]), [paired] { return swappedChoice(*paired); }, paired->origin);
}

void ComparisonSession::reload()
{
    askServersAgain();
    openAgain(m_a, m_b);
}

void ComparisonSession::unlock(const SecretChoice& choice)
{
    if (!m_results)
        return;
    const SecretSource secret = readOnce(choice);
    const auto again = [&](const ComparedCheckpoint& side, const std::shared_ptr<const Checkpoint>& now) {
        if (closedValues(*now))
            return ComparedCheckpoint(side.path, nullptr, secret);
        return ComparedCheckpoint(side.path, isPairing() ? nullptr : now, side.secret);
    };
    const PairedCheckpoints& paired = *m_results->paired();
    openAgain(again(m_a, paired.openedA), again(m_b, paired.openedB));
}

void ComparisonSession::openAgain(ComparedCheckpoint a, ComparedCheckpoint b)
{
    if (!m_results)
        return open(std::move(a), std::move(b), m_given.rules, m_given.rearrangement);
    const PairedCheckpoints& paired = *m_results->paired();
    openWith(
        std::move(a), std::move(b), [choice = paired.choice] { return *choice; }, paired.origin);
}

void ComparisonSession::openWith(
    ComparedCheckpoint a, ComparedCheckpoint b, std::function<PairingChoice()> choice, ChoiceOrigin origin)
{
    stop();
    m_errors.clear();
    auto job = [a, b, choice = std::move(choice), origin](
                   const Work& work) { return openPair(a, b, work, choice(), origin); };
    m_pairing.start(std::move(job), [this, secretA = a.secret, secretB = b.secret](PairResult paired) {
        if (!paired)
            return reportFailure(std::move(paired.error().list));
        m_a.secret = secretA;
        m_b.secret = secretB;
        take(std::move(*paired));
    });
}

void ComparisonSession::pairBy(
    PairedCheckpointsPtr paired, std::vector<RenameRuleText> rules, std::vector<SuggestedRename> confirmed)
{
    pairAs(
        std::move(paired), [rules = std::move(rules), confirmed = std::move(confirmed)](const PairedCheckpoints& both) {
            return PairingChoice{rules, namesOf(*both.a, *both.b, confirmed), both.choice->rearrangement};
        });
}

void ComparisonSession::rearrangeBy(PairedCheckpointsPtr paired, ChosenRearrangement rearrangement)
{
    pairAs(std::move(paired), [rearrangement = std::move(rearrangement)](const PairedCheckpoints& both) {
        return PairingChoice{both.choice->rules, both.choice->confirmed, rearrangement};
    });
}

void ComparisonSession::pairAs(
    PairedCheckpointsPtr paired, std::function<PairingChoice(const PairedCheckpoints&)> choice)
{
    if (!m_results || isPairing() || paired->a != m_results->paired()->a || paired->b != m_results->paired()->b)
        return;
    stop();
    m_errors.clear();
    auto job = [paired = std::move(paired), choice = std::move(choice), memory = m_memory, a = m_a.path, b = m_b.path](
                   const Work& work) {
        const PairingChoice made = choice(*paired);
        std::optional<Error> notKept;
        if (memory) {
            if (const auto kept = memory->save(a, b, made); !kept)
                notKept = kept.error();
        }
        return pairAnew(*paired, made, std::move(notKept), work);
    };
    m_pairing.start(std::move(job), [this](Result<PairedCheckpointsPtr> anew) {
        if (anew)
            take(std::move(*anew));
        else
            reportFailure({anew.error()});
    });
}

void ComparisonSession::pairByName()
{
    if (m_results)
        pairAs(m_results->paired(), [](const PairedCheckpoints&) { return PairingChoice{}; });
}

std::vector<ComparedCheckpoint> ComparisonSession::opened() const
{
    if (!m_results)
        return {};
    return {{m_a.path, m_results->paired()->openedA, m_a.secret}, {m_b.path, m_results->paired()->openedB, m_b.secret}};
}

void ComparisonSession::stop()
{
    m_pairing.stop();
    if (!isComparing())
        return;
    m_results->close();
    reportAdded();
    m_comparing.stop();
}

void ComparisonSession::reportFailure(std::vector<Error> errors)
{
    m_errors = std::move(errors);
    emit failed();
}

void ComparisonSession::take(PairedCheckpointsPtr paired)
{
    m_watchA->watch(paired->a);
    m_watchB->watch(paired->b);
    begin(std::move(paired), m_results);
}

std::uint64_t ComparisonSession::bytesToAsk() const
{
    return m_results && !m_mayFetch ? bytesToAskToWork(m_results->paired()->remoteBytes) : 0;
}

void ComparisonSession::start()
{
    if (!m_results || isBusy())
        return;
    m_mayFetch = true;
    begin(m_results->paired(), m_results);
}

void ComparisonSession::begin(PairedCheckpointsPtr paired, ComparisonResultsPtr before)
{
    const bool areOthers = !m_results || m_results->paired()->openedA != paired->openedA
        || m_results->paired()->openedB != paired->openedB;
    m_mayFetch = m_mayFetch && !areOthers;
    m_results.reset(new ComparisonResults(std::move(paired)), releaseInJob<ComparisonResults>);
    m_reported = 0;
    emit resultsReset();
    if (bytesToAsk() > 0) {
        m_results->close();
        emit busyChanged();
        return;
    }
    auto job = [results = m_results, before = std::move(before)](
                   const Work& work) { return compareUnknown(*results, before.get(), work); };
    m_comparing.start(std::move(job), [this](Result<> done) {
        reportAdded();
        if (done)
            emit finished();
        else
            reportFailure({done.error()});
    });
}

void ComparisonSession::reportAdded()
{
    if (m_results && m_reported != m_results->lookedAt()) {
        m_reported = m_results->lookedAt();
        emit resultsAdded();
    }
}

} // namespace loupe
