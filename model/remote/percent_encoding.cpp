#include "remote/percent_encoding.h"

namespace loupe::remote {

namespace {

/// -1 if `c` is not a hexadecimal digit.
int hexadecimalValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool isEscape(std::string_view text)
{
    return text.size() >= 3 && hexadecimalValue(text[1]) >= 0 && hexadecimalValue(text[2]) >= 0;
}

bool isUnreserved(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.'
        || c == '_' || c == '~';
}

void appendEscape(std::string& text, char c)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    text += '%';
    text += digits[byte >> 4];
    text += digits[byte & 15];
}

} // namespace

std::string percentEncoded(std::string_view text, Slashes slashes)
{
    std::string encoded;
    encoded.reserve(text.size());
    for (const char c : text) {
        if (isUnreserved(c) || (c == '/' && slashes == Slashes::Kept))
            encoded += c;
        else
            appendEscape(encoded, c);
    }
    return encoded;
}

std::optional<std::string> percentDecoded(std::string_view text)
{
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        if (!isEscape(text.substr(i)))
            return std::nullopt;
        decoded += static_cast<char>(hexadecimalValue(text[i + 1]) * 16 + hexadecimalValue(text[i + 2]));
        i += 2;
    }
    return decoded;
}

bool isPercentEncoded(std::string_view text)
{
    for (std::size_t i = text.find('%'); i != text.npos; i = text.find('%', i + 1)) {
        if (!isEscape(text.substr(i)))
            return false;
    }
    return true;
}

std::string wireEncoded(std::string_view text)
{
    constexpr std::string_view forbidden = R"("<>\^`{|})";
    std::string encoded;
    encoded.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || byte > '~' || forbidden.find(c) != forbidden.npos)
            appendEscape(encoded, c);
        else
            encoded += c;
    }
    return encoded;
}

} // namespace loupe::remote
