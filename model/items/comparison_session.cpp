#include "items/comparison_session.h"

#include "items/file_watch.h"
#include "items/qt_text.h"
#include "items/release_in_job.h"

namespace loupe {

ComparisonSession::ComparisonSession(QObject* parent)
    : QObject(parent)
    , m_watchA(new FileWatch(this))
    , m_watchB(new FileWatch(this))
{
    for (JobRunner* const job : {&m_pairing, &m_comparing})
        connect(job, &JobRunner::runningChanged, this, &ComparisonSession::workingChanged);
    connect(&m_pairing, &JobRunner::progressed, this, &ComparisonSession::progressed);
    connect(&m_comparing, &JobRunner::progressed, this, [this](const JobProgress& progress) {
        emit progressed(progress);
        noteAdded();
    });
    connect(m_watchA, &FileWatch::changed, this, [this] { emit changedOnDisk(m_pathA); });
    connect(m_watchB, &FileWatch::changed, this, [this] { emit changedOnDisk(m_pathB); });
}

ComparisonSession::~ComparisonSession() = default;

void ComparisonSession::open(const QString& a, const QString& b)
{
    stop();
    m_pathA = a;
    m_pathB = b;
    m_error.reset();
    m_pairing.start([fileA = toPath(a), fileB = toPath(b)](const Work& work) { return openPair(fileA, fileB, work); },
        [this](Result<PairedCheckpointsPtr> paired) { take(std::move(paired)); });
}

void ComparisonSession::reload()
{
    open(m_pathA, m_pathB);
}

void ComparisonSession::followRenames(bool follow)
{
    if (!m_results)
        return;
    stop();
    m_error.reset();
    m_pairing.start([paired = m_results->paired(), pair = follow ? pairRenamed : pairByName](
                        const Work& work) { return pair(*paired, work); },
        [this](Result<PairedCheckpointsPtr> paired) { take(std::move(paired)); });
}

void ComparisonSession::stop()
{
    m_pairing.stop();
    if (!isComparing())
        return;
    m_results->close();
    noteAdded();
    m_comparing.stop();
}

void ComparisonSession::take(Result<PairedCheckpointsPtr> paired)
{
    if (!paired) {
        m_error = paired.error();
        emit failed(paired.error());
        return;
    }
    m_watchA->watch((*paired)->a);
    m_watchB->watch((*paired)->b);
    begin(std::move(*paired));
}

void ComparisonSession::start()
{
    if (m_results && !isWorking())
        begin(m_results->paired());
}

void ComparisonSession::begin(PairedCheckpointsPtr paired)
{
    m_results.reset(new ComparisonResults(std::move(paired)), releaseInJob<ComparisonResults>);
    m_told = 0;
    emit resultsReset();
    auto job = [results = m_results](const Work& work) {
        const PairedCheckpoints& both = *results->paired();
        return comparePairs(both.a, both.b, both.pairs, {}, work,
            [&](const TensorPair& pair, const PairOutcome& outcome) { results->add(pair, outcome); });
    };
    m_comparing.start(std::move(job), [this](Result<> done) {
        noteAdded();
        if (done)
            emit finished();
        else
            emit failed(done.error());
    });
}

void ComparisonSession::noteAdded()
{
    if (m_results && m_told != m_results->lookedAt()) {
        m_told = m_results->lookedAt();
        emit resultsAdded();
    }
}

} // namespace loupe
