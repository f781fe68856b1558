#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::numpy {

/// A Python literal, reduced to what types and shapes need from it.
struct NpyLiteral {
    enum class Kind : std::uint8_t { Other, Text, Number, None, Tuple, List };
    struct Whole {
        std::uint64_t size = 0;
        bool negative = false; ///< the value is below zero
        bool tooLarge = false; ///< does not fit in 64 bits
    };

    Kind kind = Kind::Other;
    std::string text; ///< with escapes resolved
    Whole number;
    std::vector<NpyLiteral> items;
};

/// The Python dictionary in the header of a .npy file: Accepts only literals; never runs code. May throw
/// std::bad_alloc.
class NpyDictionary {
public:
    /// A key, a value or a stretch of punctuation.
    struct Token {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::string_view label; ///< "key", "descr", "dimension", …
    };
    using Dimension = NpyLiteral::Whole;

    /// The text is UTF-8 in version 3, and Latin-1 in earlier versions, in which numbers may also end in Python 2's L.
    explicit NpyDictionary(bool isVersion3)
        : m_isVersion3(isVersion3)
    {
    }

    /// Parses the whole text. Returns false if it is not a dictionary of literals; error() says what was expected.
    bool parse(std::string_view text);
    /// After an error: whether Python may be able to read the text, although this parser cannot.
    bool isForeign() const { return m_isForeign; }

    std::string_view error() const { return m_error; }
    /// Position of the error, or, if there is none, one past the closing brace.
    std::size_t position() const { return m_position; }
    const std::vector<Token>& tokens() const { return m_tokens; }

    bool hasUnknownKey() const { return m_unknownKey; }
    bool hasDescr() const { return m_hasDescr; }
    const NpyLiteral& descr() const { return m_descr; }
    std::string_view descrSource() const { return m_descrSource; }
    bool hasOrder() const { return m_hasOrder; }
    std::optional<bool> columnMajor() const { return m_columnMajor; } ///< nothing if it is not a boolean
    bool hasShape() const { return m_hasShape; }
    /// Nothing if it is not a tuple of integers.
    const std::optional<std::vector<Dimension>>& shape() const { return m_shape; }

private:
    static constexpr int deepest = 32;

    bool fail(std::string_view error);
    void skipSpace();
    bool at(char c) const { return m_position < m_text.size() && m_text[m_position] == c; }
    bool accept(char c);
    bool atString() const;
    bool readString(std::string& text);
    bool readStringPart(std::string& text);
    bool readEscape(std::string& text);
    bool readCode(int base, std::size_t least, std::size_t most, std::string& text);
    bool readWord(std::string_view word);
    bool readNumber(Dimension& number);
    bool readTuple();
    bool readValue(NpyLiteral& value, int depth = 0);
    bool readSequence(NpyLiteral& value, char close, int depth);
    bool readEntry();
    bool readDescr();
    bool readOrder();
    bool readShape();
    void token(std::size_t begin, std::string_view label) { m_tokens.push_back({begin, m_position, label}); }

    bool m_isVersion3;
    bool m_isForeign = false;
    std::string_view m_text;
    std::size_t m_position = 0;
    std::string_view m_error;
    std::vector<Token> m_tokens;
    bool m_unknownKey = false;
    bool m_hasDescr = false;
    bool m_hasOrder = false;
    bool m_hasShape = false;
    NpyLiteral m_descr;
    std::string_view m_descrSource;
    std::optional<bool> m_columnMajor;
    std::optional<std::vector<Dimension>> m_shape;
};

} // namespace loupe::numpy
