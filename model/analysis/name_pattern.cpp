#include "analysis/name_pattern.h"

#include "core/ascii.h"

#include <algorithm>
#include <cstddef>

namespace loupe {

namespace {

constexpr bool continuesCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

} // namespace

TextFinder::TextFinder(std::string_view text)
    : m_text(asciiLower(text))
{
}

bool TextFinder::isIn(std::string_view name) const
{
    if (m_text.empty())
        return true;
    if (name.size() < m_text.size())
        return false;
    const char first = m_text.front();
    const std::size_t last = name.size() - m_text.size();
    for (std::size_t start = 0; start <= last; ++start) {
        if (asciiLower(name[start]) != first)
            continue;
        std::size_t length = 1;
        while (length < m_text.size() && asciiLower(name[start + length]) == m_text[length])
            ++length;
        if (length == m_text.size())
            return true;
    }
    return false;
}

Glob::Glob(std::string_view pattern)
    : m_pattern(asciiLower(pattern))
{
}

bool Glob::matches(std::string_view name) const
{
    constexpr std::size_t none = std::string::npos;
    std::size_t at = 0;
    std::size_t wanted = 0;
    // Only the latest star ever needs to take more: what an earlier one could take, this one can too.
    std::size_t star = none;
    std::size_t starEnd = 0;
    while (at < name.size()) {
        if (wanted < m_pattern.size() && m_pattern[wanted] == '*') {
            star = wanted++;
            starEnd = at;
        } else if (wanted < m_pattern.size() && m_pattern[wanted] == '?') {
            ++wanted;
            do
                ++at;
            while (at < name.size() && continuesCharacter(name[at]));
        } else if (wanted < m_pattern.size() && m_pattern[wanted] == asciiLower(name[at])) {
            ++wanted;
            ++at;
        } else if (star != none) {
            wanted = star + 1;
            at = ++starEnd;
        } else {
            return false;
        }
    }
    return m_pattern.find_first_not_of('*', wanted) == none;
}

} // namespace loupe
