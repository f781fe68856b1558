#include "core/finding.h"

#include "core/text/quote.h"

namespace loupe {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

std::string_view messageBehindFile(std::string_view message, std::string_view fileName)
{
    constexpr std::string_view shard = "shard ";
    const std::string named = quote(fileName);
    std::string_view left = message;
    if (left.starts_with(shard))
        left.remove_prefix(shard.size());
    if (!left.starts_with(named))
        return message;
    left.remove_prefix(named.size());
    const bool goesOn = left.starts_with(": ") || left.starts_with(", ");
    return goesOn ? left.substr(2) : message;
}

void Findings::add(Finding finding)
{
    m_hasErrors = m_hasErrors || finding.severity == Severity::Error;
    m_refused = m_refused || !finding.refusedAs.empty();
    if (++m_counts[finding.code] <= maximumPerCode)
        m_list.push_back(std::move(finding));
}

void Findings::append(const Findings& other, std::optional<std::uint32_t> file)
{
    m_hasErrors = m_hasErrors || other.m_hasErrors;
    m_refused = m_refused || other.m_refused;
    for (Finding finding : other.m_list) {
        if (finding.file != Finding::noFile)
            finding.file = file.value_or(finding.file);
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

} // namespace loupe
