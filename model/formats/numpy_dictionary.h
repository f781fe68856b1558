#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The Python dictionary in the header of a .npy file: literals only, nothing is ever run. May throw std::bad_alloc.
class NpyDictionary {
public:
    /// One key, value or stretch of punctuation of the text.
    struct Token {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::string_view label; ///< "key", "descr", "dimension", …
    };
    struct Dimension {
        std::uint64_t size = 0;
        bool negative = false; ///< then of that size below zero
        bool tooLarge = false; ///< beyond 64 bits
    };

    /// Looks at the whole text; false where it is no dictionary of literals, and error() says what was expected.
    bool parse(std::string_view text);

    std::string_view error() const { return m_error; }
    /// Of the error; else one past the closing brace.
    std::size_t position() const { return m_position; }
    const std::vector<Token>& tokens() const { return m_tokens; }

    bool hasUnknownKey() const { return m_unknownKey; }
    bool hasDescr() const { return m_hasDescr; }
    /// The text of a plain type; nothing for a list of fields, whose source is descrSource().
    const std::optional<std::string>& descr() const { return m_descr; }
    std::string_view descrSource() const { return m_descrSource; }
    bool hasOrder() const { return m_hasOrder; }
    std::optional<bool> columnMajor() const { return m_columnMajor; } ///< nothing where it is no truth value
    bool hasShape() const { return m_hasShape; }
    const std::optional<std::vector<Dimension>>& shape() const { return m_shape; } ///< nothing: no tuple of integers

private:
    static constexpr int deepest = 32;

    bool fail(std::string_view error);
    void skipSpace();
    bool at(char c) const { return m_position < m_text.size() && m_text[m_position] == c; }
    bool accept(char c);
    bool readString(std::string& text);
    bool readWord(std::string_view word);
    bool readNumber(Dimension& number);
    bool readTuple();
    bool skipValue(int depth);
    bool skipSequence(char close, int depth);
    bool readEntry();
    bool readDescr();
    bool readOrder();
    bool readShape();
    void token(std::size_t begin, std::string_view label) { m_tokens.push_back({begin, m_position, label}); }

    std::string_view m_text;
    std::size_t m_position = 0;
    std::string_view m_error;
    std::vector<Token> m_tokens;
    bool m_unknownKey = false;
    bool m_hasDescr = false;
    bool m_hasOrder = false;
    bool m_hasShape = false;
    std::optional<std::string> m_descr;
    std::string_view m_descrSource;
    std::optional<bool> m_columnMajor;
    std::optional<std::vector<Dimension>> m_shape;
};

} // namespace loupe
