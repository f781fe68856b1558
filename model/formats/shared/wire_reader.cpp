#include "formats/shared/wire_reader.h"

#include "core/text/text.h"
#include "formats/shared/utf8_text.h"

#include <algorithm>

namespace loupe {

WireReader::Number WireReader::varint(std::uint64_t end)
{
    constexpr unsigned mostBytes = 10;
    const std::uint64_t begin = m_cursor.position();
    std::uint64_t value = 0;
    for (unsigned i = 0; i < mostBytes; ++i) {
        const auto byte = m_cursor.position() < end ? m_cursor.number<std::uint8_t>() : std::nullopt;
        if (!byte) {
            if (!error())
                cut(begin, end, "the message ends at byte " + formatCount(end) + ", in the middle of a number");
            return {};
        }
        value |= i < 9 ? std::uint64_t{*byte & 0x7fU} << (7 * i) : std::uint64_t{*byte} << 63;
        if (*byte < 0x80)
            return {value, true};
    }
    fault("protobuf-varint", "a number goes on after 10 bytes, expected no more", begin);
    return {};
}

template <typename T>
bool WireReader::fixed(std::uint64_t end, std::uint64_t& bits)
{
    const std::uint64_t begin = m_cursor.position();
    const auto number = end - begin >= sizeof(T) ? m_cursor.number<T>() : std::nullopt;
    if (number)
        bits = *number;
    else if (!error())
        cut(begin, end, "the message ends at byte " + formatCount(end) + ", in the middle of a number");
    return number.has_value();
}

std::optional<WireField> WireReader::next(ByteRange& rest)
{
    constexpr std::uint64_t largestTag = 0xffffffff;
    if (rest.empty() || error())
        return std::nullopt;
    const ByteRange all{rest.begin, std::min(rest.end, std::max(rest.begin, m_source.size()))};
    rest.begin = rest.end;
    m_cursor.seek(std::min(all.begin, m_source.size()));
    const Number tag = varint(all.end);
    if (!tag.isThere)
        return std::nullopt;
    WireField field;
    field.number = static_cast<std::uint32_t>(tag.value >> 3);
    field.type = static_cast<WireType>(tag.value & 7);
    if (tag.value > largestTag || field.number == 0) {
        fault("protobuf-tag", "a field has the number " + formatCount(tag.value >> 3) + ", expected 1 to 536,870,911",
            all.begin);
        return std::nullopt;
    }
    bool isThere = true;
    switch (tag.value & 7) {
    case static_cast<unsigned>(WireType::Varint): {
        const Number number = varint(all.end);
        field.bits = number.value;
        isThere = number.isThere;
        break;
    }
    case static_cast<unsigned>(WireType::Fixed64):
        isThere = fixed<std::uint64_t>(all.end, field.bits);
        break;
    case static_cast<unsigned>(WireType::Fixed32):
        isThere = fixed<std::uint32_t>(all.end, field.bits);
        break;
    case static_cast<unsigned>(WireType::Bytes): {
        const Number size = varint(all.end);
        isThere = size.isThere;
        const std::uint64_t begin = m_cursor.position();
        field.claimedSize = size.value;
        field.value = {begin, begin + std::min(size.value, all.end - begin)};
        if (isThere && size.value > field.value.size()) {
            cut(all.begin, all.end,
                "a field should have " + counted(size.value, "byte") + ", but what it is in has only "
                    + formatCount(field.value.size()) + " left");
        }
        break;
    }
    default:
        fault("protobuf-tag", "a field is written in way " + std::to_string(tag.value & 7) + ", expected 0, 1, 2 or 5",
            all.begin);
        return std::nullopt;
    }
    if (!isThere)
        return std::nullopt;
    field.range = {all.begin, field.isBytes() ? field.value.end : m_cursor.position()};
    rest.begin = field.range.end;
    rest.end = std::max(rest.begin, all.end);
    return field;
}

std::optional<std::uint64_t> WireReader::nextVarint(ByteRange& rest)
{
    if (rest.empty() || error())
        return std::nullopt;
    const std::uint64_t end = rest.end;
    m_cursor.seek(std::min(rest.begin, m_source.size()));
    rest.begin = end;
    const Number number = varint(end);
    if (!number.isThere)
        return std::nullopt;
    rest.begin = m_cursor.position();
    return number.value;
}

std::string WireReader::text(ByteRange value, std::uint64_t most)
{
    std::string bytes;
    m_cursor.seek(value.begin);
    if (!m_cursor.text(std::min(most, value.size()), bytes))
        return {};
    return utf8Of(bytes);
}

void WireReader::cut(std::uint64_t offset, std::uint64_t end, std::string message)
{
    if (m_cutAt == end)
        return;
    m_cutAt = end;
    fault("protobuf-cut", std::move(message), offset);
}

void WireReader::fault(std::string_view code, std::string message, std::uint64_t offset)
{
    m_findings.add({.code = code, .message = std::move(message), .refusedAs = m_refusedAs, .offset = offset});
}

} // namespace loupe
