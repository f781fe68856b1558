#include "items/summary_cache.h"

#include "analysis/filter.h"

#include <mutex>
#include <tuple>
#include <unordered_map>

namespace loupe {

bool SummaryCache::Key::operator<(const Key& other) const
{
    const auto parts = [](const Key& key) {
        return std::tuple(key.file.device, key.file.inode, key.file.size, key.file.modified, key.tensor);
    };
    return parts(*this) < parts(other);
}

/// Asked by jobs while the UI thread adds to it.
struct SummaryCache::KnownValues {
    void add(std::uint32_t tensor, const Summary& summary)
    {
        if (const auto counts = valueCounts(summary)) {
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
    const auto key = keyOf(tensor);
    const auto found = key ? m_byKey.find(*key) : m_byKey.end();
    if (found == m_byKey.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found->second);
    return found->second->summary;
}

void SummaryCache::request(std::uint32_t tensor)
{
    if (!m_checkpoint || tensor >= m_checkpoint->tensors.size())
        return;
    auto job = [checkpoint = m_checkpoint, tensor, known = find(tensor)](const Work& work) -> Result<SummaryPtr> {
        if (known)
            return known;
        const auto elements = Elements::open(checkpoint, tensor);
        if (!elements)
            return fail(elements.error());
        auto summary = summarize(*elements, {}, work);
        if (!summary)
            return fail(std::move(summary.error()));
        return std::make_shared<const Summary>(std::move(*summary));
    };
    m_job.start(std::move(job), [this, tensor](Result<SummaryPtr> summary) {
        if (!summary) {
            emit failed(tensor, summary.error());
            return;
        }
        m_known->add(tensor, **summary);
        if (const auto key = keyOf(tensor))
            remember(*key, std::move(*summary));
        emit ready(tensor);
    });
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
        if (!file.source)
            continue;
        const auto first = m_byKey.lower_bound({file.source->identity(), 0});
        for (auto entry = first; entry != m_byKey.end() && entry->first.file == file.source->identity(); ++entry)
            m_known->add(file.firstTensor + entry->first.tensor, *entry->second->summary);
    }
}

std::optional<SummaryCache::Key> SummaryCache::keyOf(std::uint32_t tensor) const
{
    if (!m_checkpoint || tensor >= m_checkpoint->tensors.size())
        return std::nullopt;
    const CheckpointFile& file = m_checkpoint->files[m_checkpoint->tensors[tensor].file];
    if (!file.source)
        return std::nullopt;
    return Key{file.source->identity(), tensor - file.firstTensor};
}

void SummaryCache::remember(const Key& key, SummaryPtr summary)
{
    if (m_byKey.contains(key))
        return;
    m_entries.push_front({key, std::move(summary)});
    m_byKey.emplace(key, m_entries.begin());
    if (m_entries.size() > maximumEntries) {
        m_byKey.erase(m_entries.back().key);
        m_entries.pop_back();
    }
}

} // namespace loupe
