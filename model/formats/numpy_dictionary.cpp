#include "formats/numpy_dictionary.h"

#include <charconv>

namespace loupe {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

bool NpyDictionary::fail(std::string_view error)
{
    if (m_error.empty())
        m_error = error;
    return false;
}

void NpyDictionary::skipSpace()
{
    while (
        m_position < m_text.size() && std::string_view(" \t\r\n\f").find(m_text[m_position]) != std::string_view::npos)
        ++m_position;
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
    if (!accept('{'))
        return fail("an opening brace was expected");
    for (bool more = true; more && !accept('}');) {
        if (!readEntry())
            return false;
        more = accept(',');
        if (!more && !accept('}'))
            return fail("a comma or a closing brace was expected");
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
    if (!skipValue(0))
        return false;
    token(value, "value");
    return true;
}

bool NpyDictionary::readDescr()
{
    const std::size_t begin = m_position;
    m_hasDescr = true;
    m_descr.reset();
    std::string text;
    if (at('\'') || at('"')) {
        if (!readString(text))
            return false;
        m_descr = std::move(text);
    } else if (!skipValue(0)) {
        return false;
    }
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
    else if (m_columnMajor.reset(); !skipValue(0))
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
    m_tokens.resize(tokens);
    m_position = begin;
    if (!skipValue(0))
        return false;
    token(begin, "value");
    return true;
}

/// "()", "(5,)", "(3, 4)"; "(5)" is a number.
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

/// Python 2 wrote "3L".
bool NpyDictionary::readNumber(Dimension& number)
{
    number.negative = at('-');
    if (number.negative || at('+'))
        ++m_position;
    const std::size_t begin = m_position;
    while (m_position < m_text.size() && isDigit(m_text[m_position]))
        ++m_position;
    if (m_position == begin)
        return fail("a whole number was expected");
    const auto read = std::from_chars(m_text.data() + begin, m_text.data() + m_position, number.size);
    number.tooLarge = read.ec != std::errc();
    number.negative = number.negative && number.size > 0;
    if (at('L'))
        ++m_position;
    return true;
}

bool NpyDictionary::readWord(std::string_view word)
{
    if (m_text.substr(m_position, word.size()) != word)
        return false;
    m_position += word.size();
    return true;
}

bool NpyDictionary::readString(std::string& text)
{
    if (!at('\'') && !at('"'))
        return fail("a text in quotation marks was expected");
    const char quote = m_text[m_position++];
    while (m_position < m_text.size() && m_text[m_position] != quote && m_text[m_position] != '\n') {
        if (at('\\') && ++m_position == m_text.size())
            break;
        text += m_text[m_position++];
    }
    return accept(quote) || fail("a closing quotation mark was expected");
}

/// Whatever is a literal: a text, a number, True, False, None, and tuples and lists of such.
bool NpyDictionary::skipValue(int depth)
{
    if (depth > deepest)
        return fail("values are nested too deeply");
    skipSpace();
    std::string text;
    Dimension number;
    if (at('\'') || at('"'))
        return readString(text);
    if (accept('('))
        return skipSequence(')', depth);
    if (accept('['))
        return skipSequence(']', depth);
    for (const std::string_view word : {"True", "False", "None"}) {
        if (readWord(word))
            return true;
    }
    const bool isNumber = m_position < m_text.size() && (isDigit(m_text[m_position]) || at('-') || at('+'));
    return isNumber ? readNumber(number) : fail("a literal was expected");
}

bool NpyDictionary::skipSequence(char close, int depth)
{
    while (!accept(close)) {
        if (!skipValue(depth + 1))
            return false;
        if (accept(','))
            continue;
        return accept(close) || fail("a comma or the end of a list was expected");
    }
    return true;
}

} // namespace loupe
