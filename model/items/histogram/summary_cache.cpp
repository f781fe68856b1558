#include "items/histogram/summary_cache.h"

#include "analysis/digests/whole_reading.h"
#include "analysis/filter/filter.h"
#include "items/histogram/window_quantiles.h"

#include <mutex>
#include <unordered_map>

namespace loupe {

/// Read by jobs while the UI thread adds to it.
struct SummaryCache::KnownValues {
    void add(const Checkpoint& checkpoint, std::uint32_t tensor, const Summary& summary)
    {
        if (const auto counts = valueCounts(checkpoint.tensors[tensor], summary)) {
            const std::lock_guard lock(mutex);
            byTensor.emplace(tensor, *counts);
        }
    }
    std::optional<ValueCounts> find(std::uint32_t tensor)
    {
        const std::lock_guard lock(mutex);
        const auto found = byTensor.find(tensor);
        return found == byTensor.end() ? std::nullopt : std::optional(found->second);
    }

    std::mutex mutex;
    std::unordered_map<std::uint32_t, ValueCounts> byTensor;
};

Result<SummaryPtr> summarizeForWindow(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work)
{
    const auto elements = openWhole(checkpoint, tensor, work);
    if (!elements)
        return fail(elements.error());
    const SummaryOptions options{.quantiles = {windowQuantiles.begin(), windowQuantiles.end()},
        .edges = {},
        .fitsBins = true,
        .findsExtremes = true};
    auto summary = summarize(*elements, options, work);
    if (!summary)
        return fail(std::move(summary.error()));
    return std::make_shared<const Summary>(std::move(*summary));
}

SummaryCache::SummaryCache(QObject* parent)
    : QObject(parent)
    , m_known(std::make_shared<KnownValues>())
{
    connect(&m_job, &JobRunner::runningChanged, this, &SummaryCache::runningChanged);
    connect(&m_job, &JobRunner::progressed, this, &SummaryCache::progressed);
}

SummaryCache::~SummaryCache() = default;

void SummaryCache::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_job.stop();
    m_checkpoint = std::move(checkpoint);
    findKnownValues();
}

SummaryPtr SummaryCache::find(std::uint32_t tensor)
{
    const auto key = TensorKey::of(m_checkpoint.get(), tensor);
    const SummaryPtr* const found = key ? m_summaries.find(*key) : nullptr;
    return found ? *found : nullptr;
}

void SummaryCache::request(std::uint32_t tensor)
{
    if (!m_checkpoint || tensor >= m_checkpoint->tensors.size())
        return;
    auto job = [checkpoint = m_checkpoint, tensor, known = find(tensor)](const Work& work) -> Result<SummaryPtr> {
        if (known)
            return known;
        return summarizeForWindow(checkpoint, tensor, work);
    };
    m_job.start(std::move(job), [this, tensor](Result<SummaryPtr> summary) {
        if (!summary) {
            emit failed(tensor, summary.error());
            return;
        }
        remember(tensor, std::move(*summary));
        emit ready(tensor);
    });
}

void SummaryCache::remember(std::uint32_t tensor, SummaryPtr summary)
{
    m_known->add(*m_checkpoint, tensor, *summary);
    if (const auto key = TensorKey::of(m_checkpoint.get(), tensor))
        m_summaries.insert(*key, std::move(summary));
}

void SummaryCache::stop()
{
    m_job.stop();
}

TensorTreeModel::ValueProvider SummaryCache::knownValues() const
{
    return [known = m_known](std::uint32_t tensor) { return known->find(tensor); };
}

void SummaryCache::findKnownValues()
{
    m_known = std::make_shared<KnownValues>();
    if (!m_checkpoint)
        return;
    for (const CheckpointFile& file : m_checkpoint->files) {
        const auto first = TensorKey::ofFirst(*m_checkpoint, file);
        if (!first)
            continue;
        m_summaries.visitFrom(*first, [&](const TensorKey& key, const SummaryPtr& summary) {
            if (!(key.file == first->file) || !(key.describedBy == first->describedBy))
                return false;
            m_known->add(*m_checkpoint, file.firstTensor + key.tensor, *summary);
            return true;
        });
    }
}

} // namespace loupe
