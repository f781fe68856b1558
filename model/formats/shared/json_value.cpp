#include "formats/shared/json_value.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace loupe {

namespace {

constexpr std::size_t mostBytes = std::size_t{64} << 20;

} // namespace

std::optional<JsonValue> JsonValue::parse(std::string_view text)
{
    JsonCursor cursor(text);
    JsonValue value;
    std::size_t bytesLeft = mostBytes;
    if (!read(cursor, value, bytesLeft) || !cursor.finish() || cursor.failed())
        return std::nullopt;
    return value;
}

bool JsonValue::pay(std::size_t bytes, std::size_t& bytesLeft)
{
    if (bytes > bytesLeft)
        return false;
    bytesLeft -= bytes;
    return true;
}

/// Recursion is no deeper than JsonCursor::maximumDepth.
bool JsonValue::read(JsonCursor& cursor, JsonValue& value, std::size_t& bytesLeft)
{
    value.m_kind = cursor.peek();
    switch (value.m_kind) {
    case Kind::Object: {
        std::string_view key;
        if (!cursor.enterObject())
            return false;
        while (cursor.nextKey(key)) {
            if (!pay(sizeof(Member) + key.size(), bytesLeft))
                return false;
            value.m_members.emplace_back(key, JsonValue());
            if (!read(cursor, value.m_members.back().second, bytesLeft))
                return false;
        }
        std::ranges::stable_sort(value.m_members, {}, &Member::first);
        return !cursor.failed();
    }
    case Kind::Array:
        if (!cursor.enterArray())
            return false;
        while (cursor.nextElement()) {
            if (!pay(sizeof(JsonValue), bytesLeft))
                return false;
            value.m_elements.emplace_back();
            if (!read(cursor, value.m_elements.back(), bytesLeft))
                return false;
        }
        return !cursor.failed();
    case Kind::String: {
        std::string_view text;
        if (!cursor.readString(text) || !pay(text.size(), bytesLeft))
            return false;
        value.m_text = text;
        return true;
    }
    case Kind::Number:
    case Kind::Boolean: {
        const std::size_t begin = cursor.offset(); // peek() has skipped everything before the value
        if (!cursor.skipValue() || !pay(cursor.offset() - begin, bytesLeft))
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
    const auto behind = std::ranges::upper_bound(
        m_members, key, {}, [](const Member& member) { return std::string_view(member.first); });
    return behind == m_members.begin() || std::prev(behind)->first != key ? none : std::prev(behind)->second;
}

template <typename Integer>
std::optional<Integer> JsonValue::integerAs() const
{
    if (m_kind != Kind::Number && m_kind != Kind::String)
        return std::nullopt;
    Integer value = 0;
    const char* const end = m_text.data() + m_text.size();
    const auto [stopped, error] = std::from_chars(m_text.data(), end, value);
    if (error != std::errc() || stopped != end)
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> JsonValue::integer() const
{
    return integerAs<std::int64_t>();
}

std::optional<std::uint64_t> JsonValue::unsignedInteger() const
{
    return integerAs<std::uint64_t>();
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

} // namespace loupe
