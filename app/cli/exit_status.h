#pragma once

#include <algorithm>

namespace loupe {

/// What the process tells its caller. Where several hold, the highest.
enum class ExitStatus : int {
    Done = 0, ///< done, valid, the same
    No = 1, ///< not valid, broken, a digest does not match
    Usage = 2,
    Failed = 3, ///< could not be read or written
    Interrupted = 130, ///< Ctrl+C, as shells report it; main() makes it that of another signal
};

inline void worsen(ExitStatus& status, ExitStatus other)
{
    status = std::max(status, other);
}

} // namespace loupe
