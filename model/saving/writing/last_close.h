#pragma once

#include <span>

namespace loupe {

/// Closing the last descriptor of a deleted file blocks until its pages and blocks are freed: half a second for 2.4 GB
/// on ext4. While this object lives, a child process holds the descriptors open, and nothing else of ours. The child
/// exits when this object or this process ends, and then it does the waiting. If the child cannot be created, closing
/// takes its usual time.
class LastClose {
public:
    /// Ignores negative descriptors.
    explicit LastClose(std::span<const int> descriptors);
    ~LastClose();
    LastClose(const LastClose&) = delete;
    LastClose& operator=(const LastClose&) = delete;

private:
    int m_pipe = -1; ///< the child exits when this is closed
};

} // namespace loupe
