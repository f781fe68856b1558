#include "core/text/json_writer.h"

#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace loupe {

namespace {

constexpr std::size_t flushSize = std::size_t{64} << 10;

bool isPlain(char c)
{
    return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '"' && c != '\\';
}

void appendEscaped(std::string& target, char c)
{
    constexpr std::string_view digits = "0123456789abcdef";
    switch (c) {
    case '"':
        target += "\\\"";
        return;
    case '\\':
        target += "\\\\";
        return;
    case '\n':
        target += "\\n";
        return;
    case '\r':
        target += "\\r";
        return;
    case '\t':
        target += "\\t";
        return;
    default:
        break;
    }
    const auto code = static_cast<unsigned char>(c);
    target += "\\u00";
    target += digits[code >> 4];
    target += digits[code & 15];
}

} // namespace

void JsonWriter::key(std::string_view name)
{
    separate();
    quote(name);
    m_buffer += ':';
    m_afterKey = true;
}

void JsonWriter::value(std::string_view text)
{
    separate();
    quote(text);
}

void JsonWriter::value(double number)
{
    if (!std::isfinite(number)) {
        word("null");
        return;
    }
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    const std::string_view written(text.data(), static_cast<std::size_t>(end - text.data()));
    word(written);
    if (written.find_first_of(".e") == std::string_view::npos)
        m_buffer += ".0";
}

void JsonWriter::value(std::nullptr_t)
{
    word("null");
}

void JsonWriter::finish()
{
    m_buffer += '\n';
    flush();
}

void JsonWriter::begin(char bracket, Layout layout)
{
    separate();
    m_buffer += bracket;
    m_levels.push_back({layout});
}

void JsonWriter::end(char bracket)
{
    if (m_levels.back().layout == Layout::Lines && !m_levels.back().empty)
        m_buffer += '\n';
    m_levels.pop_back();
    m_buffer += bracket;
}

void JsonWriter::separate()
{
    if (m_buffer.size() >= flushSize)
        flush();
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_levels.empty())
        return;
    Level& level = m_levels.back();
    if (!level.empty)
        m_buffer += ',';
    if (level.layout == Layout::Lines)
        m_buffer += '\n';
    level.empty = false;
}

void JsonWriter::word(std::string_view text)
{
    separate();
    m_buffer += text;
}

void JsonWriter::signedNumber(std::int64_t number)
{
    std::array<char, 24> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    word({text.data(), static_cast<std::size_t>(end - text.data())});
}

void JsonWriter::unsignedNumber(std::uint64_t number)
{
    std::array<char, 24> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    word({text.data(), static_cast<std::size_t>(end - text.data())});
}

void JsonWriter::quote(std::string_view text)
{
    m_buffer += '"';
    while (!text.empty()) {
        if (m_buffer.size() >= flushSize)
            flush();
        const std::size_t atOnce = std::min(text.size(), flushSize);
        std::size_t plain = 0;
        while (plain < atOnce && isPlain(text[plain]))
            ++plain;
        m_buffer += text.substr(0, plain);
        text.remove_prefix(plain);
        if (plain == atOnce)
            continue;
        const std::size_t length = utf8CharacterSize(text);
        if (length == 1)
            appendEscaped(m_buffer, text.front());
        else if (length == 0)
            m_buffer += "\xef\xbf\xbd";
        else
            m_buffer += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    m_buffer += '"';
}

void JsonWriter::flush()
{
    m_sink(m_buffer);
    m_buffer.clear();
}

std::string jsonText(const std::function<void(JsonWriter&)>& write)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    write(json);
    json.finish();
    text.pop_back(); // the line feed
    return text;
}

} // namespace loupe
