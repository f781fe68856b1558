#include "formats/shared/source_cursor.h"

namespace loupe {

bool SourceCursor::fill(std::size_t size)
{
    if (size > left() || m_error)
        return false;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(std::max(size, m_atOnce), left()));
    m_held = 0;
    if (auto read = m_source.read(m_position, std::span(m_window).first(wanted)); !read) {
        m_error = std::move(read.error());
        return false;
    }
    m_begin = m_position;
    m_held = wanted;
    return true;
}

bool SourceCursor::text(std::uint64_t size, std::string& target)
{
    if (size > left() || m_error)
        return false;
    target.resize(size);
    if (size <= windowSize) {
        if (!hold(size))
            return false;
        std::memcpy(target.data(), m_window.data() + (m_position - m_begin), size);
    } else if (auto read = m_source.read(m_position, std::as_writable_bytes(std::span(target))); !read) {
        m_error = std::move(read.error());
        return false;
    }
    m_position += size;
    return true;
}

} // namespace loupe
