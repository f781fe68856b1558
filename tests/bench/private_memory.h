#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loupe::test {

/// What a program took at most while it ran, in bytes, as /proc/PID/smaps_rollup says every few milliseconds: what a
/// peak is between two looks stays unknown. Pages of files that it only reads are not its own.
struct PrivateMemory {
    std::uint64_t dirty = 0; ///< Private_Dirty
    std::uint64_t anonymous = 0; ///< Anonymous
    unsigned looks = 0;
    int status = -1; ///< of its end; -1 where it could not be started or did not end by itself
};

/// Runs it to its end, without its output.
PrivateMemory privateMemoryOf(const std::vector<std::string>& command);

} // namespace loupe::test
