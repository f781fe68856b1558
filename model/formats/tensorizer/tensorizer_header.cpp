#include "formats/tensorizer/tensorizer_header.h"

#include "core/text/text.h"

#include <algorithm>

namespace loupe::tensorizer {

namespace {

constexpr std::uint64_t dataLengthBytes = 8;
/// The size of a header without name, type and dimensions, and with an empty hash block.
constexpr std::uint64_t leastLength = 8 + 2 + 1 + 2 + 1 + 1 + 2 + dataLengthBytes;
/// The reference writes two hashes and reads any number.
constexpr std::size_t mostHashes = 16;

class Reader {
public:
    Reader(const Source& source, bool isEncrypted, HeaderFieldList* fields, TensorizerHeader& header)
        : m_cursor(source, header.range, fields)
        , m_isEncrypted(isEncrypted)
        , m_header(header)
        , m_fieldsEnd(header.range.end - dataLengthBytes)
    {
    }

    Result<> run()
    {
        const bool done = readName() && readType() && readHashes() && (!m_isEncrypted || readCryptBlock());
        if (m_cursor.error())
            return fail(*m_cursor.error());
        if (!done || m_cursor.position() > m_fieldsEnd) {
            fault("tensor-header",
                "its header of " + counted(m_header.range.size(), "byte") + " ends within its fields", tensorizerCut,
                m_header.range.begin);
            return {};
        }
        if (m_cursor.position() < m_fieldsEnd) {
            fault("tensor-header-slack",
                "its header has " + counted(m_fieldsEnd - m_cursor.position(), "byte")
                    + " between its fields and the data length",
                {}, m_cursor.position());
            m_cursor.skip(m_fieldsEnd - m_cursor.position(), "unread");
        }
        const auto length = m_cursor.number<std::int64_t>("data length");
        if (!length)
            return m_cursor.error() ? fail(*m_cursor.error()) : Result<>();
        m_header.dataLength = *length;
        m_header.isWhole = true;
        return {};
    }

private:
    bool readName()
    {
        m_cursor.skip(sizeof(std::uint64_t), "header length"); // already read
        const auto module = m_cursor.number<std::uint16_t>("module index");
        const auto kind = m_cursor.kind();
        const auto size = m_cursor.number<std::uint16_t>("name length");
        if (!module || !kind || !size)
            return false;
        m_header.module = *module;
        m_header.kind = *kind;
        return m_cursor.text(*size, m_header.name, "name");
    }

    bool readType()
    {
        const auto size = m_cursor.number<std::uint8_t>("dtype length");
        return size && m_cursor.text(*size, m_header.dtype, "dtype") && m_cursor.shape(m_header.shape);
    }

    /// The block has its own length, so reading can continue after a fault in it.
    bool readHashes()
    {
        const auto size = m_cursor.number<std::uint16_t>("hash block length");
        if (!size || *size > m_fieldsEnd - std::min(m_fieldsEnd, m_cursor.position()))
            return false;
        const std::uint64_t begin = m_cursor.position();
        const std::uint64_t end = begin + *size;
        const std::string_view problem = readHashRecords(end);
        if (!problem.empty())
            fault("hash-block", "its hashes " + std::string(problem), "ValueError", begin);
        if (m_cursor.position() < end)
            m_cursor.skip(end - m_cursor.position(), "unread");
        return m_cursor.position() == end;
    }

    std::string_view readHashRecords(std::uint64_t end)
    {
        const auto room = [&] { return end - std::min(end, m_cursor.position()); };
        if (room() < 1)
            return "have no count";
        const auto count = m_cursor.number<std::uint8_t>("hash count");
        if (count && *count > mostHashes)
            return "are more than 16";
        for (unsigned i = 0; count && i < *count; ++i) {
            if (room() < 2)
                return "end within a record";
            const auto type = m_cursor.number<std::uint8_t>("hash type");
            const auto length = m_cursor.number<std::uint8_t>("hash length");
            if (!type || !length || room() < *length)
                return "end within a record";
            if (*type != TensorizerHash::crc32 && *type != TensorizerHash::sha256)
                return "have one of an unknown type, expected 0 (CRC-32) or 1 (SHA-256)";
            if (*length != (*type == TensorizerHash::crc32 ? 4 : 32))
                return "have one of the wrong length, expected 4 bytes (CRC-32) or 32 (SHA-256)";
            TensorizerHash hash{.type = *type, .begin = m_cursor.position(), .bytes = {}};
            if (!m_cursor.bytes(*length, hash.bytes, *type == TensorizerHash::crc32 ? "CRC-32" : "SHA-256"))
                return "end within a record";
            m_header.hashes.push_back(std::move(hash));
        }
        return {};
    }

    bool readCryptBlock()
    {
        const std::uint64_t begin = m_cursor.position();
        const auto size = m_cursor.number<std::uint64_t>("crypt block length");
        if (!size || *size > m_fieldsEnd - std::min(m_fieldsEnd, m_cursor.position()))
            return false;
        const std::uint64_t end = m_cursor.position() + *size;
        m_header.cryptBlock = {begin, end};
        if (auto problem = readTensorizerCrypt(m_cursor, end, m_header.crypt)) {
            m_header.faults.push_back(std::move(*problem));
            m_header.crypt.macCount = 0;
            if (m_cursor.position() < end)
                m_cursor.skip(end - m_cursor.position(), "unread");
        }
        return m_cursor.position() == end;
    }

    void fault(std::string_view code, std::string message, std::string_view refusedAs, std::uint64_t offset)
    {
        m_header.faults.push_back({code, std::move(message), refusedAs, offset});
    }

    TensorizerCursor m_cursor;
    bool m_isEncrypted;
    TensorizerHeader& m_header;
    std::uint64_t m_fieldsEnd; ///< the data length is always the last field, wherever the others end
};

} // namespace

Result<TensorizerHeader> readTensorizerHeader(
    const Source& source, std::uint64_t begin, bool isEncrypted, HeaderFieldList* fields)
{
    TensorizerHeader header;
    header.range = {begin, begin};
    const std::uint64_t there = source.size() - begin;
    std::uint64_t length = 0;
    if (there < sizeof length) {
        header.faults.push_back({"tensor-header",
            "its header would start " + counted(there, "byte") + " before the end of the file", tensorizerCut, begin});
        return header;
    }
    if (auto read = source.read(begin, std::as_writable_bytes(std::span(&length, 1))); !read)
        return fail(std::move(read.error()));
    if (length < leastLength || length > there) {
        header.faults.push_back({"tensor-header",
            length == 0 ? "the end mark is where its header should be"
                        : "its header claims " + counted(length, "byte") + " of " + formatCount(there)
                    + " that are there, expected at least " + formatCount(leastLength),
            length == 0 ? "ValueError" : tensorizerCut, begin});
        return header;
    }
    header.range.end = begin + length;
    if (auto done = Reader(source, isEncrypted, fields, header).run(); !done)
        return fail(std::move(done.error()));
    return header;
}

} // namespace loupe::tensorizer
