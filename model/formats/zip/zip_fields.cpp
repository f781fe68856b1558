#include "formats/zip/zip_fields.h"

#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"
#include "formats/zip/zip_bytes.h"

#include <algorithm>
#include <array>

namespace loupe::zip {

namespace {

class FieldReader {
public:
    FieldReader(const Source& source, ByteRange window, const Work& work, const ZipContentFields& content)
        : m_source(source)
        , m_content(content)
        , m_window(window)
        , m_work(work)
        , m_fields(window, work)
    {
    }

    Result<std::vector<HeaderField>> read(std::optional<std::uint64_t> end)
    {
        Findings findings;
        const auto directory = readZipDirectory(m_source, Work{m_work.stop, nullptr}, findings, end);
        if (!directory)
            return fail(directory.error());
        if (!*directory)
            return m_fields.take();
        for (const ZipEntry* const entry : entriesByOffset(**directory)) {
            if (m_fields.done())
                break;
            if (auto done = addMember(*entry, (*directory)->range.begin, findings); !done)
                return fail(std::move(done.error()));
        }
        addDirectory(**directory);
        return m_fields.take();
    }

private:
    void add(std::uint64_t end, std::string_view label, const std::string& value)
    {
        if (end > m_fields.position())
            m_fields.add(end, label, [&] { return value; });
    }

    /// Skips anything that overlaps another member or the directory, since fields must not overlap.
    Result<> addMember(const ZipEntry& entry, std::uint64_t directoryBegin, Findings& findings)
    {
        if (entry.offset >= m_window.end || entry.offset < m_fields.position())
            return {};
        const auto member = locateZipMember(m_source, entry, findings);
        if (!member)
            return fail(member.error());
        if (member->header.empty() || member->data.end > directoryBegin)
            return {};
        if (auto done = addLocalHeader(member->header); !done)
            return done;
        const bool seen = member->data.begin < m_window.end && member->data.end > m_window.begin;
        if (seen && member->readable) {
            if (auto done = m_content(entry, *member, m_fields); !done)
                return done;
        }
        m_fields.skipTo(member->data.end);
        add(member->descriptor.end, "data descriptor", {});
        return {};
    }

    Result<> addLocalHeader(ByteRange header)
    {
        std::array<std::byte, zipLocalSize> bytes{};
        if (auto read = m_source.read(header.begin, bytes); !read)
            return read;
        const std::uint64_t nameEnd =
            std::min(header.end, header.begin + zipLocalSize + zipNumber<std::uint16_t>(bytes, 26));
        std::string name(nameEnd - header.begin - zipLocalSize, '\0');
        if (auto read = m_source.read(header.begin + zipLocalSize, std::as_writable_bytes(std::span(name))); !read)
            return read;
        m_fields.skipTo(header.begin);
        const auto number = [&](std::size_t offset, std::size_t size, std::string_view label) {
            std::uint64_t value = 0;
            std::memcpy(&value, bytes.data() + offset, size);
            add(header.begin + offset + size, label, std::to_string(value));
        };
        add(header.begin + 4, "member", "PK 3 4");
        number(4, 2, "version needed");
        number(6, 2, "flags");
        number(8, 2, "method");
        number(10, 2, "time");
        number(12, 2, "date");
        number(14, 4, "CRC-32");
        number(18, 4, "compressed size");
        number(22, 4, "size");
        number(26, 2, "name length");
        number(28, 2, "extra length");
        add(nameEnd, "name", printable(name));
        add(header.end, "extra fields", {});
        return {};
    }

    void addDirectory(const ZipDirectory& directory)
    {
        if (m_fields.done())
            return;
        m_fields.skipTo(directory.range.begin);
        for (const ZipEntry& entry : directory.entries) {
            if (m_fields.done())
                return;
            add(entry.record.end, "directory entry", printable(entry.name));
        }
        add(directory.records.end, "unread", {});
        add(directory.range.end, "end of directory", counted(directory.entries.size(), "member"));
    }

    const Source& m_source;
    const ZipContentFields& m_content;
    ByteRange m_window;
    const Work& m_work;
    HeaderFieldList m_fields;
};

} // namespace

Result<std::vector<HeaderField>> zipHeaderFields(const Source& source, ByteRange window, const Work& work,
    const ZipContentFields& content, std::optional<std::uint64_t> end)
{
    return orOutOfMemory(source, [&] { return FieldReader(source, window, work, content).read(end); });
}

} // namespace loupe::zip
