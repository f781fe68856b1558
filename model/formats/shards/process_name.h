#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// The parts of a name like "model_world_size_4_rank_3.pt": each process ("rank") saved its own file.
struct ProcessName {
    std::string start; ///< "model_world_size_4_rank_"
    std::uint64_t rank = 0;
    std::string rankDigits; ///< "3"
    std::string suffix; ///< ".pt"

    /// The name of the file of another process.
    std::string sibling(std::uint64_t other) const;
    bool isSiblingOf(const ProcessName& other) const { return start == other.start && suffix == other.suffix; }
};

/// Nothing if the name does not end in the word "rank" and a number.
std::optional<ProcessName> parseProcessName(const std::filesystem::path& name);

} // namespace loupe
