#pragma once

#include <span>

namespace loupe {

/// Whoever closes a deleted file last waits until its pages and blocks are free: half a second for 2.4 GB on ext4.
/// While this object lives, a process of its own keeps the descriptors open and nothing else of ours; it ends with the
/// object, or with this process, and then the wait is its own. Where there can be no such process, closing takes its
/// time.
class LastClose {
public:
    /// Descriptors below 0 are ignored.
    explicit LastClose(std::span<const int> descriptors);
    ~LastClose();
    LastClose(const LastClose&) = delete;
    LastClose& operator=(const LastClose&) = delete;

private:
    int m_pipe = -1; ///< the process ends when this is closed
};

} // namespace loupe
