#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loupe::test {

/// The peak memory of a program in bytes, sampled from /proc/PID/smaps_rollup every few milliseconds. Peaks between
/// samples are missed. File pages that the program only reads do not count.
struct PrivateMemory {
    std::uint64_t dirty = 0; ///< Private_Dirty
    std::uint64_t anonymous = 0; ///< Anonymous
    unsigned looks = 0;
    int status = -1; ///< exit status; -1 if it could not be started or did not exit by itself
};

/// Runs the command to its end and discards its output.
PrivateMemory privateMemoryOf(const std::vector<std::string>& command);

} // namespace loupe::test
