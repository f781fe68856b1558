#pragma once

#include "core/buffer.h"

#include <mutex>
#include <vector>

namespace loupe::remote {

/// Keeps the memory of released segments for new ones, since the system takes as long to map and zero pages as the
/// network takes to fill them. Usable from any thread.
class BufferPool {
public:
    /// The buffer's contents are undefined. Fails with OutOfMemory.
    Result<Buffer> take(std::size_t size)
    {
        Buffer buffer;
        if (isWorthKeeping(size)) {
            const std::lock_guard lock(m_mutex);
            if (!m_idle.empty()) {
                buffer = std::move(m_idle.back());
                m_idle.pop_back();
            }
        }
        if (auto room = buffer.resize(size); !room)
            return fail(std::move(room.error()));
        return buffer;
    }

    void give(Buffer buffer)
    {
        if (!isWorthKeeping(buffer.bytes().size()))
            return;
        const std::lock_guard lock(m_mutex);
        if (m_idle.size() < m_idle.capacity())
            m_idle.push_back(std::move(buffer));
    }

    BufferPool() { m_idle.reserve(mostIdle); }

private:
    static constexpr std::size_t mostIdle = 8;
    /// The upper bound keeps idle buffers from using much of a small machine's memory.
    static bool isWorthKeeping(std::size_t size)
    {
        return size >= (std::size_t{1} << 20) && size <= (std::size_t{4} << 20);
    }

    std::mutex m_mutex;
    std::vector<Buffer> m_idle;
};

} // namespace loupe::remote
