#include "core/text/text.h"

#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace loupe {

namespace {

/// Formats `number` like "1,234.5 MiB", in the largest unit in which it does not round to less than 1.
std::string inUnits(std::uint64_t number, double step, std::span<const char* const> units)
{
    auto value = static_cast<double>(number);
    std::size_t unit = 0;
    while (unit + 1 < units.size() && value >= step - 0.05) {
        value /= step;
        ++unit;
    }
    const auto tenths = static_cast<std::uint64_t>(std::llround(value * 10));
    return formatCount(tenths / 10) + '.' + static_cast<char>('0' + tenths % 10) + ' ' + units[unit];
}

/// The code point of the single character in `bytes`.
char32_t codePoint(std::string_view bytes)
{
    const auto lead = static_cast<unsigned char>(bytes.front());
    char32_t character = bytes.size() == 1 ? lead : lead & (0x7fU >> bytes.size());
    for (const char c : bytes.substr(1))
        character = character << 6 | (static_cast<unsigned char>(c) & 0x3fU);
    return character;
}

bool isHarmless(char32_t character)
{
    struct Span {
        char32_t first;
        char32_t last;
    };
    static constexpr Span spelledOut[] = {{0, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x61c, 0x61c}, {0x180e, 0x180e},
        {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
    return std::none_of(std::begin(spelledOut), std::end(spelledOut),
        [&](const Span& span) { return character >= span.first && character <= span.last; });
}

std::string escaped(char32_t character)
{
    switch (character) {
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        break;
    }
    std::array<char, 12> text{};
    const char* const format = character < 0x80 ? "\\x%02x" : character < 0x10000 ? "\\u%04x" : "\\U%08x";
    std::snprintf(text.data(), text.size(), format, static_cast<unsigned>(character));
    return text.data();
}

} // namespace

std::string formatCount(std::uint64_t number)
{
    std::string text = std::to_string(number);
    for (std::size_t position = text.size(); position > 3;) {
        position -= 3;
        text.insert(position, 1, ',');
    }
    return text;
}

std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural)
{
    std::string text = formatCount(number) + ' ';
    if (number == 1 || plural.empty())
        text.append(singular).append(number == 1 ? "" : "s");
    else
        text.append(plural);
    return text;
}

std::string formatShort(std::uint64_t number)
{
    static constexpr const char* units[] = {"", "K", "M", "B", "T"};
    return number < 1000 ? std::to_string(number) : inUnits(number, 1000, units);
}

std::string formatBytes(std::uint64_t bytes)
{
    static constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    return bytes < 1024 ? std::to_string(bytes) + " B" : inUnits(bytes, 1024, units);
}

std::string formatByteRange(ByteRange range)
{
    if (range.empty())
        return "no bytes";
    if (range.size() == 1)
        return "byte " + formatCount(range.begin);
    return "bytes " + formatCount(range.begin) + " to " + formatCount(range.end - 1);
}

std::string formatShape(std::span<const std::uint64_t> shape)
{
    std::string text = "[";
    for (const std::uint64_t dimension : shape) {
        if (text.size() > 1)
            text += ", ";
        text += std::to_string(dimension);
    }
    return text + ']';
}

std::string formatShare(double share)
{
    if (share > 0 && share < 0.0005)
        return "< 0.1 %";
    if (share >= 0.9995 && share < 1)
        return "> 99.9 %";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", share * 100);
    return text.data();
}

std::string formatDuration(double seconds)
{
    if (seconds < 9.95) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.1f s", std::max(seconds, 0.0));
        return text.data();
    }
    constexpr double longest = 1e15;
    const auto whole = static_cast<std::uint64_t>(std::llround(std::min(seconds, longest)));
    if (whole < 60)
        return std::to_string(whole) + " s";
    if (whole < 3600)
        return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return formatCount(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string isoTime(std::int64_t nanoseconds)
{
    constexpr std::int64_t nanosecondsPerSecond = 1'000'000'000;
    const auto time = static_cast<std::time_t>(nanoseconds / nanosecondsPerSecond);
    std::tm parts{};
    std::array<char, 64> text{};
    if (::gmtime_r(&time, &parts))
        std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::string printable(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = utf8CharacterSize(text);
        if (size == 0) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\x%02x",
                static_cast<unsigned>(static_cast<unsigned char>(text.front())));
            result += escape.data();
        } else if (const char32_t character = codePoint(text.substr(0, size)); isHarmless(character)) {
            result += text.substr(0, size);
        } else {
            result += escaped(character);
        }
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return result;
}

std::string formatName(std::string_view name)
{
    return name.empty() ? "(unnamed)" : printable(name);
}

} // namespace loupe
