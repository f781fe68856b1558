#pragma once

#include "core/text/text.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/source_cursor.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::tensorizer {

/// The exception of Python's struct module for data that ends too early.
inline constexpr std::string_view tensorizerCut = "error";

/// "parameter", "buffer", "state dict entry"; empty for an unknown kind.
std::string_view tensorizerKindName(std::uint8_t kind);

/// "0aff".
inline std::string hexadecimal(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char byte : bytes) {
        text += digits[static_cast<unsigned char>(byte) >> 4];
        text += digits[static_cast<unsigned char>(byte) & 15];
    }
    return text;
}

/// Reads numbers and texts of a header, and adds each as a field if fields are requested.
class TensorizerCursor {
public:
    /// Parameters as for SourceCursor. `fields` may be null; otherwise its position is at or before `range`.
    TensorizerCursor(const Source& source, ByteRange range, HeaderFieldList* fields)
        : m_cursor(source, range)
        , m_fields(fields)
    {
        if (m_fields)
            m_fields->skipTo(range.begin);
    }

    std::uint64_t position() const { return m_cursor.position(); }
    std::uint64_t left() const { return m_cursor.left(); }
    const std::optional<Error>& error() const { return m_cursor.error(); }
    bool wantsNoMore() const { return m_fields && m_fields->done(); }

    template <typename Number>
    std::optional<Number> number(std::string_view label)
    {
        const auto number = m_cursor.number<Number>();
        if (number)
            field(label, [&] { return std::to_string(*number); });
        return number;
    }

    /// The kind of a tensor in its model: a parameter, a buffer, an entry of a dictionary.
    std::optional<std::uint8_t> kind();
    /// Reads the number of dimensions, then each of them.
    bool shape(std::vector<std::uint64_t>& dimensions);

    bool text(std::uint64_t size, std::string& target, std::string_view label)
    {
        constexpr std::size_t longestShown = 200;
        if (!m_cursor.text(size, target))
            return false;
        field(label, [&] { return printable(std::string_view(target).substr(0, longestShown)); });
        return true;
    }

    /// Reads binary bytes, which are shown in hexadecimal.
    bool bytes(std::uint64_t size, std::string& target, std::string_view label)
    {
        if (!m_cursor.text(size, target))
            return false;
        field(label, [&] { return hexadecimal(target); });
        return true;
    }

    bool skip(std::uint64_t size, std::string_view label)
    {
        if (!m_cursor.skip(size))
            return false;
        field(label, [] { return std::string(); });
        return true;
    }

private:
    template <typename Value>
    void field(std::string_view label, Value&& value)
    {
        if (m_fields && m_cursor.position() > m_fields->position())
            m_fields->add(m_cursor.position(), label, value);
    }

    SourceCursor m_cursor;
    HeaderFieldList* m_fields;
};

} // namespace loupe::tensorizer
