#include "formats/zip_directory.h"

#include "core/checked_math.h"
#include "core/quote.h"
#include "core/text.h"
#include "formats/zip_bytes.h"
#include "formats/zip_entry.h"
#include "formats/zip_recovery.h"

#include <algorithm>

namespace loupe {

namespace {

using Bytes = std::span<const std::byte>;

constexpr std::string_view badZip = "BadZipFile";

/// Reads the records of a directory one after the other, a stretch of the file at a time.
class RecordWindow {
public:
    RecordWindow(const Source& source, ByteRange range)
        : m_source(source)
        , m_range(range)
    {
    }

    /// `size` bytes at `offset`; fewer at the end of the range.
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
    DirectoryReader(const Source& source, const Work& work, Findings& findings)
        : m_source(source)
        , m_work(work)
        , m_findings(findings)
    {
    }

    Result<std::optional<ZipDirectory>> read()
    {
        auto found = findEnd();
        if (!found)
            return fail(std::move(found.error()));
        if (!*found)
            return recover();
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

    /// False, with a finding, where there is no directory.
    Result<bool> findEnd()
    {
        constexpr std::uint64_t longestComment = 0xffff;
        const std::uint64_t size = m_source.size();
        std::vector<std::byte> tail(std::min(size, zip64LocatorSize + zip64EndSize + zipEndSize + longestComment));
        const std::uint64_t tailBegin = size - tail.size();
        if (auto read = m_source.read(tailBegin, tail); !read)
            return fail(std::move(read.error()));
        for (std::uint64_t at = tail.size() < zipEndSize ? 0 : tail.size() - zipEndSize + 1; at-- > 0;) {
            if (zipNumber<std::uint32_t>(tail, at) == zipEndSignature)
                return acceptEnd(tail, at, tailBegin + at);
        }
        add("zip-no-directory", "the archive has no directory at its end: the file was cut off, or is none", size);
        return false;
    }

    bool acceptEnd(Bytes tail, std::uint64_t at, std::uint64_t offset)
    {
        const Bytes end = tail.subspan(at);
        m_claimedEntries = zipNumber<std::uint16_t>(end, 10);
        std::uint64_t directorySize = zipNumber<std::uint32_t>(end, 12);
        std::uint64_t directoryOffset = zipNumber<std::uint32_t>(end, 16);
        std::uint64_t directoryEnd = offset;
        constexpr std::uint64_t both = zip64LocatorSize + zip64EndSize;
        if (at >= both && zipNumber<std::uint32_t>(tail, at - zip64LocatorSize) == zip64LocatorSignature
            && zipNumber<std::uint32_t>(tail, at - both) == zip64EndSignature) {
            const Bytes large = tail.subspan(at - both);
            m_claimedEntries = zipNumber<std::uint64_t>(large, 32);
            directorySize = zipNumber<std::uint64_t>(large, 40);
            directoryOffset = zipNumber<std::uint64_t>(large, 48);
            directoryEnd -= both;
        }
        const auto claimed = checkedAdd(directorySize, directoryOffset);
        if (!claimed || *claimed > directoryEnd) {
            add("zip-directory-place",
                "the archive's directory of " + formatCount(directorySize) + " bytes would begin at "
                    + formatCount(directoryOffset) + ", but it ends at " + formatCount(directoryEnd),
                offset);
            return false;
        }
        m_before = directoryEnd - *claimed; // what stands before the archive shifts all offsets
        m_directory.records = {directoryEnd - directorySize, directoryEnd};
        m_directory.range = {m_directory.records.begin, m_source.size()};
        return true;
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
                add("zip-directory-broken", "the archive's directory makes no sense from here on", offset);
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
            add("zip-extra", "the extra fields of member " + quote(entry.name) + " make no sense", offset);
        entry.offset = saturatingAdd(entry.offset, m_before);
        m_directory.entries.push_back(std::move(entry));
    }

    const Source& m_source;
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

Result<std::optional<ZipDirectory>> readZipDirectory(const Source& source, const Work& work, Findings& findings)
{
    return DirectoryReader(source, work, findings).read();
}

} // namespace loupe
