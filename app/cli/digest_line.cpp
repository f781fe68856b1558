#include "app/cli/digest_line.h"

#include "core/text.h"

#include <algorithm>
#include <charconv>

namespace loupe {

namespace {

constexpr std::string_view hexDigits = "0123456789abcdef";

std::string escaped(std::string_view text, bool spellOut)
{
    std::string result;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '\\')
            result += "\\\\";
        else if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (spellOut && (code < 0x20 || code > 0x7e))
            result += {'\\', 'x', hexDigits[code >> 4], hexDigits[code & 15]};
        else
            result += c;
    }
    return result;
}

std::optional<std::string> unescaped(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('\\'), text.size());
        result += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        const char kind = text.size() > 1 ? text[1] : '\0';
        std::size_t length = 2;
        unsigned char code = 0;
        if (kind == 'x' && text.size() >= 4
            && std::from_chars(text.data() + 2, text.data() + 4, code, 16).ptr == text.data() + 4) {
            result += static_cast<char>(code);
            length = 4;
        } else if (kind == '\\') {
            result += '\\';
        } else if (kind == 'n') {
            result += '\n';
        } else if (kind == 'r') {
            result += '\r';
        } else {
            return std::nullopt;
        }
        text.remove_prefix(length);
    }
    return result;
}

} // namespace

std::string digestLine(std::string_view digest, std::string_view target, bool spellOut)
{
    const bool spelled = spellOut && printable(target) != target;
    const bool escapes = spelled || target.find_first_of("\\\n\r") != std::string_view::npos;
    std::string line = escapes ? "\\" : "";
    line += digest;
    line += "  ";
    line += escapes ? escaped(target, spelled) : target;
    return line + '\n';
}

std::optional<DigestLine> parseDigestLine(std::string_view line)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    const bool escapes = line.starts_with('\\');
    if (escapes)
        line.remove_prefix(1);
    const std::size_t length = line.find_first_not_of("0123456789abcdefABCDEF");
    if (length == std::string_view::npos || length < 16 || line.size() < length + 3 || line[length] != ' '
        || (line[length + 1] != ' ' && line[length + 1] != '*'))
        return std::nullopt;
    DigestLine result;
    for (const char c : line.substr(0, length))
        result.digest += c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    auto target = escapes ? unescaped(line.substr(length + 2)) : std::string(line.substr(length + 2));
    if (!target)
        return std::nullopt;
    result.target = std::move(*target);
    return result;
}

} // namespace loupe
