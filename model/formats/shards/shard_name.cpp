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

} // namespace

std::string ShardName::sibling(std::uint64_t other) const
{
    std::string digits = std::to_string(other);
    if (digits.size() < countDigits.size())
        digits.insert(0, countDigits.size() - digits.size(), '0');
    return stem + '-' + digits + "-of-" + countDigits + suffix;
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

bool isIndexName(const std::filesystem::path& name)
{
    return name.filename().string().ends_with(indexSuffix);
}

} // namespace loupe
