#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/zip/zip_bytes.h"
#include "formats/zip/zip_directory.h"

#include <algorithm>
#include <array>

namespace loupe::zip {

namespace {

constexpr std::string_view badMember = "BadZipFile";

std::uint64_t saturatingMultiply(std::uint64_t a, std::uint64_t b)
{
    return checkedMultiply(a, b).value_or(UINT64_MAX);
}

class Locator {
public:
    Locator(const Source& source, const ZipEntry& entry, Findings& findings)
        : m_source(source)
        , m_entry(entry)
        , m_findings(findings)
    {
    }

    Result<ZipMember> locate()
    {
        if (auto found = findHeader(); !found)
            return fail(std::move(found.error()));
        if (!m_found)
            return m_member;
        m_member.readable = true;
        if (auto same = compareName(); !same)
            return fail(std::move(same.error()));
        placeData();
        checkMethod();
        if (m_member.readable)
            boundSize();
        if (m_entry.hasDescriptor() && m_member.readable) {
            if (auto done = findDescriptor(); !done)
                return fail(std::move(done.error()));
        }
        return m_member;
    }

private:
    void add(
        std::string_view code, const std::string& what, std::uint64_t offset, std::string_view refusedAs = badMember)
    {
        m_findings.add({.code = code,
            .message = "member " + quote(m_entry.name) + ' ' + what,
            .refusedAs = refusedAs,
            .offset = offset});
        m_member.readable = false;
    }

    Result<> findHeader()
    {
        const std::uint64_t begin = m_entry.offset;
        if (begin > m_source.size() || m_source.size() - begin < zipLocalSize) {
            add("zip-member-place", "would start at " + formatCount(begin) + ", past the end of the file",
                m_entry.record.begin);
            return {};
        }
        if (auto read = m_source.read(begin, m_header); !read)
            return read;
        m_found = zipNumber<std::uint32_t>(m_header, 0) == zipLocalSignature;
        if (!m_found) {
            add("zip-local-header", "has no header at its start, " + formatCount(begin), begin);
            return {};
        }
        const std::uint64_t rest = zipNumber<std::uint16_t>(m_header, 26) + zipNumber<std::uint16_t>(m_header, 28);
        m_member.header = {begin, std::min(m_source.size(), begin + zipLocalSize + rest)};
        m_member.data = m_member.descriptor = {m_member.header.end, m_member.header.end};
        return {};
    }

    Result<> compareName()
    {
        if (m_entry.record.empty())
            return {};
        std::string local(zipNumber<std::uint16_t>(m_header, 26), '\0');
        std::array<std::byte, 2> size{};
        if (auto read = m_source.read(m_entry.record.begin + 28, size); !read)
            return read;
        std::string central(zipNumber<std::uint16_t>(size, 0), '\0');
        if (m_member.header.begin + zipLocalSize + local.size() > m_member.header.end) {
            add("zip-member-place", "has a header that the file ends within", m_member.header.begin);
            return {};
        }
        if (auto read = m_source.read(m_member.header.begin + zipLocalSize, std::as_writable_bytes(std::span(local)));
            !read)
            return read;
        if (auto read = m_source.read(m_entry.record.begin + zipRecordSize, std::as_writable_bytes(std::span(central)));
            !read)
            return read;
        if (local != central)
            add("zip-local-header", "has another name in its own header than in the directory", m_member.header.begin);
        return {};
    }

    void placeData()
    {
        const std::uint64_t begin = m_member.header.end;
        const std::uint64_t end = saturatingAdd(begin, m_entry.compressedSize);
        m_member.data = {begin, std::min(end, m_source.size())};
        if (m_entry.isCut) {
            add("zip-member-cut", "is cut off: the file ends within its data", begin);
            m_member.size = m_member.data.size();
            m_member.isCut = m_entry.method == ZipEntry::stored && !m_entry.isEncrypted();
            return;
        }
        if (end > m_source.size()) {
            add("zip-member-place",
                "claims " + counted(m_entry.compressedSize, "byte") + ", the file has "
                    + formatCount(m_source.size() - begin) + " of them",
                begin);
        }
        compareSizes();
    }

    void compareSizes()
    {
        const std::uint32_t compressed = zipNumber<std::uint32_t>(m_header, 18);
        const std::uint32_t size = zipNumber<std::uint32_t>(m_header, 22);
        const bool differ = (compressed != zipElsewhere && compressed != m_entry.compressedSize)
            || (size != zipElsewhere && size != m_entry.size);
        if (differ && !m_entry.hasDescriptor()) {
            m_findings.add({.severity = Severity::Warning,
                .code = "zip-local-header",
                .message = "member " + quote(m_entry.name)
                    + " has other sizes in its own header than in the directory, which counts",
                .offset = m_member.header.begin});
        }
    }

    void checkMethod()
    {
        constexpr std::uint16_t bzip2 = 12;
        constexpr std::uint16_t lzma = 14;
        if (m_entry.isEncrypted()) {
            add("zip-encrypted", "is encrypted", m_member.header.begin, "RuntimeError");
        } else if (m_entry.method != ZipEntry::stored && m_entry.method != ZipEntry::deflated) {
            const bool known = m_entry.method == bzip2 || m_entry.method == lzma;
            add("zip-method", "is compressed by method " + std::to_string(m_entry.method) + ", which is not supported",
                m_member.header.begin, known ? std::string_view() : "NotImplementedError");
        }
    }

    /// Limits the size to what is possible. Python trusts the claim until the data ends, so it can read an array that
    /// needs less.
    void boundSize()
    {
        constexpr std::uint64_t mostGrowth = 1032; // deflate's maximum: 258 bytes from two bits
        const bool isStored = m_entry.method == ZipEntry::stored;
        const std::uint64_t most =
            isStored ? m_member.data.size() : saturatingMultiply(m_member.data.size(), mostGrowth);
        m_member.size = std::min(m_entry.size, most);
        m_member.sizeIsTrue = isStored ? m_entry.size == m_entry.compressedSize : m_entry.size <= most;
        if (!m_member.sizeIsTrue) {
            m_findings.add({.severity = Severity::Warning,
                .code = "zip-member-size",
                .message = "member " + quote(m_entry.name) + " claims to have " + counted(m_entry.size, "byte")
                    + ", which cannot come from " + formatCount(m_entry.compressedSize),
                .offset = m_entry.record.begin});
        }
    }

    /// [4.3.9] The sizes have 4 or 8 bytes; the bytes after them show which.
    Result<> findDescriptor()
    {
        constexpr std::uint64_t shortSize = 16;
        constexpr std::uint64_t longSize = 24;
        std::array<std::byte, longSize + 2> bytes{};
        const std::uint64_t begin = m_member.data.end;
        const std::uint64_t there = std::min<std::uint64_t>(bytes.size(), m_source.size() - begin);
        if (auto read = m_source.read(begin, std::span(bytes).first(there)); !read)
            return read;
        constexpr std::uint16_t nextRecord = 0x4b50; // "PK"
        if (there < shortSize || zipNumber<std::uint32_t>(bytes, 0) != zipDescriptorSignature)
            return {};
        const bool isLong = there == bytes.size() && zipNumber<std::uint16_t>(bytes, shortSize) != nextRecord
            && zipNumber<std::uint16_t>(bytes, longSize) == nextRecord;
        m_member.descriptor = {begin, begin + (isLong ? longSize : shortSize)};
        return {};
    }

    const Source& m_source;
    const ZipEntry& m_entry;
    Findings& m_findings;
    ZipMember m_member;
    std::array<std::byte, zipLocalSize> m_header{};
    bool m_found = false;
};

} // namespace

Result<ZipMember> locateZipMember(const Source& source, const ZipEntry& entry, Findings& findings)
{
    return Locator(source, entry, findings).locate();
}

void checkZipOverlaps(const ZipDirectory& directory, const std::vector<const ZipEntry*>& entries,
    const std::vector<ZipMember>& members, Findings& findings)
{
    const auto overlap = [&](const ZipEntry& entry, std::uint64_t offset, const std::string& what) {
        findings.add({.code = "zip-overlap",
            .message = "member " + quote(entry.name) + " overlaps " + what,
            .refusedAs = badMember,
            .offset = offset});
    };
    const ZipEntry* before = nullptr; // the entry with the largest end so far
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const ZipMember& member = members[i];
        if (member.header.empty())
            continue;
        if (before && member.header.begin < end)
            overlap(*entries[i], member.header.begin, "member " + quote(before->name));
        if (member.data.end > directory.range.begin)
            overlap(*entries[i], member.header.begin, "the archive's directory");
        if (member.data.end >= end) {
            end = member.data.end;
            before = entries[i];
        }
    }
}

} // namespace loupe::zip
