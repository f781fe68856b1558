#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Writes one JSON document from front to back, without building it in memory. Integers are exact. A double is written
/// as the shortest text that reads back as the same double, and never looks like an integer ("3.0"). NaN and infinities
/// become null; invalid UTF-8 in strings becomes U+FFFD. The caller must pair begins with ends and keys with values.
class JsonWriter {
public:
    using Sink = std::function<void(std::string_view)>;
    /// How array elements are laid out: on one line, or one per line.
    enum class Layout : std::uint8_t { Compact, Lines };

    /// `sink` receives the text in pieces of about 64 KiB.
    explicit JsonWriter(Sink sink)
        : m_sink(std::move(sink))
    {
    }

    void beginObject() { begin('{', Layout::Compact); }
    void endObject() { end('}'); }
    void beginArray(Layout layout = Layout::Compact) { begin('[', layout); }
    void endArray() { end(']'); }
    void key(std::string_view name);

    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(double number);
    void value(std::nullptr_t);
    /// Writes a value that is already JSON.
    void raw(std::string_view text) { word(text); }
    template <std::integral T>
    void value(T number)
    {
        if constexpr (std::same_as<T, bool>)
            word(number ? "true" : "false");
        else if constexpr (std::signed_integral<T>)
            signedNumber(number);
        else
            unsignedNumber(number);
    }
    template <typename T>
    void value(const std::optional<T>& maybe)
    {
        if (maybe)
            value(*maybe);
        else
            value(nullptr);
    }

    template <typename T>
    void member(std::string_view name, const T& content)
    {
        key(name);
        value(content);
    }

    /// Ends the document with a line feed and passes the remaining text to the sink.
    void finish();

private:
    struct Level {
        Layout layout;
        bool empty = true;
    };

    void begin(char bracket, Layout layout);
    void end(char bracket);
    /// Writes what must precede a value or a key.
    void separate();
    void word(std::string_view text);
    void signedNumber(std::int64_t number);
    void unsignedNumber(std::uint64_t number);
    void quote(std::string_view text);
    void flush();

    Sink m_sink;
    std::string m_buffer;
    std::vector<Level> m_levels;
    bool m_afterKey = false;
};

/// The document that `write` writes, without the line feed at its end.
std::string jsonText(const std::function<void(JsonWriter&)>& write);

} // namespace loupe
