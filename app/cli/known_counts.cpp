#include "app/cli/known_counts.h"

#include "analysis/statistics/health.h"

#include <numeric>
#include <vector>

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
    const auto health = scanHealth(m_checkpoint, tensor, m_work);
    auto counts = health ? valueCounts(m_checkpoint->tensors[tensor], *health) : std::nullopt;
    if (counts)
        counts->duplicate.reset(); // other tensors were not looked at
    m_progress.done += valueBytes(m_checkpoint->tensors[tensor]);
    keep(tensor, counts, health ? nullptr : &health.error());
    return counts;
}

Result<> KnownCounts::scanAll()
{
    std::vector<std::uint32_t> tensors(m_checkpoint->tensors.size());
    std::iota(tensors.begin(), tensors.end(), 0U);
    return scanHealth(m_checkpoint, tensors, {.stop = m_work.stop, .progress = &m_progress, .totalKnown = true},
        [this](std::uint32_t tensor, const Result<Health>& health) {
            const Tensor& scanned = m_checkpoint->tensors[tensor];
            keep(tensor, health ? valueCounts(scanned, *health) : std::nullopt, health ? nullptr : &health.error());
        });
}

void KnownCounts::keep(std::uint32_t tensor, const std::optional<ValueCounts>& counts, const Error* error)
{
    const std::lock_guard lock(m_mutex);
    m_counts.emplace(tensor, counts);
    if (error && (!m_error || tensor < m_unreadable)) {
        m_unreadable = tensor;
        m_error = *error;
    }
}

} // namespace loupe
