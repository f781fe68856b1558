#include "app/cli/known_counts.h"

#include "analysis/digests/whole_reading.h"
#include "analysis/statistics/summary.h"
#include "core/elements.h"

namespace loupe {

KnownCounts::KnownCounts(std::shared_ptr<const Checkpoint> checkpoint, const Session& session, Progress& progress)
    : m_checkpoint(std::move(checkpoint))
    , m_work(session.work())
    , m_progress(progress)
{
}

std::optional<ValueCounts> KnownCounts::operator()(std::uint32_t tensor)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_counts.find(tensor); known != m_counts.end())
            return known->second;
    }
    auto summary = openWhole(m_checkpoint, tensor, m_work).and_then([&](const Elements& elements) {
        return summarize(elements, {.bins = 0}, m_work);
    });
    const auto counts = summary ? valueCounts(*summary) : std::nullopt;
    m_progress.done += valueBytes(m_checkpoint->tensors[tensor]);
    const std::lock_guard lock(m_mutex);
    m_counts.emplace(tensor, counts);
    if (!summary && (!m_error || tensor < m_unreadable)) {
        m_unreadable = tensor;
        m_error = std::move(summary.error());
    }
    return counts;
}

} // namespace loupe
