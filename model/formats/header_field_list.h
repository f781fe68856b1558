#pragma once

#include "formats/format.h"

#include <algorithm>

namespace loupe {

/// Gathers the fields of a header that touch a window, while a reader walks over all of them from the front.
class HeaderFieldList {
public:
    explicit HeaderFieldList(ByteRange window)
        : m_window(window)
    {
    }

    /// One past the last field, also of those outside the window.
    std::uint64_t position() const { return m_position; }
    bool pastWindow() const { return m_position >= m_window.end; }

    /// The field from position() to `end`. `value()` gives its text and is asked only inside the window.
    template <typename Value>
    void add(std::uint64_t end, std::string_view label, Value&& value)
    {
        const ByteRange range{m_position, std::max(m_position, end)};
        m_position = range.end;
        if (!intersect(range, m_window).empty())
            m_fields.push_back({range, std::string(label), value()});
    }

    std::vector<HeaderField> take() { return std::move(m_fields); }

private:
    ByteRange m_window;
    std::uint64_t m_position = 0;
    std::vector<HeaderField> m_fields;
};

} // namespace loupe
