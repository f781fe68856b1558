#pragma once

#include "core/text/json_cursor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// A small JSON text as a tree, such as a configuration file or a tensor's description of itself.
class JsonValue {
public:
    using Kind = JsonCursor::Kind;

    JsonValue() = default;
    /// Returns nothing if the text is not JSON, or its tree would take more than 64 MiB.
    static std::optional<JsonValue> parse(std::string_view text);

    Kind kind() const { return m_kind; }
    bool isObject() const { return m_kind == Kind::Object; }
    /// The member with that name, or the last one if there are several; a value of kind None if there is none.
    const JsonValue& operator[](std::string_view key) const;
    bool has(std::string_view key) const { return (*this)[key].kind() != Kind::None; }

    using Member = std::pair<std::string, JsonValue>;
    /// Sorted by name.
    const std::vector<Member>& members() const { return m_members; }
    const std::vector<JsonValue>& elements() const { return m_elements; }
    /// Empty if it is not a string.
    std::string_view string() const { return m_kind == Kind::String ? std::string_view(m_text) : std::string_view(); }
    /// Nothing if it is not an integer, or does not fit in 64 bits. Also accepts a string of digits.
    std::optional<std::int64_t> integer() const;
    /// As integer(), for integers from 0 to 2^64 - 1.
    std::optional<std::uint64_t> unsignedInteger() const;
    std::optional<double> number() const;
    std::optional<bool> boolean() const;

private:
    template <typename Integer>
    std::optional<Integer> integerAs() const;
    static bool read(JsonCursor& cursor, JsonValue& value, std::size_t& bytesLeft);
    static bool pay(std::size_t bytes, std::size_t& bytesLeft);

    Kind m_kind = Kind::None;
    std::string m_text; ///< the text of a string, or the spelling of a number or boolean
    std::vector<Member> m_members; ///< sorted by name; stable for equal names
    std::vector<JsonValue> m_elements;
};

} // namespace loupe
