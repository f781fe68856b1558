#include "core/text/json_cursor.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace loupe {

namespace {

constexpr bool isJsonDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The first position at or after `from` of a quotation mark, backslash or control character.
std::size_t skipPlainText(std::string_view text, std::size_t from)
{
    constexpr std::uint64_t ones = 0x0101010101010101;
    constexpr std::uint64_t highBits = 0x80 * ones;
    const auto zeroBytes = [](std::uint64_t word) { return (word - ones) & ~word & highBits; };
    for (; text.size() - from >= sizeof(std::uint64_t); from += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + from, sizeof word);
        const std::uint64_t control = (word - 0x20 * ones) & ~word & highBits;
        // Borrows only propagate upward, so the lowest marked byte is exact.
        const std::uint64_t marked = zeroBytes(word ^ ('"' * ones)) | zeroBytes(word ^ ('\\' * ones)) | control;
        if (marked)
            return from + static_cast<std::size_t>(__builtin_ctzll(marked)) / 8;
    }
    while (
        from < text.size() && text[from] != '"' && text[from] != '\\' && static_cast<unsigned char>(text[from]) >= 0x20)
        ++from;
    return from;
}

void appendUtf8(std::string& text, unsigned code)
{
    const auto append = [&](unsigned byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        append(code);
    } else if (code < 0x800) {
        append(0xc0 | code >> 6);
        append(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        append(0xe0 | code >> 12);
        append(0x80 | (code >> 6 & 0x3f));
        append(0x80 | (code & 0x3f));
    } else {
        append(0xf0 | code >> 18);
        append(0x80 | (code >> 12 & 0x3f));
        append(0x80 | (code >> 6 & 0x3f));
        append(0x80 | (code & 0x3f));
    }
}

/// Whether a valid JSON number rounds to infinity as a double.
bool beyondDouble(std::string_view number)
{
    // The halfway point between the largest double and 2^1024. Rounding depends on no more digits than these.
    constexpr std::string_view limit = "1797693134862315807937289714053034150799";
    constexpr std::int64_t limitExponent = 308;
    constexpr std::int64_t cap = std::int64_t{1} << 40;

    std::int64_t exponent = -1; // of the first significant digit, once found
    std::string digits;
    bool fraction = false;
    std::size_t position = number.front() == '-' ? 1 : 0;
    for (; position < number.size() && (isJsonDigit(number[position]) || number[position] == '.'); ++position) {
        const char c = number[position];
        if (c == '.') {
            fraction = true;
            continue;
        }
        if (!digits.empty() || c != '0') {
            if (digits.size() < limit.size())
                digits.push_back(c);
            exponent += fraction ? 0 : 1;
        } else if (fraction) {
            --exponent;
        }
    }
    if (digits.empty())
        return false;
    if (position < number.size()) {
        const std::string_view power = number.substr(position + 1); // the digits after e or E
        const bool negative = power.starts_with('-');
        std::int64_t written = 0;
        for (const char c : power.substr(negative || power.starts_with('+') ? 1 : 0))
            written = std::min(cap, written * 10 + (c - '0'));
        exponent += negative ? -written : written;
    }
    return exponent > limitExponent || (exponent == limitExponent && digits >= limit);
}

} // namespace

bool JsonCursor::fail(const char* problem)
{
    if (!m_problem)
        m_problem = problem;
    return false;
}

void JsonCursor::skipWhitespace()
{
    while (m_position < m_text.size()) {
        const char c = m_text[m_position];
        if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
            return;
        ++m_position;
    }
}

JsonCursor::Kind JsonCursor::peek()
{
    if (failed())
        return Kind::None;
    skipWhitespace();
    switch (current()) {
    case '{':
        return Kind::Object;
    case '[':
        return Kind::Array;
    case '"':
        return Kind::String;
    case 't':
    case 'f':
        return Kind::Boolean;
    case 'n':
        return Kind::Null;
    default:
        return current() == '-' || isJsonDigit(current()) ? Kind::Number : Kind::None;
    }
}

bool JsonCursor::enter()
{
    if (m_depth == maximumDepth)
        return fail("nested deeper than 127 levels");
    ++m_depth;
    m_token = m_position++;
    m_first = true;
    return true;
}

bool JsonCursor::leave()
{
    ++m_position;
    --m_depth;
    m_first = false;
    return false;
}

bool JsonCursor::enterObject()
{
    if (peek() == Kind::Object)
        return enter();
    skipValue();
    return false;
}

bool JsonCursor::enterArray()
{
    if (peek() == Kind::Array)
        return enter();
    skipValue();
    return false;
}

bool JsonCursor::nextKey(std::string_view& key)
{
    if (failed())
        return false;
    skipWhitespace();
    if (current() == '}')
        return leave();
    if (!m_first) {
        if (current() != ',')
            return fail("expected a comma or the end of the object");
        ++m_position;
        skipWhitespace();
    }
    if (current() != '"')
        return fail("expected a key in quotation marks");
    m_token = m_position;
    if (!scanString(key))
        return false;
    skipWhitespace();
    if (current() != ':')
        return fail("expected a colon");
    ++m_position;
    return true;
}

bool JsonCursor::nextElement()
{
    if (failed())
        return false;
    skipWhitespace();
    if (current() == ']')
        return leave();
    if (!m_first) {
        if (current() != ',')
            return fail("expected a comma or the end of the array");
        ++m_position;
    }
    return true;
}

bool JsonCursor::readString(std::string_view& text)
{
    if (peek() != Kind::String) {
        skipValue();
        return false;
    }
    m_token = m_position;
    return scanString(text);
}

bool JsonCursor::readUnsigned(std::uint64_t& number)
{
    if (peek() != Kind::Number) {
        skipValue();
        return false;
    }
    bool unsignedDigits = false;
    return scanNumber(number, unsignedDigits) && unsignedDigits;
}

bool JsonCursor::readNull()
{
    const bool null = peek() == Kind::Null;
    return skipValue() && null;
}

bool JsonCursor::skipValue()
{
    std::string_view ignoredText;
    std::uint64_t ignoredNumber = 0;
    bool unsignedDigits = false;
    const Kind kind = peek();
    m_token = m_position;
    switch (kind) {
    case Kind::Object: {
        const std::size_t begin = m_position;
        enter();
        while (nextKey(ignoredText))
            skipValue();
        m_token = begin;
        return !failed();
    }
    case Kind::Array: {
        const std::size_t begin = m_position;
        enter();
        while (nextElement())
            skipValue();
        m_token = begin;
        return !failed();
    }
    case Kind::String:
        return scanString(ignoredText);
    case Kind::Number:
        return scanNumber(ignoredNumber, unsignedDigits);
    case Kind::Boolean:
        return expectWord(current() == 't' ? "true" : "false");
    case Kind::Null:
        return expectWord("null");
    case Kind::None:
        break;
    }
    return fail("expected a value");
}

bool JsonCursor::finish()
{
    if (failed())
        return false;
    skipWhitespace();
    return atEnd() || fail("expected nothing more after the value");
}

bool JsonCursor::expectWord(std::string_view word)
{
    for (const char c : word) {
        if (current() != c)
            return fail("expected true, false or null");
        ++m_position;
    }
    m_first = false;
    return true;
}

bool JsonCursor::scanString(std::string_view& text)
{
    const std::size_t begin = ++m_position;
    m_position = skipPlainText(m_text, begin);
    if (current() == '\\')
        return scanEscapes(begin, text);
    if (current() != '"')
        return fail(atEnd() ? "expected the string's end" : "a control character in a string must be escaped");
    text = {m_text.data() + begin, m_position - begin};
    ++m_position;
    m_first = false;
    return true;
}

bool JsonCursor::scanEscapes(std::size_t begin, std::string_view& text)
{
    m_unescaped.assign(m_text.substr(begin, m_position - begin));
    while (current() == '\\') {
        if (!scanEscape())
            return false;
        const std::size_t plain = m_position;
        m_position = skipPlainText(m_text, plain);
        m_unescaped.append(m_text.substr(plain, m_position - plain));
    }
    if (current() != '"')
        return fail(atEnd() ? "expected the string's end" : "a control character in a string must be escaped");
    ++m_position;
    m_first = false;
    text = m_unescaped;
    return true;
}

bool JsonCursor::scanEscape()
{
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
    ++m_position;
    if (current() == 'u' && !atEnd())
        return scanHexEscape();
    const std::size_t found = atEnd() ? std::string_view::npos : letters.find(current());
    if (found == std::string_view::npos)
        return fail("expected a known escape after the backslash");
    m_unescaped.push_back(characters[found]);
    ++m_position;
    return true;
}

bool JsonCursor::scanHexEscape()
{
    unsigned code = 0;
    if (!scanFourDigits(code))
        return false;
    if (code >= 0xdc00 && code <= 0xdfff)
        return fail("expected the first half of a surrogate pair before this one");
    if (code >= 0xd800 && code <= 0xdbff) {
        unsigned second = 0;
        if (m_text.substr(std::min(m_position, m_text.size()), 2) != "\\u")
            return fail("expected the second half of a surrogate pair");
        ++m_position;
        if (!scanFourDigits(second))
            return false;
        if (second < 0xdc00 || second > 0xdfff)
            return fail("expected the second half of a surrogate pair");
        code = 0x10000 + ((code - 0xd800) << 10 | (second - 0xdc00));
    }
    appendUtf8(m_unescaped, code);
    return true;
}

bool JsonCursor::scanFourDigits(unsigned& code)
{
    constexpr std::string_view hexDigits = "0123456789abcdef";
    code = 0;
    for (int i = 0; i < 4; ++i) {
        ++m_position;
        const std::size_t digit = hexDigits.find(asciiLower(current()));
        if (digit == std::string_view::npos)
            return fail("expected four hexadecimal digits");
        code = code << 4 | static_cast<unsigned>(digit);
    }
    ++m_position;
    return true;
}

bool JsonCursor::scanNumber(std::uint64_t& number, bool& unsignedDigits)
{
    m_token = m_position;
    number = 0;
    unsignedDigits = current() != '-';
    if (!unsignedDigits)
        ++m_position;
    if (!isJsonDigit(current()))
        return fail("expected a digit");
    if (current() == '0' && isJsonDigit(m_text.substr(m_position).size() > 1 ? m_text[m_position + 1] : '\0'))
        return fail("a number must not start with 0");
    for (; isJsonDigit(current()); ++m_position) {
        const auto digit = static_cast<std::uint64_t>(current() - '0');
        unsignedDigits = unsignedDigits && !__builtin_mul_overflow(number, std::uint64_t{10}, &number)
            && !__builtin_add_overflow(number, digit, &number);
    }
    if (current() == '.') {
        unsignedDigits = false;
        ++m_position;
        if (!isJsonDigit(current()))
            return fail("expected a digit");
        while (isJsonDigit(current()))
            ++m_position;
    }
    if (current() == 'e' || current() == 'E') {
        unsignedDigits = false;
        ++m_position;
        if (current() == '+' || current() == '-')
            ++m_position;
        if (!isJsonDigit(current()))
            return fail("expected a digit");
        while (isJsonDigit(current()))
            ++m_position;
    }
    if (!unsignedDigits && beyondDouble(m_text.substr(m_token, m_position - m_token)))
        return fail("a number must fit in a double");
    m_first = false;
    return true;
}

} // namespace loupe
