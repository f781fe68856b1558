#include "analysis/filter/name_pattern.h"

#include "core/text/ascii.h"

#include <cstddef>

namespace loupe {

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

} // namespace loupe
