#include "core/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace loupe {

namespace {

/// The first position at or after `from` that may be a byte above 0x7F.
std::size_t skipAscii(std::string_view text, std::size_t from)
{
    constexpr std::uint64_t highBits = 0x8080808080808080;
    constexpr std::size_t stride = 64;
    for (; text.size() - from >= stride; from += stride) {
        std::uint64_t words[stride / sizeof(std::uint64_t)];
        std::memcpy(words, text.data() + from, stride);
        std::uint64_t all = 0;
        for (const std::uint64_t word : words)
            all |= word;
        if (all & highBits)
            break;
    }
    for (; text.size() - from >= sizeof(std::uint64_t); from += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + from, sizeof word);
        if (word & highBits)
            break;
    }
    while (from < text.size() && static_cast<unsigned char>(text[from]) < 0x80)
        ++from;
    return from;
}

/// The length of a leading character of two to four bytes; 0 if there is none.
std::size_t longCharacter(const unsigned char* bytes, std::size_t available)
{
    const auto continues = [&](std::size_t at, unsigned low = 0x80, unsigned high = 0xbf) {
        return bytes[at] >= low && bytes[at] <= high;
    };
    const unsigned lead = bytes[0];
    if (lead >= 0xc2 && lead <= 0xdf)
        return available >= 2 && continues(1) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        const unsigned low = lead == 0xe0 ? 0xa0 : 0x80;
        const unsigned high = lead == 0xed ? 0x9f : 0xbf;
        return available >= 3 && continues(1, low, high) && continues(2) ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        const unsigned low = lead == 0xf0 ? 0x90 : 0x80;
        const unsigned high = lead == 0xf4 ? 0x8f : 0xbf;
        return available >= 4 && continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

} // namespace

std::size_t utf8CharacterSize(std::string_view text)
{
    const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
    return bytes[0] < 0x80 ? 1 : longCharacter(bytes, text.size());
}

std::size_t validUtf8Prefix(std::string_view text)
{
    std::size_t position = 0;
    while ((position = skipAscii(text, position)) < text.size()) {
        const std::size_t length =
            longCharacter(reinterpret_cast<const unsigned char*>(text.data()) + position, text.size() - position);
        if (length == 0)
            return position;
        position += length;
    }
    return position;
}

std::size_t characterCount(std::string_view text)
{
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
}

} // namespace loupe
