#include "reports/html_text.h"

#include "core/text/text.h"
#include "core/text/utf8.h"

#include <array>
#include <charconv>

namespace loupe {

namespace {

bool continues(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

/// The last position up to `at` where a character begins. Text that is not UTF-8 may be cut anywhere.
std::size_t beginAt(std::string_view text, std::size_t at)
{
    std::size_t begin = at;
    while (begin > 0 && at - begin < 3 && begin < text.size() && continues(text[begin]))
        --begin;
    return begin;
}

} // namespace

std::string htmlEscaped(std::string_view text)
{
    std::string escaped;
    escaped.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\'':
            escaped += "&#39;";
            break;
        default:
            escaped += c;
        }
    }
    return escaped;
}

std::string plainLine(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return printable(text);
    const std::size_t end = beginAt(text, most / 2);
    const std::size_t begin = beginAt(text, text.size() - most / 2);
    return printable(text.substr(0, end)) + "…" + printable(text.substr(begin));
}

std::string htmlText(std::string_view text, std::size_t most)
{
    return htmlEscaped(plainLine(text, most));
}

std::string elidedMiddle(std::string_view text, std::size_t most)
{
    const std::size_t characters = characterCount(text);
    if (characters <= most)
        return std::string(text);
    std::size_t begin = 0;
    std::size_t place = 0;
    std::string shown;
    // Keep more of the end, which distinguishes tensor names.
    const std::size_t before = most / 3;
    const std::size_t after = characters - (most - before - 1);
    for (; begin < text.size(); ++begin) {
        place += begin > 0 && !continues(text[begin]);
        if (place < before || place >= after)
            shown += text[begin];
        else if (place == before && !continues(text[begin]))
            shown += "…";
    }
    return shown;
}

std::string shortShape(std::span<const std::uint64_t> shape)
{
    constexpr std::size_t mostDimensions = 12;
    if (shape.size() <= mostDimensions)
        return formatShape(shape);
    std::string text = formatShape(shape.first(mostDimensions));
    text.pop_back();
    return text + ", …] (" + counted(shape.size(), "dimension") + ')';
}

std::string htmlNumber(const std::optional<double>& number, int digits)
{
    if (!number)
        return "–";
    std::array<char, 32> text;
    return {text.data(), std::to_chars(text.begin(), text.end(), *number, std::chars_format::general, digits).ptr};
}

std::string htmlCount(const std::optional<std::uint64_t>& count)
{
    return count ? formatCount(*count) : "–";
}

HtmlWriter& HtmlWriter::element(std::string_view tag, std::string_view content)
{
    const std::string_view name = tag.substr(0, tag.find(' '));
    return put("<").put(tag).put(">").put(content).put("</").put(name).put(">");
}

} // namespace loupe
