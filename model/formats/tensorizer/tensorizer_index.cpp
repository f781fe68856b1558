#include "formats/tensorizer/tensorizer_index.h"

#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>
#include <optional>

namespace loupe::tensorizer {

namespace {

constexpr std::uint32_t newestVersion = 4;
constexpr std::uint32_t encryptedVersion = 3;
constexpr std::size_t flagBytes = 32;
/// The format counts tensors in 32 bits.
constexpr std::uint64_t mostTensors = UINT32_MAX - 1;

class IndexReader {
public:
    IndexReader(const Source& source, const Work& work, HeaderFieldList* fields, Findings& findings,
        const TakeTensorizerEntry& take)
        : m_source(source)
        , m_work(work)
        , m_fields(fields)
        , m_findings(findings)
        , m_take(take)
        , m_cursor(source, {0, source.size()}, fields)
    {
    }

    Result<TensorizerStart> run()
    {
        const bool begun = readStart();
        m_start.entriesEnd = m_cursor.position();
        if (begun) {
            if (auto read = readEntries(); !read)
                return fail(std::move(read.error()));
        }
        if (m_cursor.error())
            return fail(*m_cursor.error());
        return std::move(m_start);
    }

private:
    bool readStart()
    {
        std::string magic;
        if (!m_cursor.text(tensorizerMagic.size(), magic, "magic") || magic != tensorizerMagic) {
            add("magic", "the file does not start with \"" + std::string(tensorizerMagic) + '"', "ValueError", 0);
            return false;
        }
        const auto version = m_cursor.number<std::uint32_t>("data version");
        if (!version)
            return cut();
        if (*version < 1 || *version > newestVersion) {
            add("version", "data version " + formatCount(*version) + ", expected one from 1 to 4",
                "InvalidVersionError", tensorizerMagic.size());
            return false;
        }
        m_start.version = *version;
        const std::uint64_t flagsAt = m_cursor.position();
        if (!m_cursor.bytes(flagBytes, m_start.flags, "feature flags"))
            return cut();
        checkFlags(flagsAt);
        const auto tensorBytes = m_cursor.number<std::uint64_t>("tensor bytes");
        if (!tensorBytes || !m_cursor.skip(8, "unused"))
            return cut();
        m_start.tensorBytes = *tensorBytes;
        const std::uint64_t countAt = m_cursor.position();
        const auto count = m_cursor.number<std::uint64_t>("tensor count");
        const auto length = count ? m_cursor.number<std::uint64_t>("index length") : std::nullopt;
        if (!length)
            return cut();
        m_start.tensorCount = *count;
        const std::uint64_t begin = m_cursor.position();
        m_start.index = {begin, std::min(saturatingAdd(begin, *length), m_source.size())};
        if (*count == 0 || *length == 0)
            add("index-empty", "the index has no tensors, expected one at least", "ValueError", countAt);
        if (*length > m_cursor.left()) {
            add("index-truncated",
                "the index claims " + counted(*length, "byte") + ", the file has " + formatCount(m_cursor.left()),
                tensorizerCut, countAt + sizeof(std::uint64_t));
        }
        return true;
    }

    void checkFlags(std::uint64_t offset)
    {
        const bool counts = m_start.version > encryptedVersion;
        const bool isKnown = m_start.flags[0] <= 1 && m_start.flags[0] >= 0
            && m_start.flags.find_first_not_of('\0', 1) == std::string::npos;
        if (counts && !isKnown)
            add("feature-flags", "the feature flags have an unknown bit, expected 0 or 1", "ValueError", offset);
        m_start.isEncrypted = m_start.version == encryptedVersion || (counts && (m_start.flags[0] & 1) != 0);
    }

    Result<> readEntries()
    {
        // Use a separate cursor, which ends with the index.
        TensorizerCursor cursor(m_source, m_start.index, m_fields);
        TensorizerEntry entry;
        for (std::uint64_t i = 0; i < std::min(m_start.tensorCount, mostTensors) && !cursor.wantsNoMore(); ++i) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped while the index was read", m_source.path().string());
            entry.begin = cursor.position();
            if (!readEntry(cursor, entry)) {
                if (cursor.error())
                    return fail(*cursor.error());
                break;
            }
            if (entry.name.empty()) {
                // Zeros after the entries could be read as any number of empty entries.
                add("index-entry",
                    "entry " + formatCount(i + 1) + " of " + formatCount(m_start.tensorCount)
                        + " has no name; the index is not read any further",
                    "ValueError", entry.begin);
                break;
            }
            m_start.entriesEnd = cursor.position();
            m_take(entry);
        }
        if (cursor.position() > m_start.entriesEnd)
            m_isBroken = true;
        if (m_fields && !m_fields->done() && m_fields->position() < m_start.index.end)
            m_fields->add(m_start.index.end, m_isBroken ? "unread" : "padding", [] { return std::string(); });
        return m_isBroken || m_fields ? Result<>() : checkPadding();
    }

    bool readEntry(TensorizerCursor& cursor, TensorizerEntry& entry)
    {
        const auto nameBytes = cursor.number<std::uint16_t>("name length");
        if (nameBytes && *nameBytes == 0) {
            entry.name.clear();
            return true;
        }
        const auto isRead = [&] {
            if (!nameBytes || !cursor.text(*nameBytes, entry.name, "name"))
                return false;
            const auto kind = cursor.kind();
            const auto typeBytes = cursor.number<std::uint8_t>("dtype length");
            if (!kind || !typeBytes || !cursor.text(*typeBytes, entry.dtype, "dtype") || !cursor.shape(entry.shape))
                return false;
            const auto header = cursor.number<std::uint64_t>("header offset");
            const auto data = cursor.number<std::uint64_t>("data offset");
            const auto length = cursor.number<std::uint64_t>("data length");
            if (!header || !data || !length)
                return false;
            entry.kind = *kind;
            entry.header = *header;
            entry.data = *data;
            entry.length = *length;
            return true;
        };
        if (isRead())
            return true;
        if (!cursor.error())
            add("index-entry", "the index ends within an entry", tensorizerCut, entry.begin);
        m_isBroken = true;
        return false;
    }

    /// Checks that the unused end of the index is zeros, and is not longer than the writer leaves it.
    Result<> checkPadding()
    {
        constexpr std::uint64_t most = std::uint64_t{256} << 10;
        const ByteRange padding{
            m_start.entriesEnd, std::min(m_start.index.end, saturatingAdd(m_start.entriesEnd, most))};
        Buffer scratch;
        std::optional<std::uint64_t> odd;
        auto done = m_source.visit(padding, scratch, [&](std::span<const std::byte> bytes) {
            const auto found = std::ranges::find_if(bytes, [](std::byte byte) { return byte != std::byte{0}; });
            if (found != bytes.end())
                odd = padding.begin + static_cast<std::uint64_t>(found - bytes.begin());
        });
        if (!done)
            return done;
        if (odd) {
            m_findings.add({.severity = Severity::Warning,
                .code = "index-padding",
                .message = "non-zero bytes after the entries of the index, expected zeros",
                .offset = *odd});
        }
        return {};
    }

    bool cut()
    {
        add("header-truncated", "the file ends within its header of 73 bytes", tensorizerCut, m_cursor.position());
        return false;
    }

    void add(std::string_view code, std::string message, std::string_view refusedAs, std::uint64_t offset)
    {
        m_findings.add({.code = code, .message = std::move(message), .refusedAs = refusedAs, .offset = offset});
    }

    const Source& m_source;
    const Work& m_work;
    HeaderFieldList* m_fields;
    Findings& m_findings;
    const TakeTensorizerEntry& m_take;
    TensorizerCursor m_cursor;
    TensorizerStart m_start;
    bool m_isBroken = false; ///< an entry could not be read
};

} // namespace

Result<TensorizerStart> readTensorizerIndex(const Source& source, const Work& work, HeaderFieldList* fields,
    Findings& findings, const TakeTensorizerEntry& take)
{
    return IndexReader(source, work, fields, findings, take).run();
}

} // namespace loupe::tensorizer
