#include "formats/shards/shard_name.h"

#include <charconv>

namespace loupe {

namespace {

std::optional<std::uint64_t> wholeNumber(std::string_view digits)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

constexpr std::string_view rankStart = "shard-";

/// The number, padded with zeros to at least the width of `like`.
std::string paddedNumber(std::uint64_t number, std::string_view like)
{
    std::string digits = std::to_string(number);
    if (digits.size() < like.size())
        digits.insert(0, like.size() - digits.size(), '0');
    return digits;
}

} // namespace

std::string ShardName::sibling(std::uint64_t other) const
{
    return stem + '-' + paddedNumber(other, countDigits) + "-of-" + countDigits + suffix;
}

std::string RankShardName::sibling(std::uint64_t otherRank, std::uint64_t otherFile) const
{
    return std::string(rankStart) + paddedNumber(otherRank, rankDigits) + '-' + file.sibling(otherFile);
}

std::optional<ShardName> parseShardName(const std::filesystem::path& name)
{
    constexpr std::string_view between = "-of-";
    const std::string text = name.stem().string();
    const std::size_t of = text.rfind(between);
    if (of == std::string::npos || of == 0)
        return std::nullopt;
    const std::size_t dash = text.rfind('-', of - 1);
    if (dash == std::string::npos)
        return std::nullopt;
    const std::string number = text.substr(dash + 1, of - dash - 1);
    const std::string count = text.substr(of + between.size());
    const auto numberValue = wholeNumber(number);
    const auto countValue = wholeNumber(count);
    if (!numberValue || !countValue || *numberValue == 0 || *numberValue > *countValue || number.size() != count.size())
        return std::nullopt;
    return ShardName{.stem = text.substr(0, dash),
        .number = *numberValue,
        .count = *countValue,
        .countDigits = count,
        .suffix = name.extension().string()};
}

std::optional<RankShardName> parseRankShardName(const std::filesystem::path& name)
{
    const std::string text = name.string();
    const std::size_t dash = text.find('-', rankStart.size());
    if (!text.starts_with(rankStart) || dash == std::string::npos)
        return std::nullopt;
    const std::string digits = text.substr(rankStart.size(), dash - rankStart.size());
    const auto rank = wholeNumber(digits);
    auto file = parseShardName(text.substr(dash + 1));
    if (!rank || *rank == 0 || !file)
        return std::nullopt;
    return RankShardName{.rank = *rank, .rankDigits = digits, .file = std::move(*file)};
}

bool isIndexName(const std::filesystem::path& name)
{
    return name.filename().string().ends_with(indexSuffix);
}

} // namespace loupe
