#include "core/text/block_number.h"

#include <charconv>

namespace loupe {

namespace {

std::optional<std::uint64_t> parseNumber(std::string_view digits)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<std::string_view> blockStem(std::string_view part)
{
    const auto digits = std::find_if_not(part.rbegin(), part.rend(), isDecimalDigit);
    const auto size = static_cast<std::size_t>(part.rend() - digits);
    return size < part.size() ? std::optional(part.substr(0, size)) : std::nullopt;
}

std::vector<std::string_view> nameParts(std::string_view name, std::size_t most)
{
    std::vector<std::string_view> parts;
    while (parts.size() < most) {
        const std::size_t end = name.find_first_of("./");
        parts.push_back(name.substr(0, end));
        if (end == std::string_view::npos)
            break;
        name.remove_prefix(end + 1);
    }
    return parts;
}

std::string roleOf(std::string_view name)
{
    std::string role;
    roleOf(name, role);
    return role;
}

void roleOf(std::string_view name, std::string& role)
{
    role.clear();
    role.reserve(name.size());
    while (!name.empty()) {
        const std::size_t end = partEnd(name);
        const std::string_view part = name.substr(0, end);
        const std::string_view rest = name.substr(std::min(end + 1, name.size()));
        const auto stem = blockStem(part);
        const bool isMarked = stem && (stem->ends_with('_') || stem->ends_with('-'));
        if (stem && (stem->empty() || (isMarked && partEnd(rest) < rest.size())))
            role.append(*stem) += '#';
        else
            role += part;
        role += name.substr(end, 1);
        name = rest;
    }
}

std::optional<std::uint64_t> layerNumber(std::string_view name)
{
    std::optional<std::uint64_t> ending;
    for (std::size_t end = name.find_first_of("./"); end != std::string_view::npos; end = name.find_first_of("./")) {
        const std::string_view part = name.substr(0, end);
        if (isBlockNumber(part))
            return parseNumber(part);
        const std::size_t begin = part.find_last_not_of("0123456789") + 1;
        if (!ending && begin < part.size())
            ending = parseNumber(part.substr(begin));
        name.remove_prefix(end + 1);
    }
    return ending;
}

std::string blockPattern(const std::vector<std::string_view>& numbers)
{
    constexpr std::size_t mostRuns = 8;
    const auto follows = [](std::string_view next, std::string_view number) {
        return parseNumber(next).value_or(0) == parseNumber(number).value_or(0) + 1;
    };
    std::string text = "{";
    std::size_t runs = 0;
    for (std::size_t first = 0; first < numbers.size(); ++runs) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && follows(numbers[last + 1], numbers[last]))
            ++last;
        if (last == first + 1)
            last = first; // a run of two is listed as two numbers
        text.append(runs > 0 ? ", " : "");
        if (runs == mostRuns) {
            text.append("…");
            break;
        }
        text.append(numbers[first]);
        if (last > first)
            text.append("…").append(numbers[last]);
        first = last + 1;
    }
    return text.append("}");
}

} // namespace loupe
