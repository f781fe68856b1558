#include "formats/quantized/json_value.h"

#include <algorithm>
#include <charconv>

namespace loupe::quantized {

std::optional<JsonValue> JsonValue::parse(std::string_view text)
{
    JsonCursor cursor(text);
    JsonValue value;
    if (!read(cursor, value) || !cursor.finish() || cursor.failed())
        return std::nullopt;
    return value;
}

/// Recursion is no deeper than JsonCursor::maximumDepth.
bool JsonValue::read(JsonCursor& cursor, JsonValue& value)
{
    value.m_kind = cursor.peek();
    switch (value.m_kind) {
    case Kind::Object: {
        std::string_view key;
        if (!cursor.enterObject())
            return false;
        while (cursor.nextKey(key)) {
            value.m_members.emplace_back(key, JsonValue());
            if (!read(cursor, value.m_members.back().second))
                return false;
        }
        return !cursor.failed();
    }
    case Kind::Array:
        if (!cursor.enterArray())
            return false;
        while (cursor.nextElement()) {
            value.m_elements.emplace_back();
            if (!read(cursor, value.m_elements.back()))
                return false;
        }
        return !cursor.failed();
    case Kind::String: {
        std::string_view text;
        if (!cursor.readString(text))
            return false;
        value.m_text = text;
        return true;
    }
    case Kind::Number:
    case Kind::Boolean: {
        const std::size_t begin = cursor.offset(); // peek() has skipped what is before the value
        if (!cursor.skipValue())
            return false;
        value.m_text = cursor.text().substr(begin, cursor.offset() - begin);
        return true;
    }
    case Kind::Null:
        return cursor.readNull();
    case Kind::None:
        break;
    }
    return false;
}

const JsonValue& JsonValue::operator[](std::string_view key) const
{
    static const JsonValue none;
    const auto found =
        std::find_if(m_members.rbegin(), m_members.rend(), [&](const auto& member) { return member.first == key; });
    return found == m_members.rend() ? none : found->second;
}

std::optional<std::int64_t> JsonValue::integer() const
{
    if (m_kind != Kind::Number && m_kind != Kind::String)
        return std::nullopt;
    std::int64_t value = 0;
    const char* const end = m_text.data() + m_text.size();
    const auto [stopped, error] = std::from_chars(m_text.data(), end, value);
    if (error != std::errc() || stopped != end)
        return std::nullopt;
    return value;
}

std::optional<double> JsonValue::number() const
{
    if (m_kind != Kind::Number)
        return std::nullopt;
    double value = 0;
    const char* const end = m_text.data() + m_text.size();
    const auto [stopped, error] = std::from_chars(m_text.data(), end, value);
    if (error != std::errc() || stopped != end)
        return std::nullopt;
    return value;
}

std::optional<bool> JsonValue::boolean() const
{
    if (m_kind != Kind::Boolean)
        return std::nullopt;
    return m_text == "true";
}

} // namespace loupe::quantized
