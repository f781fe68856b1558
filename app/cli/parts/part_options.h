#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// --part: compute only one part, and write it to a file.
struct PartOptions {
    std::uint32_t part = 1; ///< from 1
    std::uint32_t of = 1;
    std::string output; ///< "-" for standard output
    bool force = false; ///< replace a file that is not this part
    std::vector<std::string> arguments; ///< PartFile::arguments
};

} // namespace loupe
