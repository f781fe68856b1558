#include "formats/arrow/arrow_messages.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "formats/storages/stored_text.h"

#include <algorithm>
#include <array>

namespace loupe::arrow {

namespace {

constexpr std::uint64_t bufferOffsetSize = 4;
constexpr std::uint64_t magicBegin = 8; // includes padding
constexpr std::uint64_t footerEnd = 10; // a length and the magic number
constexpr std::uint32_t continuation = 0xffffffff;
constexpr std::uint64_t largestMetadata = std::uint64_t{256} << 20;

/// Types of the union MessageHeader in Arrow's Message.fbs.
enum MessageType : std::uint8_t { SchemaMessage = 1, DictionaryMessage, BatchMessage, TensorMessage, SparseMessage };

std::string_view messageName(std::uint8_t type)
{
    constexpr std::array<std::string_view, 6> names{
        "no message", "schema", "dictionary batch", "record batch", "tensor", "sparse tensor"};
    return type < names.size() ? names[type] : "unknown message";
}

} // namespace

template <typename Number>
Result<Number> ArrowMessages::numberAt(std::uint64_t position) const
{
    Number number{};
    if (auto read = m_source.read(position, std::as_writable_bytes(std::span(&number, 1))); !read)
        return fail(std::move(read.error()));
    return number;
}

void ArrowMessages::refuse(std::string_view code, std::string message, std::uint64_t offset)
{
    m_content.findings.add({.code = code, .message = std::move(message), .refusedAs = arrowRefusal, .offset = offset});
}

void ArrowMessages::addHeader(ByteRange range)
{
    range = intersect(range, {0, m_source.size()});
    if (range.empty())
        return;
    m_headerBytes += m_hasHeader ? range.size() : range.end;
    if (!std::exchange(m_hasHeader, true))
        m_content.header = m_content.headerContent = {0, range.end};
    else
        m_content.parts.push_back({range, RegionKind::Header});
}

Result<> ArrowMessages::parse()
{
    m_end = m_source.size();
    if (m_end >= magic.size()) {
        std::array<char, magic.size()> start{};
        if (auto read = m_source.read(0, std::as_writable_bytes(std::span(start))); !read)
            return read;
        m_isFile = std::string_view(start.data(), start.size()) == magic;
    }
    m_content.variant = m_isFile ? "file" : "stream";
    if (m_isFile) {
        if (auto read = readFooter(); !read)
            return read;
        m_position = std::min(magicBegin, m_end);
        field({0, m_position}, "magic", [] { return std::string(magic); });
    }
    for (bool goesOn = true; goesOn && !stops();) {
        const auto head = readHead();
        if (!head)
            return fail(head.error());
        if (!*head)
            break;
        const auto read = readMessage(**head);
        if (!read)
            return fail(read.error());
        goesOn = *read;
    }
    if (m_work.stopped())
        return fail(ErrorCode::Stopped, "stopped while the messages were read", m_source.path().string());
    finish();
    return {};
}

/// The end of a file: a table, its length, the magic number.
Result<> ArrowMessages::readFooter()
{
    const std::uint64_t size = m_source.size();
    std::array<char, footerEnd> end{};
    if (size >= magicBegin + footerEnd) {
        if (auto read = m_source.read(size - footerEnd, std::as_writable_bytes(std::span(end))); !read)
            return read;
    }
    std::int32_t length = 0;
    std::memcpy(&length, end.data(), sizeof length);
    if (std::string_view(end.data(), end.size()).substr(bufferOffsetSize) != magic || length <= 0
        || static_cast<std::uint64_t>(length) > size - magicBegin - footerEnd
        || static_cast<std::uint64_t>(length) > largestMetadata) {
        refuse("footer-missing", "the file does not end with a footer, its length and " + std::string(magic), size);
        return {};
    }
    m_end = size - footerEnd - static_cast<std::uint64_t>(length);
    m_footer = {m_end, size};
    m_footerContent = {m_end, size - footerEnd};
    Buffer scratch;
    return m_source.visit(m_footerContent, scratch, [&](std::span<const std::byte> bytes) {
        FlatBuffer buffer(bytes);
        if (const auto footer = FlatTable::root(buffer)) {
            // Use the footer's schema, since some writers write no other.
            if (const auto schema = footer->table(1))
                takeSchema(buffer, *schema, {m_footer.begin, m_footerContent});
            readBlocks(buffer, *footer);
        }
        if (buffer.broken())
            refuse("footer-invalid", "the footer is invalid", m_footer.begin);
    });
}

void ArrowMessages::readBlocks(FlatBuffer& buffer, const FlatTable& footer)
{
    constexpr std::uint64_t blockSize = 24; // an offset, the length of metadata and padding, the length of the body
    const FlatVector blocks = footer.vector(3, blockSize);
    for (std::uint32_t i = 0; i < blocks.count; ++i) {
        const auto offset = buffer.number<std::int64_t>(blocks.begin + i * blockSize);
        m_blocks.push_back(offset && *offset >= 0 ? static_cast<std::uint64_t>(*offset) : UINT64_MAX);
    }
}

Result<std::optional<ArrowMessages::Head>> ArrowMessages::readHead()
{
    using Next = Result<std::optional<Head>>;
    const std::uint64_t left = m_end - m_position;
    if (left == 0)
        return Next(std::nullopt);
    if (left < bufferOffsetSize) {
        refuse("message-cut", "a message is cut off after " + counted(left, "byte"), m_position);
        return Next(std::nullopt);
    }
    auto length = numberAt<std::uint32_t>(m_position);
    if (!length)
        return fail(length.error());
    std::uint64_t begin = m_position + bufferOffsetSize;
    if (*length == continuation) { // older writers do not write the marker
        if (left < 2 * bufferOffsetSize) {
            refuse("message-cut", "a message is cut off after " + counted(left, "byte"), m_position);
            return Next(std::nullopt);
        }
        length = numberAt<std::uint32_t>(begin);
        if (!length)
            return fail(length.error());
        begin += bufferOffsetSize;
    }
    const ByteRange head{m_position, begin};
    field({head.begin, begin - bufferOffsetSize}, "continuation", [] { return std::string(); });
    field({begin - bufferOffsetSize, begin}, "metadata length", [&] { return std::to_string(*length); });
    if (*length == 0) {
        m_ended = true;
        addHeader(head);
        m_position = begin;
        return Next(std::nullopt);
    }
    if (*length > largestMetadata || *length > m_end - begin) {
        addHeader(head);
        m_position = begin;
        refuse("message-cut",
            "a message claims " + counted(*length, "byte") + " of metadata, but only " + formatCount(m_end - begin)
                + " follow: rows that come after are not there",
            head.begin);
        return Next(std::nullopt);
    }
    m_position = begin + *length;
    return Next(Head{head.begin, {begin, m_position}});
}

Result<bool> ArrowMessages::readMessage(const Head& head)
{
    constexpr std::int16_t oldestVersion = 3; // version 4 of the format
    Buffer scratch;
    bool goesOn = false;
    Result<> taken;
    auto visited = m_source.visit(head.metadata, scratch, [&](std::span<const std::byte> bytes) {
        FlatBuffer buffer(bytes);
        const auto message = FlatTable::root(buffer);
        const auto version = message ? message->number<std::int16_t>(0, 0) : std::int16_t{-1};
        const auto type = message ? message->number<std::uint8_t>(1, 0) : std::uint8_t{0};
        const auto length = message ? message->number<std::int64_t>(3, 0) : 0;
        const auto bodyEnd = length < 0 ? std::nullopt : checkedAdd(m_position, static_cast<std::uint64_t>(length));
        field(head.metadata, messageName(type), [&] { return counted(bytes.size(), "byte"); });
        addHeader({head.begin, head.metadata.end});
        if (!message || buffer.broken() || !bodyEnd || type == 0 || type > SparseMessage) {
            refuse("message-invalid", "the message is invalid", head.begin);
            return;
        }
        if (version < oldestVersion) {
            refuse("version",
                "the message has version " + std::to_string(version + 1) + " of the format, expected 4 or 5",
                head.begin);
            return;
        }
        const ArrowBody body{{m_position, *bodyEnd}, head.begin, version};
        if (*bodyEnd > m_end) {
            refuse("data-missing",
                "the " + std::string(messageName(type)) + " claims " + counted(body.range.size(), "byte")
                    + ", but only " + formatCount(m_end - m_position) + " follow",
                head.begin);
        }
        taken = takeMessage(buffer, *message, body, head);
        goesOn = *bodyEnd <= m_end;
        m_position = std::min(*bodyEnd, m_end);
    });
    if (!visited)
        return fail(std::move(visited.error()));
    if (!taken)
        return fail(std::move(taken.error()));
    return goesOn;
}

Result<> ArrowMessages::takeMessage(
    FlatBuffer& buffer, const FlatTable& message, const ArrowBody& body, const Head& head)
{
    const auto type = message.number<std::uint8_t>(1, 0);
    const auto table = message.table(2);
    if (!table) {
        refuse("message-invalid", "the message has no content", head.begin);
        m_columns.addOther(body);
        return {};
    }
    switch (type) {
    case SchemaMessage:
        if (m_footer.empty() || !m_columns.hasSchema())
            takeSchema(buffer, *table, head);
        m_columns.addOther(body);
        return {};
    case BatchMessage:
        m_batches.push_back(head.begin);
        if (!m_columns.hasSchema()) {
            refuse("schema-missing", "the record batch comes before a schema", head.begin);
            m_columns.addOther(body);
            return {};
        }
        return m_columns.addBatch(buffer, *table, body);
    case TensorMessage:
        m_columns.addTensor(buffer, *table, body);
        return {};
    case SparseMessage:
        m_content.findings.add({.severity = Severity::Note,
            .code = "tensor-sparse",
            .message = "a sparse tensor is not shown",
            .offset = head.begin});
        m_columns.addOther(body);
        return {};
    default:
        m_columns.addOther(body);
        return {};
    }
}

void ArrowMessages::takeSchema(FlatBuffer& buffer, const FlatTable& table, const Head& head)
{
    if (m_columns.hasSchema()) {
        refuse("schema-twice", "there is a second schema", head.begin);
        return;
    }
    ArrowSchema schema = readArrowSchema(buffer, table);
    for (const ArrowMetadataEntry& entry : schema.metadata) {
        const std::uint64_t begin = head.metadata.begin + entry.value.begin;
        m_metadata.add(entry.key, begin, m_content.findings, [&] {
            return textAt(m_source, {begin, begin + entry.value.count}, {}).value_or(MetadataValue());
        });
    }
    m_columns.setSchema(std::move(schema), head.begin);
}

void ArrowMessages::checkBlocks()
{
    if (m_footer.empty() || m_blocks == m_batches)
        return;
    const bool isOutside = std::ranges::any_of(m_blocks, [&](std::uint64_t block) { return block >= m_footer.begin; });
    Finding finding{.severity = isOutside ? Severity::Error : Severity::Warning,
        .code = "footer-mismatch",
        .message = "the footer lists " + counted(m_blocks.size(), "record batch", "record batches") + ", found are "
            + formatCount(m_batches.size()) + " or other ones: these are shown",
        .offset = m_footer.begin};
    if (isOutside)
        finding.refusedAs = arrowRefusal;
    m_content.findings.add(std::move(finding));
}

void ArrowMessages::finish()
{
    if (!m_hasHeader)
        addHeader({0, std::min(m_position, m_source.size())});
    const bool isShort = m_position < m_end;
    if (!m_footer.empty()) {
        field(m_footerContent, "footer", [&] { return counted(m_footerContent.size(), "byte"); });
        field({m_footerContent.end, m_footerContent.end + bufferOffsetSize}, "footer length",
            [&] { return std::to_string(m_footerContent.size()); });
        field({m_footerContent.end + bufferOffsetSize, m_footer.end}, "magic", [] { return std::string(magic); });
        addHeader(m_footer);
    }
    const bool isWhole = m_ended || !isShort;
    m_content.data = {m_content.header.end,
        isWhole ? m_source.size() : std::max(m_content.header.end, std::min(m_position, m_source.size()))};
    if (!m_columns.hasSchema() && m_content.tensors.empty() && m_content.findings.referenceAccepts())
        refuse("schema-missing", "the file has no schema and no tensor", 0);
    if (m_ended && isShort) {
        m_content.findings.add({.severity = Severity::Warning,
            .code = "data-trailing",
            .message = counted(m_end - m_position, "byte") + " after the end of the stream",
            .offset = m_position});
    }
    checkBlocks();
    m_columns.finish();
    if (!m_metadata.empty())
        m_content.metadata = m_metadata.take();
    m_work.expect(m_headerBytes);
    m_work.advance(m_headerBytes);
}

} // namespace loupe::arrow
