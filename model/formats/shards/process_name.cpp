#include "formats/shards/process_name.h"

#include <charconv>

namespace loupe {

namespace {

/// Whether the text ends in the word "rank", perhaps followed by a separator.
bool endsInRank(std::string_view text)
{
    constexpr std::string_view separators = "_-.";
    constexpr std::string_view word = "rank";
    if (!text.empty() && separators.find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    if (!text.ends_with(word))
        return false;
    text.remove_suffix(word.size());
    return text.empty() || separators.find(text.back()) != std::string_view::npos;
}

} // namespace

std::string ProcessName::sibling(std::uint64_t other) const
{
    std::string digits = std::to_string(other);
    if (rankDigits.starts_with('0') && digits.size() < rankDigits.size())
        digits.insert(0, rankDigits.size() - digits.size(), '0');
    return start + digits + suffix;
}

std::optional<ProcessName> parseProcessName(const std::filesystem::path& name)
{
    const std::string stem = name.stem().string();
    const std::size_t digits = stem.find_last_not_of("0123456789") + 1;
    ProcessName parsed{.start = stem.substr(0, digits),
        .rank = 0,
        .rankDigits = stem.substr(digits),
        .suffix = name.extension().string()};
    const char* const end = stem.data() + stem.size();
    const auto read = std::from_chars(stem.data() + digits, end, parsed.rank);
    if (read.ec != std::errc() || read.ptr != end || !endsInRank(parsed.start))
        return std::nullopt;
    return parsed;
}

} // namespace loupe
