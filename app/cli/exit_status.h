#pragma once

#include <algorithm>

namespace loupe {

/// The exit status of the process. If several apply, the highest is used.
enum class ExitStatus : int {
    Done = 0, ///< done, valid, equal
    No = 1, ///< invalid, broken, different, or a digest does not match
    Usage = 2,
    Failed = 3, ///< could not be read or written
    Interrupted = 130, ///< Ctrl+C, as shells report it; main() adjusts it for other signals
};

inline void worsen(ExitStatus& status, ExitStatus other)
{
    status = std::max(status, other);
}

} // namespace loupe
