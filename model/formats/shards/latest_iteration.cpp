#include "formats/shards/latest_iteration.h"

#include <algorithm>
#include <fstream>
#include <ios>
#include <string>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

std::optional<fs::path> latestIteration(const fs::path& folder)
{
    constexpr std::size_t longest = 32;
    constexpr std::size_t digits = 7; // minimum, in the folder's name
    std::error_code ignored;
    const fs::path list = folder / "latest_checkpointed_iteration.txt";
    if (!fs::is_regular_file(list, ignored))
        return std::nullopt;
    std::string text(longest, '\0');
    std::ifstream stream(list, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    if (text == "release")
        return folder / text;
    if (text.empty() || text.size() == longest || text.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    return folder / ("iter_" + std::string(digits - std::min(digits, text.size()), '0') + text);
}

} // namespace loupe
