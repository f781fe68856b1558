#include "formats/zip/zip_directory.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/zip/zip_bytes.h"
#include "formats/zip/zip_end.h"
#include "formats/zip/zip_entry.h"
#include "formats/zip/zip_recovery.h"

#include <algorithm>

namespace loupe::zip {

namespace {

using Bytes = std::span<const std::byte>;

constexpr std::string_view badZip = "BadZipFile";

/// Reads the records of a directory in sequence, one stretch of the file at a time.
class RecordWindow {
public:
    RecordWindow(const Source& source, ByteRange range)
        : m_source(source)
        , m_range(range)
    {
    }

    /// `size` bytes from `offset` on; fewer at the end of the range.
    Result<Bytes> at(std::uint64_t offset, std::uint64_t size)
    {
        const ByteRange wanted{offset, std::min(m_range.end, offset + size)};
        if (!m_loaded.contains(wanted)) {
            m_loaded = {offset, std::min(m_range.end, offset + windowSize)};
            m_bytes.resize(m_loaded.size());
            if (auto read = m_source.read(offset, m_bytes); !read)
                return fail(std::move(read.error()));
        }
        return Bytes(m_bytes).subspan(offset - m_loaded.begin, wanted.size());
    }

private:
    static constexpr std::uint64_t windowSize = std::uint64_t{256} << 10; // more than the longest record

    const Source& m_source;
    ByteRange m_range;
    ByteRange m_loaded;
    std::vector<std::byte> m_bytes;
};

class DirectoryReader {
public:
    DirectoryReader(const Source& source, std::uint64_t end, const Work& work, Findings& findings)
        : m_source(source)
        , m_end(end)
        , m_work(work)
        , m_findings(findings)
    {
    }

    Result<std::optional<ZipDirectory>> read()
    {
        const auto found = findZipEnd(m_source, m_end, longestZipComment, m_findings);
        if (!found)
            return fail(found.error());
        if (!*found)
            return recover();
        m_claimedEntries = (*found)->entries;
        m_before = (*found)->before;
        m_directory.records = (*found)->records;
        m_directory.range = {m_directory.records.begin, m_end};
        m_work.expect(m_directory.range.size());
        if (auto done = readRecords(); !done)
            return fail(std::move(done.error()));
        m_work.advance(m_directory.range.size());
        return std::move(m_directory);
    }

private:
    void add(std::string_view code, std::string message, std::uint64_t offset, std::string_view refusedAs = badZip)
    {
        m_findings.add({.code = code, .message = std::move(message), .refusedAs = refusedAs, .offset = offset});
    }

    Result<std::optional<ZipDirectory>> recover()
    {
        auto entries = recoverZipEntries(m_source, m_work);
        if (!entries)
            return fail(std::move(entries.error()));
        if (entries->empty())
            return std::nullopt;
        m_directory.entries = std::move(*entries);
        m_directory.range = m_directory.records = {m_source.size(), m_source.size()};
        m_findings.add({.severity = Severity::Note,
            .code = "zip-recovered",
            .message = counted(m_directory.entries.size(), "member") + " of the archive "
                + (m_directory.entries.size() == 1 ? "was" : "were") + " found without its directory"});
        return std::move(m_directory);
    }

    Result<> readRecords()
    {
        RecordWindow window(m_source, m_directory.records);
        std::uint64_t offset = m_directory.records.begin;
        while (offset < m_directory.records.end) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped while the directory was read", m_source.path().string());
            const auto fixed = window.at(offset, zipRecordSize);
            if (!fixed)
                return fail(fixed.error());
            if (fixed->size() < zipRecordSize || zipNumber<std::uint32_t>(*fixed, 0) != zipRecordSignature) {
                add("zip-directory-broken", "the archive's directory is invalid", offset);
                return {};
            }
            const std::uint64_t nameSize = zipNumber<std::uint16_t>(*fixed, 28);
            const std::uint64_t extraSize = zipNumber<std::uint16_t>(*fixed, 30);
            const std::uint64_t size = zipRecordSize + nameSize + extraSize + zipNumber<std::uint16_t>(*fixed, 32);
            const auto record = window.at(offset, size);
            if (!record)
                return fail(record.error());
            if (record->size() < size) {
                add("zip-directory-broken", "the archive's directory ends within this record", offset);
                return {};
            }
            addEntry(*record, nameSize, extraSize, offset);
            offset += size;
        }
        if (m_claimedEntries != m_directory.entries.size()) {
            m_findings.add({.severity = Severity::Warning,
                .code = "zip-count",
                .message = "the archive claims " + counted(m_claimedEntries, "member") + ", its directory has "
                    + formatCount(m_directory.entries.size()),
                .offset = m_directory.records.end});
        }
        return {};
    }

    void addEntry(Bytes record, std::uint64_t nameSize, std::uint64_t extraSize, std::uint64_t offset)
    {
        ZipEntry entry;
        entry.flags = zipNumber<std::uint16_t>(record, 8);
        entry.method = zipNumber<std::uint16_t>(record, 10);
        entry.crc = zipNumber<std::uint32_t>(record, 16);
        entry.compressedSize = zipNumber<std::uint32_t>(record, 20);
        entry.size = zipNumber<std::uint32_t>(record, 24);
        entry.offset = zipNumber<std::uint32_t>(record, 42);
        entry.record = {offset, offset + record.size()};
        if (!setZipName(entry, {reinterpret_cast<const char*>(record.data()) + zipRecordSize, nameSize})) {
            add("zip-name-utf8", "the name of member " + quote(entry.name) + " is not the UTF-8 it claims to be",
                offset, "UnicodeDecodeError");
        }
        if (!readZip64Numbers(record.subspan(zipRecordSize + nameSize, extraSize), entry))
            add("zip-extra", "the extra fields of member " + quote(entry.name) + " are invalid", offset);
        entry.offset = saturatingAdd(entry.offset, m_before);
        m_directory.entries.push_back(std::move(entry));
    }

    const Source& m_source;
    std::uint64_t m_end; ///< end of the archive
    const Work& m_work;
    Findings& m_findings;
    ZipDirectory m_directory;
    std::uint64_t m_claimedEntries = 0;
    std::uint64_t m_before = 0;
};

} // namespace

std::vector<const ZipEntry*> entriesByOffset(const ZipDirectory& directory)
{
    std::vector<const ZipEntry*> entries;
    entries.reserve(directory.entries.size());
    for (const ZipEntry& entry : directory.entries)
        entries.push_back(&entry);
    std::ranges::stable_sort(entries, {}, &ZipEntry::offset);
    return entries;
}

Result<std::optional<ZipDirectory>> readZipDirectory(
    const Source& source, const Work& work, Findings& findings, std::optional<std::uint64_t> end)
{
    return DirectoryReader(source, end.value_or(source.size()), work, findings).read();
}

} // namespace loupe::zip
