#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

struct SaveTarget;

/// Options for resuming an interrupted save.
struct Resumption {
    bool goesOn = false; ///< resume an interrupted save; if there is none, start from the beginning
    std::string version; ///< of the program
    std::vector<std::string> options; ///< for display: the options that affect what is written
    std::uint64_t least = std::uint64_t{64} << 20; ///< bytes; an interrupted save that wrote less is not worth keeping
    std::uint64_t syncEvery = std::uint64_t{1} << 30; ///< bytes; a crash of the machine loses at most about this much
    /// Called once if `goesOn`, with the number of bytes found of this save; nullopt if there are none. May be empty.
    std::function<void(std::optional<std::uint64_t> bytes)> found = {};
};

/// The path of the log of a save to `target`, whether or not it exists.
std::filesystem::path resumeLogPath(const SaveTarget& target);

/// The number of bytes that an interrupted save to `target` has left for another one to resume; nullopt if there are
/// none, or if a process is still writing them.
std::optional<std::uint64_t> keptBytes(const SaveTarget& target);

} // namespace loupe
