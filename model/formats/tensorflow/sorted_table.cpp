#include "formats/tensorflow/sorted_table.h"

#include "core/crc32c.h"
#include "core/text/text.h"
#include "formats/tensorflow/masked_crc.h"

#include <algorithm>
#include <cstring>

namespace loupe::tensorflow {

namespace {

constexpr std::uint64_t footerSize = 48;
constexpr std::uint64_t handlesSize = 40;
constexpr std::uint64_t tableMagic = 0xdb4775248b80fb57;
constexpr std::uint64_t largestBlock = std::uint64_t{256} << 20;
constexpr std::uint64_t restartSize = 4;
/// Keys are names; longer ones are a fault.
constexpr std::uint64_t longestKey = std::uint64_t{64} << 10;

template <typename Number>
Number numberAt(std::span<const std::byte> bytes, std::uint64_t position)
{
    Number number;
    std::memcpy(&number, bytes.data() + position, sizeof number);
    return number;
}

} // namespace

void SortedTableReader::fault(Severity severity, std::string_view code, std::string message, std::uint64_t offset)
{
    m_findings.add({.severity = severity,
        .code = code,
        .message = std::move(message),
        .refusedAs = m_refusedAs,
        .offset = std::min(offset, m_source.size())});
}

bool SortedTableReader::wrong(std::string message)
{
    fault(Severity::Error, "block-invalid", std::move(message), position());
    m_position = m_entriesEnd;
    return false;
}

std::optional<std::uint64_t> SortedTableReader::varint(std::uint64_t& position, std::uint64_t end) const
{
    std::uint64_t value = 0;
    const auto bytes = m_bytes.bytes();
    for (unsigned shift = 0; shift < 70 && position < end; shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(bytes[position++]);
        value |= shift < 64 ? (byte & 0x7f) << shift : 0;
        if (byte < 0x80)
            return value;
    }
    return std::nullopt;
}

std::optional<ByteRange> SortedTableReader::place(std::uint64_t& position, std::uint64_t end) const
{
    const auto offset = varint(position, end);
    const auto size = offset ? varint(position, end) : std::nullopt;
    if (!size || *size > UINT64_MAX - *offset)
        return std::nullopt;
    return ByteRange{*offset, *offset + *size};
}

Result<std::optional<TableFooter>> SortedTableReader::footer()
{
    const std::uint64_t size = m_source.size();
    if (size < footerSize) {
        fault(Severity::Error, "table-footer",
            "the file has " + counted(size, "byte") + ", expected at least the " + formatCount(footerSize)
                + " of a table's footer",
            0);
        return std::nullopt;
    }
    TableFooter footer{.range = {size - footerSize, size}, .metaindex = {}, .index = {}};
    if (auto room = m_bytes.resize(footerSize); !room)
        return fail(std::move(room.error()));
    if (auto read = m_source.read(footer.range.begin, m_bytes.bytes()); !read)
        return fail(std::move(read.error()));
    if (numberAt<std::uint64_t>(m_bytes.bytes(), handlesSize) != tableMagic) {
        fault(Severity::Error, "table-footer",
            "the file does not end in a table's magic number, 57 fb 80 8b 24 75 47 db",
            footer.range.begin + handlesSize);
        return std::nullopt;
    }
    std::uint64_t position = 0;
    const auto metaindex = place(position, handlesSize);
    const auto index = metaindex ? place(position, handlesSize) : std::nullopt;
    if (!index) {
        fault(Severity::Error, "table-footer", "the footer does not say where the table's directories are",
            footer.range.begin);
        return std::nullopt;
    }
    footer.metaindex = *metaindex;
    footer.index = *index;
    return footer;
}

Result<bool> SortedTableReader::load(ByteRange place)
{
    const std::uint64_t end = m_source.size() - std::min(m_source.size(), footerSize);
    if (place.end > end || end - place.end < tableTrailerSize || place.size() < restartSize) {
        fault(Severity::Error, "block-place",
            "a block of the table should be " + formatByteRange(place) + ", expected it in the " + formatCount(end)
                + " before the footer",
            place.begin);
        return false;
    }
    if (place.size() > largestBlock) {
        fault(Severity::Error, "block-place",
            "a block of the table has " + formatBytes(place.size()) + ", expected at most " + formatBytes(largestBlock),
            place.begin);
        return false;
    }
    if (auto room = m_bytes.resize(place.size() + tableTrailerSize); !room)
        return fail(std::move(room.error()));
    if (auto read = m_source.read(place.begin, m_bytes.bytes()); !read)
        return fail(std::move(read.error()));
    const auto bytes = m_bytes.bytes();
    const auto compression = std::to_integer<unsigned>(bytes[place.size()]);
    const auto stored = numberAt<std::uint32_t>(bytes, place.size() + 1);
    if (maskedCrc(crc32c(0, bytes.first(place.size() + 1))) != stored)
        fault(Severity::Error, "block-checksum", "a block does not match its checksum", place.begin);
    if (compression != 0) {
        fault(Severity::Error, "block-compressed",
            "a block is compressed" + std::string(compression == 1 ? " with Snappy" : "")
                + ", expected one that is not: not read",
            place.end);
        return false;
    }
    m_block = place;
    m_position = 0;
    m_key.clear();
    m_entriesEnd = place.size() - restartSize;
    const std::uint64_t restarts = numberAt<std::uint32_t>(bytes, m_entriesEnd);
    if (restarts > m_entriesEnd / restartSize) {
        fault(Severity::Error, "block-invalid",
            "a block should have " + formatCount(restarts) + " restart points, which is more than fit into it",
            place.begin + m_entriesEnd);
        return false;
    }
    m_entriesEnd -= restarts * restartSize;
    return true;
}

bool SortedTableReader::next()
{
    if (m_position >= m_entriesEnd)
        return false;
    std::uint64_t position = m_position;
    const auto shared = varint(position, m_entriesEnd);
    const auto own = shared ? varint(position, m_entriesEnd) : std::nullopt;
    const auto size = own ? varint(position, m_entriesEnd) : std::nullopt;
    if (!size)
        return wrong("an entry of a block has no lengths");
    const std::uint64_t left = m_entriesEnd - position;
    if (*shared > m_key.size() || *own > left || *size > left - *own)
        return wrong("an entry of a block is longer than the block");
    if (*shared + *own > longestKey)
        return wrong(
            "a key has " + formatCount(*shared + *own) + " bytes, expected at most " + formatCount(longestKey));
    m_key.resize(*shared);
    m_key.append(reinterpret_cast<const char*>(m_bytes.bytes().data()) + position, *own);
    position += *own;
    m_value = {m_block.begin + position, m_block.begin + position + *size};
    m_position = position + *size;
    return true;
}

std::optional<ByteRange> SortedTableReader::valueAsPlace()
{
    std::uint64_t position = m_value.begin - m_block.begin;
    return place(position, m_value.end - m_block.begin);
}

} // namespace loupe::tensorflow
