#include "core/finding.h"

#include <algorithm>

namespace loupe {

void Findings::add(Finding finding)
{
    if (++m_counts[finding.code] <= maximumPerCode)
        m_list.push_back(std::move(finding));
}

void Findings::append(const Findings& other, std::uint32_t file)
{
    for (Finding finding : other.m_list) {
        finding.file = file;
        add(std::move(finding));
    }
    for (const auto& [code, count] : other.m_counts) {
        if (count > maximumPerCode)
            m_counts[code] += count - maximumPerCode;
    }
}

std::uint64_t Findings::suppressed(std::string_view code) const
{
    const auto found = m_counts.find(code);
    return found == m_counts.end() || found->second <= maximumPerCode ? 0 : found->second - maximumPerCode;
}

bool Findings::hasErrors() const
{
    return std::any_of(m_list.begin(), m_list.end(), [](const Finding& f) { return f.severity == Severity::Error; });
}

bool Findings::referenceAccepts() const
{
    return std::all_of(m_list.begin(), m_list.end(), [](const Finding& f) { return f.refusedAs.empty(); });
}

} // namespace loupe
