#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// Reads a JSON text (RFC 8259) from front to back without building a document, and tracks its byte position.
///
/// Accepts exactly the texts that Rust's serde_json accepts when it reads into an untyped value, since that decides
/// which safetensors headers are valid: at most 127 levels, no raw control characters, no lone surrogate escapes, no
/// numbers beyond a double. The text must be valid UTF-8. After a failure, every call returns false.
///
/// A typed read that finds a value of another type skips it and returns false without a failure.
class JsonCursor {
public:
    enum class Kind : std::uint8_t { Object, Array, String, Number, Boolean, Null, None };

    static constexpr unsigned maximumDepth = 127;

    explicit JsonCursor(std::string_view text)
        : m_text(text)
    {
    }

    /// The kind of the next value, by its first character. Skips whitespace before it.
    Kind peek();

    bool enterObject();
    /// Inside an object: reads the next key and moves to its value. False at the object's end, after leaving the
    /// object. The key is valid until the next string is read.
    bool nextKey(std::string_view& key);
    bool enterArray();
    /// Inside an array: true if another element follows. False at the array's end, after leaving the array.
    bool nextElement();
    /// Reads an array. `read()` reads one element and returns whether it succeeded. Returns false if the value is not
    /// an array or an element could not be read.
    template <typename Read>
    bool readElements(Read read)
    {
        bool isRead = enterArray();
        while (isRead && nextElement())
            isRead = read();
        return isRead && !failed();
    }

    /// The text is valid until the next string is read.
    bool readString(std::string_view& text);
    /// Reads a number that is written as plain digits and fits in 64 bits.
    bool readUnsigned(std::uint64_t& number);
    bool readNull();
    bool skipValue();
    /// After the outermost value: true if only whitespace is left.
    bool finish();

    /// The cursor's position; after a typed read, one past the value.
    std::size_t offset() const { return m_position; }
    /// The offset at which the last key or value began.
    std::size_t tokenOffset() const { return m_token; }
    std::string_view text() const { return m_text; }
    /// Moves to `position`, which must be just after a whole value in the current container.
    void jumpBehindValue(std::size_t position)
    {
        m_position = position;
        m_first = false;
    }

    bool failed() const { return m_problem != nullptr; }
    /// The error, such as "expected a colon", at offset(); null without a failure.
    const char* problem() const { return m_problem; }
    /// True if the text ended too early, perhaps because it is truncated.
    bool failedAtEnd() const { return failed() && m_position >= m_text.size(); }

private:
    bool atEnd() const { return m_position >= m_text.size(); }
    char current() const { return m_position < m_text.size() ? m_text[m_position] : '\0'; }
    void skipWhitespace();
    bool fail(const char* problem);
    bool enter();
    bool leave();
    bool expectWord(std::string_view word);
    bool scanString(std::string_view& text);
    bool scanEscapes(std::size_t begin, std::string_view& text);
    bool scanEscape();
    bool scanHexEscape();
    bool scanFourDigits(unsigned& code);
    /// Sets `unsignedDigits` to false if the number is anything but plain digits below 2^64.
    bool scanNumber(std::uint64_t& number, bool& unsignedDigits);

    std::string_view m_text;
    std::size_t m_position = 0;
    std::size_t m_token = 0;
    const char* m_problem = nullptr;
    unsigned m_depth = 0;
    bool m_first = false; ///< nothing has been read yet in the current container
    std::string m_unescaped;
};

} // namespace loupe
