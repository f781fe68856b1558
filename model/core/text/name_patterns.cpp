#include "core/text/name_patterns.h"

#include "core/text/block_number.h"
#include "core/text/gapped_text.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t mostVaryingBits = 64;

/// Appends the name with "#" in place of each run of digits, and of "{0…15}", which stands for the numbers of several
/// blocks.
void appendPattern(std::string_view name, std::string& pattern)
{
    std::size_t size = pattern.size();
    pattern.resize(size + name.size());
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::size_t end = name[i] == '{' ? name.find_first_of("}./", i) : std::string_view::npos;
        if (end != std::string_view::npos && name[end] == '}') {
            pattern[size++] = '#';
            i = end;
        } else if (!isDecimalDigit(name[i])) {
            pattern[size++] = name[i];
        } else if (i == 0 || !isDecimalDigit(name[i - 1])) {
            pattern[size++] = '#';
        }
    }
    pattern.resize(size);
}

/// Calls `use(number, a, b)` with the parts that both names have at the same index.
template <typename Use>
void forEachPartOfBoth(std::string_view a, std::string_view b, Use&& use)
{
    for (std::size_t number = 0;; ++number) {
        const std::size_t endOfA = partEnd(a);
        const std::size_t endOfB = partEnd(b);
        use(number, a.substr(0, endOfA), b.substr(0, endOfB));
        if (endOfA == a.size() || endOfB == b.size())
            return;
        a.remove_prefix(endOfA + 1);
        b.remove_prefix(endOfB + 1);
    }
}

} // namespace

void NamePatterns::add(std::string_view name)
{
    if (m_hasTooMany && m_tail.empty())
        return;
    m_buffer.clear();
    appendPattern(name, m_buffer);
    if (m_hasTooMany)
        return shortenTail();
    if (const auto found = m_numbers.find(m_buffer); found != m_numbers.end()) {
        Pattern& pattern = m_patterns[found->second];
        forEachPartOfBoth(pattern.first, name, [&](std::size_t part, std::string_view first, std::string_view other) {
            if (part < mostVaryingBits && first != other)
                pattern.varying |= std::uint64_t{1} << part;
        });
        return;
    }
    if (m_patterns.empty())
        m_tail = m_buffer;
    shortenTail();
    if (m_patterns.size() == mostPatterns) {
        m_hasTooMany = true;
        m_patterns.clear();
        m_numbers.clear();
        return;
    }
    m_numbers.emplace(m_buffer, static_cast<std::uint32_t>(m_patterns.size()));
    m_patterns.push_back({m_buffer, std::string(name)});
}

/// Shortens the tail to what the pattern in the buffer ends in, too.
void NamePatterns::shortenTail()
{
    std::string_view tail = m_tail;
    while (!tail.empty() && !(isNameSeparator(tail.front()) && std::string_view(m_buffer).ends_with(tail))) {
        const auto* const next = std::find_if(tail.data() + 1, tail.data() + tail.size(), isNameSeparator);
        tail.remove_prefix(static_cast<std::size_t>(next - tail.data()));
    }
    if (tail.size() == m_tail.size() && m_commonTail > 0)
        return;
    m_tail.erase(0, m_tail.size() - tail.size());
    m_commonTail = static_cast<std::size_t>(std::ranges::count_if(m_tail, isNameSeparator));
}

std::optional<std::size_t> NamePatterns::patternOf(std::string_view name) const
{
    std::string pattern;
    appendPattern(name, pattern);
    const auto found = m_numbers.find(pattern);
    return found == m_numbers.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

bool NamePatterns::isUnambiguous(std::string_view text, std::optional<std::size_t> own, std::size_t& comparisons) const
{
    std::string pattern;
    appendPattern(text, pattern);
    const GappedText gapped(pattern);
    for (std::size_t i = 0; i < m_patterns.size(); ++i) {
        ++comparisons;
        if (i != own && gapped.mayStandFor(m_patterns[i].text))
            return false;
    }
    return true;
}

bool NamePatterns::isUsualEnd(std::string_view part) const
{
    const auto endsInIt = [&](const Pattern& pattern) {
        const std::string_view text = pattern.text;
        return text.size() > part.size() && text.ends_with(part)
            && isNameSeparator(text[text.size() - part.size() - 1]);
    };
    const auto ending = static_cast<std::size_t>(std::ranges::count_if(m_patterns, endsInIt));
    return m_patterns.size() > 1 && 2 * ending > m_patterns.size();
}

bool NamePatterns::varies(std::string_view name, std::optional<std::size_t> own, std::size_t part) const
{
    if (own)
        return part >= mostVaryingBits || (m_patterns[*own].varying >> part & 1) != 0;
    std::string_view rest = name;
    for (std::size_t i = 0; i < part; ++i) {
        const std::size_t end = partEnd(rest);
        if (end == rest.size())
            return false;
        rest.remove_prefix(end + 1);
    }
    return std::ranges::any_of(rest.substr(0, partEnd(rest)), isDecimalDigit);
}

} // namespace loupe
