#pragma once

#include "formats/shared/format.h"

#include <algorithm>

namespace loupe {

/// Collects the fields of a header that touch a window, while a reader walks over all fields from the front.
class HeaderFieldList {
public:
    HeaderFieldList(ByteRange window, const Work& work)
        : m_window(window)
        , m_work(work)
    {
    }

    /// One past the last field, including fields outside the window.
    std::uint64_t position() const { return m_position; }
    /// Skips a stretch that belongs to no header.
    void skipTo(std::uint64_t position) { m_position = std::max(m_position, position); }
    /// True if walking on would add nothing: the position is past the window, or the work was stopped.
    bool done() const { return m_position >= m_window.end || m_work.stopped(); }

    /// Adds the field from position() to `end`. `value()` returns its text, and is called only for fields that touch
    /// the window.
    template <typename Value>
    void add(std::uint64_t end, std::string_view label, Value&& value)
    {
        const ByteRange range{m_position, std::max(m_position, end)};
        m_position = range.end;
        if (!intersect(range, m_window).empty())
            m_fields.push_back({range, std::string(label), value()});
    }

    /// Fails with Stopped.
    Result<std::vector<HeaderField>> take()
    {
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the header was walked");
        return std::move(m_fields);
    }

private:
    ByteRange m_window;
    const Work& m_work;
    std::uint64_t m_position = 0;
    std::vector<HeaderField> m_fields;
};

} // namespace loupe
