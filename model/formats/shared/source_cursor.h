#pragma once

#include "core/result.h"
#include "core/source.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace loupe {

/// Reads little-endian numbers and texts one after the other. Copies a small window of the file around the current
/// position, so that a number cannot change after it was checked.
class SourceCursor {
public:
    static constexpr std::size_t windowSize = std::size_t{32} << 10;

    /// Reads from `range`, up to its end or the end of the file, whichever comes first. `source` must outlive the
    /// cursor. Reads `atOnce` bytes at a time, at most windowSize. Use a small number if the values are far apart.
    SourceCursor(const Source& source, ByteRange range, std::size_t atOnce = windowSize)
        : m_source(source)
        , m_atOnce(atOnce)
        , m_position(range.begin)
        , m_end(std::max(range.begin, std::min(range.end, source.size())))
    {
    }

    std::uint64_t position() const { return m_position; }
    std::uint64_t left() const { return m_end - m_position; }
    /// Precondition: `position` is within the range.
    void seek(std::uint64_t position) { m_position = position; }

    /// The next number; nothing if it goes beyond the end of the range, or if the file cannot be read.
    template <typename Number>
    requires std::integral<Number> || std::floating_point<Number> std::optional<Number> number()
    {
        if (!hold(sizeof(Number)))
            return std::nullopt;
        Number number;
        std::memcpy(&number, m_window.data() + (m_position - m_begin), sizeof number);
        m_position += sizeof number;
        return number;
    }

    /// Replaces `target` with the next bytes. Returns false, and leaves `target` unspecified, in the cases in which
    /// number() returns nothing.
    bool text(std::uint64_t size, std::string& target);

    bool skip(std::uint64_t size)
    {
        if (size > left())
            return false;
        m_position += size;
        return true;
    }

    /// The reason why the file could not be read; nothing if it was read.
    const std::optional<Error>& error() const { return m_error; }

private:
    /// Makes the window hold the next `size` bytes, at most windowSize.
    bool hold(std::size_t size)
    {
        return (m_position >= m_begin && m_position - m_begin + size <= m_held) || fill(size);
    }
    bool fill(std::size_t size);

    const Source& m_source;
    std::size_t m_atOnce;
    std::uint64_t m_position;
    std::uint64_t m_end;
    std::array<std::byte, windowSize> m_window;
    std::uint64_t m_begin = 0; ///< start of the window in the file
    std::size_t m_held = 0; ///< bytes in the window
    std::optional<Error> m_error;
};

} // namespace loupe
