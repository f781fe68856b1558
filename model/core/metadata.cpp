#include "core/metadata.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace loupe {

bool StoredMetadata::hasBytesOf(const StoredMetadata& other) const
{
    constexpr std::uint64_t atOnce = std::uint64_t{1} << 20;
    if (m_range.size() != other.m_range.size() || m_count != other.m_count)
        return false;
    if (m_source == other.m_source && m_range == other.m_range)
        return true;
    Buffer ours;
    Buffer theirs;
    for (std::uint64_t done = 0; done < m_range.size();) {
        const std::uint64_t size = std::min(atOnce, m_range.size() - done);
        if (!ours.resize(size) || !theirs.resize(size) || !m_source->read(m_range.begin + done, ours.bytes())
            || !other.m_source->read(other.m_range.begin + done, theirs.bytes())
            || !std::ranges::equal(ours.bytes(), theirs.bytes()))
            return false;
        done += size;
    }
    return true;
}

Result<std::string> MetadataValue::text() const
{
    if (m_stored)
        return m_stored->text();
    return m_text;
}

std::string_view MetadataValue::meaning() const
{
    return m_stored ? std::string_view() : nameOf(m_text, m_names);
}

std::string_view nameOf(std::string_view number, NumberNames names)
{
    std::int64_t parsed = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), parsed);
    if (error != std::errc() || end != number.data() + number.size())
        return {};
    const auto found = std::ranges::find(names, parsed, &NumberName::number);
    return found == names.end() ? std::string_view() : found->name;
}

bool MetadataValue::operator==(const MetadataValue& other) const
{
    if (!m_type.empty() && !other.m_type.empty() && m_type != other.m_type)
        return false;
    if (m_stored && other.m_stored && m_type == other.m_type)
        return m_stored->hasBytesOf(*other.m_stored);
    if (!m_stored && !other.m_stored)
        return m_text == other.m_text;
    const auto ours = text();
    const auto theirs = other.text();
    return ours && theirs && *ours == *theirs;
}

} // namespace loupe
