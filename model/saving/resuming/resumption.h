#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

struct SaveTarget;

/// How a save that is interrupted can be gone on with.
struct Resumption {
    bool goesOn = false; ///< with what an interrupted one has left; where there is nothing, from the beginning
    std::string version; ///< of the program
    std::vector<std::string> options; ///< for people: those that change what is written
    std::uint64_t least = std::uint64_t{64} << 20; ///< what is written sooner than this many bytes is not worth it
    std::uint64_t syncEvery = std::uint64_t{1} << 30; ///< bytes; what a crash of the machine costs
    /// Told once, where it is to go on: how many bytes are there that belong to this save, if any are. May be empty.
    std::function<void(std::optional<std::uint64_t> bytes)> found = {};
};

/// The log of a save to `target`, whether or not it is there.
std::filesystem::path resumeLogPath(const SaveTarget& target);

/// Bytes that an interrupted save to `target` has left and that another one can go on with; nothing if there are
/// none, or a process is still writing them.
std::optional<std::uint64_t> keptBytes(const SaveTarget& target);

} // namespace loupe
