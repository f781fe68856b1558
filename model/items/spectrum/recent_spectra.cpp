#include "items/spectrum/recent_spectra.h"

#include <algorithm>
#include <utility>

namespace loupe {

bool RecentSpectra::isSame(const Side& known, const SpectrumRequest::Side& wanted)
{
    return known.tensor == wanted.tensor && known.checkpoint.lock() == wanted.checkpoint;
}

bool RecentSpectra::isOf(const Entry& entry, const SpectrumRequest& request)
{
    return isSame(entry.a, request.a) && entry.b.has_value() == request.b.has_value()
        && (!entry.b || isSame(*entry.b, *request.b)) && entry.stacked == request.options.stacked;
}

SpectrumPtr RecentSpectra::find(const SpectrumRequest& request) const
{
    const auto found = std::ranges::find_if(m_entries, [&](const Entry& entry) { return isOf(entry, request); });
    return found == m_entries.end() ? nullptr : found->spectrum;
}

void RecentSpectra::add(const SpectrumRequest& request, SpectrumPtr spectrum)
{
    std::erase_if(m_entries, [&](const Entry& entry) {
        return isOf(entry, request) || entry.a.checkpoint.expired() || (entry.b && entry.b->checkpoint.expired());
    });
    if (m_entries.size() == most)
        m_entries.pop_front();
    m_entries.push_back({sideOf(request.a), request.b ? std::optional(sideOf(*request.b)) : std::nullopt,
        request.options.stacked, std::move(spectrum)});
}

} // namespace loupe
