#include "items/tree/health/health_scan.h"

#include "items/jobs/release_in_job.h"
#include "items/tree/health/health_text.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Whether its values are the same, and equally readable.
bool isSameFile(const CheckpointFile& a, const CheckpointFile& b)
{
    if (a.encryption != b.encryption)
        return false;
    return a.source && b.source ? a.source->identity() == b.source->identity() : !a.source && !b.source;
}

bool hasSameFiles(const OpenedCheckpointPtr& a, const OpenedCheckpointPtr& b)
{
    return a && b && std::ranges::equal(a->checkpoint->files, b->checkpoint->files, isSameFile)
        && a->tree.tensorCount() == b->tree.tensorCount();
}

} // namespace

HealthScan::HealthScan(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::runningChanged, this, &HealthScan::runningChanged);
    connect(&m_job, &JobRunner::progressed, this, &HealthScan::reportProgress);
}

HealthScan::~HealthScan() = default;

void HealthScan::setCheckpoint(OpenedCheckpointPtr opened)
{
    if (!hasSameFiles(m_opened, opened)) {
        stop();
        if (m_table)
            reset(nullptr);
    }
    m_opened = std::move(opened);
}

void HealthScan::start()
{
    if (!m_opened || isRunning())
        return;
    reset({new HealthResults(m_opened->tree.tensorCount()), &releaseInJob<HealthResults>});
    auto job = [opened = m_opened, table = m_table](const Work& work) -> Result<> {
        std::vector<std::uint32_t> tensors(opened->tree.tensorCount());
        std::iota(tensors.begin(), tensors.end(), 0U);
        return scanHealth(opened->checkpoint, tensors, work,
            [&](std::uint32_t tensor, const Result<Health>& health) { table->add(*opened, tensor, health); });
    };
    m_job.start(std::move(job), [this](Result<> done) {
        reportAdded();
        if (done)
            emit finished();
        else
            emit failed(done.error());
    });
}

void HealthScan::stop()
{
    if (!isRunning())
        return;
    m_table->close();
    reportAdded();
    m_job.stop();
}

void HealthScan::setNamePatterns(std::shared_ptr<const NamePatterns> patterns)
{
    m_namePatterns = std::move(patterns);
    emit namesKnown();
}

NamedSentence HealthScan::places() const
{
    if (!m_table || !m_opened)
        return {};
    NamedSentence sentence = nonfinitePlaces(*m_table, *m_opened->checkpoint);
    sentence.list = m_namePatterns;
    return sentence;
}

TensorTreeModel::ValueProvider HealthScan::knownValues(TensorTreeModel::ValueProvider other) const
{
    if (!m_table)
        return other;
    return [table = HealthResultsPtr(m_table), opened = m_opened, other = std::move(other)](std::uint32_t tensor) {
        auto counts = table->counts(*opened->checkpoint, tensor);
        return counts || !other ? counts : other(tensor);
    };
}

void HealthScan::reset(std::shared_ptr<HealthResults> table)
{
    m_table = std::move(table);
    m_reported = 0;
    emit resultsReset();
}

void HealthScan::reportProgress(const JobProgress& progress)
{
    emit progressed(progress);
    reportAdded();
}

void HealthScan::reportAdded()
{
    if (m_table && m_reported != m_table->lookedAt()) {
        m_reported = m_table->lookedAt();
        emit resultsAdded();
    }
}

} // namespace loupe
