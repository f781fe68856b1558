#include "formats/flax/msgpack_reader.h"

#include "core/text/text.h"

#include <array>
#include <bit>

namespace loupe::flax {

namespace {

constexpr std::size_t longestHead = 10; // a byte, 4 of a length, and a type; or a byte and 8 of a number
constexpr std::size_t atOnce = 4096; // small, since the heads are between arrays

/// The meaning of the bytes 0xc0 to 0xdf.
struct Row {
    MsgpackKind kind;
    unsigned width; ///< bytes of the number
    std::uint64_t number; ///< used if width is 0
};

constexpr std::array<Row, 32> formatRows{{
    {MsgpackKind::Nil, 0, 0},
    {MsgpackKind::Invalid, 0, 0},
    {MsgpackKind::Boolean, 0, 0},
    {MsgpackKind::Boolean, 0, 1},
    {MsgpackKind::Bytes, 1, 0},
    {MsgpackKind::Bytes, 2, 0},
    {MsgpackKind::Bytes, 4, 0},
    {MsgpackKind::Extension, 1, 0},
    {MsgpackKind::Extension, 2, 0},
    {MsgpackKind::Extension, 4, 0},
    {MsgpackKind::Float32, 4, 0},
    {MsgpackKind::Float64, 8, 0},
    {MsgpackKind::Unsigned, 1, 0},
    {MsgpackKind::Unsigned, 2, 0},
    {MsgpackKind::Unsigned, 4, 0},
    {MsgpackKind::Unsigned, 8, 0},
    {MsgpackKind::Signed, 1, 0},
    {MsgpackKind::Signed, 2, 0},
    {MsgpackKind::Signed, 4, 0},
    {MsgpackKind::Signed, 8, 0},
    {MsgpackKind::Extension, 0, 1},
    {MsgpackKind::Extension, 0, 2},
    {MsgpackKind::Extension, 0, 4},
    {MsgpackKind::Extension, 0, 8},
    {MsgpackKind::Extension, 0, 16},
    {MsgpackKind::Text, 1, 0},
    {MsgpackKind::Text, 2, 0},
    {MsgpackKind::Text, 4, 0},
    {MsgpackKind::Array, 2, 0},
    {MsgpackKind::Array, 4, 0},
    {MsgpackKind::Map, 2, 0},
    {MsgpackKind::Map, 4, 0},
}};

MsgpackHead shortHead(MsgpackKind kind, std::uint64_t number)
{
    MsgpackHead head;
    head.kind = kind;
    head.size = 1;
    head.number = number;
    return head;
}

std::uint64_t signExtended(std::uint64_t number, unsigned width)
{
    const unsigned shift = 64 - 8 * width;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(number << shift) >> shift);
}

} // namespace

std::optional<MsgpackHead> msgpackHead(std::string_view bytes)
{
    if (bytes.empty())
        return std::nullopt;
    const auto first = static_cast<unsigned char>(bytes.front());
    if (first < 0x80)
        return shortHead(MsgpackKind::Unsigned, first);
    if (first < 0x90)
        return shortHead(MsgpackKind::Map, first & 0x0fU);
    if (first < 0xa0)
        return shortHead(MsgpackKind::Array, first & 0x0fU);
    if (first < 0xc0)
        return shortHead(MsgpackKind::Text, first & 0x1fU);
    if (first >= 0xe0)
        return shortHead(MsgpackKind::Signed, signExtended(first, 1));
    const Row& row = formatRows[first - 0xc0U];
    MsgpackHead head = shortHead(row.kind, row.number);
    const bool isExtension = row.kind == MsgpackKind::Extension;
    head.size = 1 + row.width + (isExtension ? 1 : 0);
    if (bytes.size() < head.size)
        return std::nullopt;
    for (unsigned i = 0; i < row.width; ++i)
        head.number = head.number << 8 | static_cast<unsigned char>(bytes[1 + i]);
    if (row.kind == MsgpackKind::Signed)
        head.number = signExtended(head.number, row.width);
    if (isExtension)
        head.extension = static_cast<std::int8_t>(bytes[head.size - 1]);
    return head;
}

double msgpackFloat(const MsgpackHead& head)
{
    return head.kind == MsgpackKind::Float32 ? std::bit_cast<float>(static_cast<std::uint32_t>(head.number))
                                             : std::bit_cast<double>(head.number);
}

MsgpackReader::MsgpackReader(const Source& source, ByteRange range)
    : m_cursor(source, range, atOnce)
    , m_end(m_cursor.position() + m_cursor.left())
{
}

std::nullopt_t MsgpackReader::refuse(
    std::string_view code, std::string message, std::uint64_t offset, std::string_view refusedAs)
{
    if (!m_fault)
        m_fault = MsgpackFault{code, std::move(message), refusedAs, offset};
    return std::nullopt;
}

std::uint64_t MsgpackReader::setEnd(std::uint64_t end)
{
    const std::uint64_t before = m_end;
    m_end = end;
    return before;
}

std::optional<MsgpackHead> MsgpackReader::next()
{
    const std::uint64_t begin = position();
    if (m_fault || !m_cursor.text(std::min<std::uint64_t>(longestHead, left()), m_bytes))
        return std::nullopt;
    auto head = msgpackHead(m_bytes);
    if (!head) {
        m_cursor.seek(begin);
        return refuse("header-cut", "the file ends where a value is expected", begin);
    }
    m_cursor.seek(begin + head->size);
    head->begin = begin;
    switch (head->kind) {
    case MsgpackKind::Invalid:
        return refuse("msgpack-invalid", "has the byte C1, which is unused in MessagePack", begin, "FormatError");
    case MsgpackKind::Array:
    case MsgpackKind::Map:
        if (head->number > left() / (head->kind == MsgpackKind::Map ? 2 : 1)) {
            return refuse("count-huge",
                "claims "
                    + counted(head->number, head->kind == MsgpackKind::Map ? "entry" : "element",
                        head->kind == MsgpackKind::Map ? "entries" : "elements")
                    + ", but only " + counted(left(), "byte") + " follow",
                begin);
        }
        break;
    default:
        if (head->hasPayload() && head->number > left()) {
            return refuse("data-missing",
                "claims " + counted(head->number, "byte") + ", but only " + formatCount(left()) + " follow", begin);
        }
    }
    return head;
}

bool MsgpackReader::text(const MsgpackHead& head, std::string& target)
{
    return m_cursor.text(head.payload().size(), target);
}

void MsgpackReader::resume(std::uint64_t position)
{
    m_fault.reset();
    m_cursor.seek(position);
}

bool MsgpackReader::skipValue(const MsgpackHead& head, const Work& work)
{
    constexpr std::uint64_t valuesBetweenLooks = 4096;
    std::uint64_t seen = 0;
    // Cannot overflow: each count was checked against the bytes left.
    std::uint64_t values = 0;
    std::optional<MsgpackHead> next = head;
    for (;;) {
        skipPayload(*next);
        if (next->kind == MsgpackKind::Array)
            values += next->number;
        else if (next->kind == MsgpackKind::Map)
            values += 2 * next->number;
        if (values == 0)
            return true;
        if (++seen % valuesBetweenLooks == 0 && work.stopped())
            return false;
        --values;
        next = this->next();
        if (!next)
            return false;
    }
}

} // namespace loupe::flax
