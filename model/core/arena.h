#pragma once

#include "core/buffer.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// Memory for many small immutable objects with one lifetime, such as a million tensor names and shapes. Returned
/// memory stays in place for the arena's lifetime; moving the arena does not move it. Throws std::bad_alloc, as
/// containers do. Result is used only where bytes of a file decide the size.
class Arena {
public:
    /// A copy of `text`.
    std::string_view copy(std::string_view text)
    {
        if (text.empty())
            return {};
        auto* const target = static_cast<char*>(allocate(text.size(), 1));
        text.copy(target, text.size());
        return {target, text.size()};
    }

    /// A copy of `numbers`.
    std::span<const std::uint64_t> copy(std::span<const std::uint64_t> numbers)
    {
        if (numbers.empty())
            return {};
        auto* const target = static_cast<std::uint64_t*>(allocate(numbers.size_bytes(), alignof(std::uint64_t)));
        std::copy(numbers.begin(), numbers.end(), target);
        return {target, numbers.size()};
    }

    /// Bytes handed out so far.
    std::size_t used() const { return m_used; }

private:
    void* allocate(std::size_t size, std::size_t alignment)
    {
        const std::size_t start = (m_position + alignment - 1) & ~(alignment - 1);
        if (start > m_limit || size > m_limit - start)
            return allocateBlock(size);
        m_position = start + size;
        m_used += size;
        return m_block + start;
    }
    void* allocateBlock(std::size_t size);

    std::vector<Buffer> m_blocks;
    std::byte* m_block = nullptr;
    std::size_t m_position = 0;
    std::size_t m_limit = 0;
    std::size_t m_used = 0;
};

} // namespace loupe
