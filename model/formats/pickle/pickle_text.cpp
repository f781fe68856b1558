#include "formats/pickle/pickle_text.h"

#include "core/text/text.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace loupe::pickle {

namespace {

void appendUtf8(std::string& text, std::uint32_t character)
{
    const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | ((character >> shift) & 0x3f)); };
    if (character < 0x80) {
        text += static_cast<char>(character);
    } else if (character < 0x800) {
        text += static_cast<char>(0xc0 | (character >> 6));
        tail(0);
    } else if (character < 0x10000) {
        text += static_cast<char>(0xe0 | (character >> 12));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xf0 | (character >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

std::optional<std::uint32_t> hexNumber(std::string_view text, std::size_t at, std::size_t digits)
{
    if (text.size() < at + digits)
        return std::nullopt;
    std::uint32_t number = 0;
    const char* const end = text.data() + at + digits;
    const auto [stop, error] = std::from_chars(text.data() + at, end, number, 16);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

char plainEscape(char letter)
{
    switch (letter) {
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'a':
        return '\a';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'v':
        return '\v';
    default:
        return letter; // a quotation mark or a backslash
    }
}

} // namespace

std::optional<std::string> unquotePickleString(std::string_view line)
{
    if (line.size() < 2 || line.front() != line.back() || (line.front() != '\'' && line.front() != '"'))
        return std::nullopt;
    line = line.substr(1, line.size() - 2);
    std::string text;
    text.reserve(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
            text += line[i];
            continue;
        }
        const char letter = line[++i];
        if (letter == 'x') {
            const auto number = hexNumber(line, i + 1, 2);
            if (!number)
                return std::nullopt;
            text += static_cast<char>(*number);
            i += 2;
        } else if (letter >= '0' && letter <= '7') {
            unsigned number = 0;
            std::size_t digits = 0;
            for (; digits < 3 && i + digits < line.size() && line[i + digits] >= '0' && line[i + digits] <= '7';
                 ++digits)
                number = number * 8 + static_cast<unsigned>(line[i + digits] - '0');
            text += static_cast<char>(number);
            i += digits - 1;
        } else {
            text += plainEscape(letter);
        }
    }
    return text;
}

std::optional<std::string> unescapePickleUnicode(std::string_view line)
{
    std::string text;
    text.reserve(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool isShort = line.substr(i).starts_with("\\u");
        if (!isShort && !line.substr(i).starts_with("\\U")) {
            appendUtf8(text, static_cast<unsigned char>(line[i]));
            continue;
        }
        const std::size_t digits = isShort ? 4 : 8;
        const auto character = hexNumber(line, i + 2, digits);
        if (!character || *character > 0x10ffff)
            return std::nullopt;
        appendUtf8(text, *character);
        i += 1 + digits;
    }
    return text;
}

std::optional<std::string> bytesOfDecimal(std::string_view digits)
{
    constexpr std::size_t mostDigits = 1000;
    const bool negative = digits.starts_with('-');
    digits.remove_prefix(negative || digits.starts_with('+') ? 1 : 0);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (digits.empty() || digits.size() > mostDigits || !std::all_of(digits.begin(), digits.end(), isDigit))
        return std::nullopt;
    std::string bytes;
    for (const char digit : digits) {
        unsigned carry = static_cast<unsigned>(digit - '0');
        for (char& byte : bytes) {
            carry += static_cast<unsigned char>(byte) * 10U;
            byte = static_cast<char>(carry);
            carry >>= 8;
        }
        if (carry > 0)
            bytes += static_cast<char>(carry);
    }
    bytes += '\0'; // makes room for the sign bit
    if (negative) {
        unsigned carry = 1;
        for (char& byte : bytes) {
            carry += static_cast<unsigned char>(~static_cast<unsigned char>(byte));
            byte = static_cast<char>(carry);
            carry >>= 8;
        }
    }
    return bytes;
}

std::string decimalOfBytes(std::string_view bytes)
{
    constexpr std::size_t most = 400;
    if (bytes.size() > most)
        return "an integer of " + counted(bytes.size(), "byte");
    std::vector<unsigned char> number(bytes.begin(), bytes.end());
    const bool negative = !number.empty() && (number.back() & 0x80) != 0;
    if (negative) {
        unsigned carry = 1;
        for (unsigned char& byte : number) {
            carry += static_cast<unsigned char>(~byte);
            byte = static_cast<unsigned char>(carry);
            carry >>= 8;
        }
    }
    std::string text;
    while (!number.empty()) {
        unsigned rest = 0;
        for (std::size_t i = number.size(); i-- > 0;) {
            rest = rest << 8 | number[i];
            number[i] = static_cast<unsigned char>(rest / 10);
            rest %= 10;
        }
        text += static_cast<char>('0' + rest);
        while (!number.empty() && number.back() == 0)
            number.pop_back();
    }
    if (text.empty())
        text = "0";
    if (negative)
        text += '-';
    std::reverse(text.begin(), text.end());
    return text;
}

} // namespace loupe::pickle
