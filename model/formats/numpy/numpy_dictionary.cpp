#include "formats/numpy/numpy_dictionary.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace loupe::numpy {

namespace {

bool isAsciiDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWordCharacter(char c)
{
    return isAsciiDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void appendUtf8(std::uint32_t code, std::string& text)
{
    const auto rest = [&](unsigned shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0 | code >> 6);
        rest(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0 | code >> 12);
        rest(6);
        rest(0);
    } else {
        text += static_cast<char>(0xf0 | code >> 18);
        rest(12);
        rest(6);
        rest(0);
    }
}

} // namespace

bool NpyDictionary::fail(std::string_view error)
{
    if (m_error.empty())
        m_error = error;
    return false;
}

/// Skips spaces, comments, and line ends after a backslash.
void NpyDictionary::skipSpace()
{
    for (; m_position < m_text.size(); ++m_position) {
        if (at('#'))
            m_position = std::min(m_text.find('\n', m_position), m_text.size());
        else if (at('\\') && m_text.substr(m_position + 1, 1) == "\n")
            ++m_position;
        else if (std::string_view(" \t\r\n\f").find(m_text[m_position]) == std::string_view::npos)
            return;
    }
    m_position = m_text.size();
}

bool NpyDictionary::accept(char c)
{
    skipSpace();
    if (!at(c))
        return false;
    ++m_position;
    return true;
}

bool NpyDictionary::parse(std::string_view text)
{
    m_text = text;
    int parentheses = 0;
    while (accept('('))
        ++parentheses;
    if (!accept('{'))
        return fail("an opening brace was expected");
    for (bool more = true; more && !accept('}');) {
        if (!readEntry())
            return false;
        more = accept(',');
        if (!more && !accept('}'))
            return fail("a comma or a closing brace was expected");
    }
    for (; parentheses > 0; --parentheses) {
        if (!accept(')'))
            return fail("a closing parenthesis was expected");
    }
    const std::size_t end = m_position;
    skipSpace();
    if (m_position != m_text.size())
        return fail("nothing but space was expected after the closing brace");
    m_position = end;
    return true;
}

bool NpyDictionary::readEntry()
{
    skipSpace();
    const std::size_t begin = m_position;
    std::string key;
    if (!readString(key))
        return fail("a key in quotation marks was expected");
    token(begin, "key");
    if (!accept(':'))
        return fail("a colon was expected");
    skipSpace();
    if (key == "descr")
        return readDescr();
    if (key == "fortran_order")
        return readOrder();
    if (key == "shape")
        return readShape();
    m_unknownKey = true;
    const std::size_t value = m_position;
    if (NpyLiteral unused; !readValue(unused))
        return false;
    token(value, "value");
    return true;
}

bool NpyDictionary::readDescr()
{
    const std::size_t begin = m_position;
    m_hasDescr = true;
    m_descr = {};
    if (!readValue(m_descr))
        return false;
    m_descrSource = m_text.substr(begin, m_position - begin);
    token(begin, "type");
    return true;
}

bool NpyDictionary::readOrder()
{
    const std::size_t begin = m_position;
    m_hasOrder = true;
    if (readWord("True"))
        m_columnMajor = true;
    else if (readWord("False"))
        m_columnMajor = false;
    else if (NpyLiteral unused; m_columnMajor.reset(), !readValue(unused))
        return false;
    token(begin, "Fortran order");
    return true;
}

bool NpyDictionary::readShape()
{
    m_hasShape = true;
    m_shape.reset();
    const std::size_t begin = m_position;
    const std::size_t tokens = m_tokens.size();
    if (readTuple())
        return true;
    m_shape.reset();
    m_error = {};
    m_tokens.resize(tokens);
    m_position = begin;
    NpyLiteral value;
    if (!readValue(value))
        return false;
    token(begin, "value");
    if (value.kind != NpyLiteral::Kind::Tuple)
        return true;
    m_shape.emplace();
    for (const NpyLiteral& item : value.items) {
        if (item.kind != NpyLiteral::Kind::Number) {
            m_shape.reset();
            return true;
        }
        m_shape->push_back(item.number);
    }
    return true;
}

/// Reads a tuple: "()", "(5,)", "(3, 4)". "(5)" is a number.
bool NpyDictionary::readTuple()
{
    if (!accept('('))
        return false;
    m_shape.emplace();
    while (!accept(')')) {
        skipSpace();
        const std::size_t begin = m_position;
        Dimension dimension;
        if (!readNumber(dimension))
            return false;
        token(begin, "dimension");
        m_shape->push_back(dimension);
        if (accept(','))
            continue;
        skipSpace();
        if (!at(')') || m_shape->size() == 1)
            return false;
    }
    return true;
}

/// Reads a decimal, hexadecimal, octal or binary number with optional underscores. Python 2 wrote "3L".
bool NpyDictionary::readNumber(Dimension& number)
{
    number = {.negative = at('-')};
    if (number.negative || at('+')) {
        ++m_position;
        skipSpace();
    }
    const auto prefix = m_text.substr(m_position, 2);
    int base = 10;
    for (const auto& [letter, of] : {std::pair('x', 16), std::pair('o', 8), std::pair('b', 2)}) {
        if (prefix.size() == 2 && prefix[0] == '0' && (prefix[1] | 0x20) == letter)
            base = of;
    }
    if (base != 10)
        m_position += prefix.size();
    std::string digits;
    while (m_position < m_text.size() && isWordCharacter(m_text[m_position]) && !at('L')) {
        const bool isGroup = at('_') && (base != 10 || !digits.empty()) && !m_text.substr(0, m_position).ends_with('_');
        if (!isGroup)
            digits += m_text[m_position];
        ++m_position;
    }
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number.size, base);
    const bool isZero = digits.find_first_not_of('0') == std::string::npos;
    if (digits.empty() || read.ptr != end || m_text[m_position - 1] == '_'
        || (base == 10 && digits.front() == '0' && !isZero))
        return fail("an integer was expected");
    number.tooLarge = read.ec != std::errc();
    number.negative = number.negative && (number.size > 0 || number.tooLarge);
    const std::size_t behind = m_position;
    skipSpace();
    if (!m_isVersion3 && at('L'))
        ++m_position;
    else
        m_position = behind;
    return true;
}

bool NpyDictionary::readWord(std::string_view word)
{
    if (m_text.substr(m_position, word.size()) != word)
        return false;
    m_position += word.size();
    return true;
}

bool NpyDictionary::atString() const
{
    constexpr std::size_t longestPrefix = 2;
    const std::size_t quote = m_text.find_first_not_of("uUrRbBfF", m_position);
    return quote != std::string_view::npos && quote - m_position <= longestPrefix
        && (m_text[quote] == '\'' || m_text[quote] == '"');
}

/// Reads a string. Joins adjacent strings.
bool NpyDictionary::readString(std::string& text)
{
    if (!atString())
        return fail("expected a string in quotes");
    while (atString()) {
        if (!readStringPart(text))
            return false;
        const std::size_t end = m_position;
        skipSpace();
        if (!atString()) {
            m_position = end;
            break;
        }
    }
    return true;
}

bool NpyDictionary::readStringPart(std::string& text)
{
    bool isRaw = false;
    for (; !at('\'') && !at('"'); ++m_position) {
        if (at('b') || at('B') || at('f') || at('F'))
            return fail("a plain text was expected");
        isRaw = isRaw || at('r') || at('R');
    }
    const char quote = m_text[m_position];
    const std::string three(3, quote);
    const std::string_view closing = std::string_view(three).substr(0, m_text.substr(m_position, 3) == three ? 3 : 1);
    m_position += closing.size();
    while (m_text.substr(m_position, closing.size()) != closing) {
        if (m_position == m_text.size() || (at('\n') && closing.size() == 1))
            return fail("a closing quotation mark was expected");
        if (!at('\\'))
            text += m_text[m_position++];
        else if (isRaw && m_position + 1 < m_text.size())
            text.append(m_text.substr(std::exchange(m_position, m_position + 2), 2));
        else if (!readEscape(text))
            return false;
    }
    m_position += closing.size();
    return true;
}

bool NpyDictionary::readEscape(std::string& text)
{
    constexpr std::string_view letters = "\\'\"abfnrtv";
    constexpr std::string_view meanings = "\\'\"\a\b\f\n\r\t\v";
    if (++m_position == m_text.size())
        return fail("a closing quotation mark was expected");
    const char letter = m_text[m_position];
    if (const auto known = letters.find(letter); known != std::string_view::npos) {
        text += meanings[known];
        ++m_position;
        return true;
    }
    if (letter >= '0' && letter <= '7')
        return readCode(8, 1, 3, text);
    if (letter == 'N') {
        m_isForeign = true;
        return fail("named characters are not supported");
    }
    ++m_position;
    if (letter == 'x')
        return readCode(16, 2, 2, text);
    if (letter == 'u')
        return readCode(16, 4, 4, text);
    if (letter == 'U')
        return readCode(16, 8, 8, text);
    if (letter != '\n')
        text.append(1, '\\').append(1, letter);
    return true;
}

/// Reads a character code with `least` to `most` digits.
bool NpyDictionary::readCode(int base, std::size_t least, std::size_t most, std::string& text)
{
    constexpr std::uint32_t lastCode = 0x10ffff;
    std::uint32_t code = 0;
    const std::string_view digits = m_text.substr(m_position, most);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), code, base);
    const auto count = static_cast<std::size_t>(read.ptr - digits.data());
    if (count < least || code > lastCode || digits.starts_with('-'))
        return fail("the number of a character was expected");
    m_position += count;
    if (!m_isVersion3 && code < 0x100)
        text += static_cast<char>(code);
    else
        appendUtf8(code, text);
    return true;
}

/// Reads any literal: a string, a number, True, False, None, or a tuple or list of literals.
bool NpyDictionary::readValue(NpyLiteral& value, int depth)
{
    using enum NpyLiteral::Kind;
    if (depth > deepest)
        return fail("values are nested too deeply");
    skipSpace();
    if (atString()) {
        value.kind = Text;
        return readString(value.text);
    }
    if (accept('('))
        return readSequence(value, ')', depth);
    if (accept('['))
        return readSequence(value, ']', depth);
    for (const std::string_view word : {"True", "False", "None"}) {
        if (readWord(word)) {
            value.kind = word == "None" ? None : Other;
            return true;
        }
    }
    value.kind = Number;
    const bool isNumber = m_position < m_text.size() && (isAsciiDigit(m_text[m_position]) || at('-') || at('+'));
    return isNumber ? readNumber(value.number) : fail("a literal was expected");
}

/// A single value in parentheses, without a comma, is just that value.
bool NpyDictionary::readSequence(NpyLiteral& value, char close, int depth)
{
    value.kind = close == ')' ? NpyLiteral::Kind::Tuple : NpyLiteral::Kind::List;
    bool hasComma = false;
    while (!accept(close)) {
        if (!readValue(value.items.emplace_back(), depth + 1))
            return false;
        if (accept(',')) {
            hasComma = true;
            continue;
        }
        if (!accept(close))
            return fail("a comma or the end of a list was expected");
        if (close == ')' && !hasComma) {
            NpyLiteral only = std::move(value.items.front());
            value = std::move(only);
        }
        return true;
    }
    return true;
}

} // namespace loupe::numpy
