#include "formats/zip/zip_recovery.h"

#include "core/checked_math.h"
#include "formats/zip/zip_bytes.h"
#include "formats/zip/zip_entry.h"

#include <algorithm>
#include <array>

namespace loupe::zip {

namespace {

using RecoveredBytes = std::span<const std::byte>;

/// [4.3.9] The size of a descriptor: signature, CRC-32, and two sizes of 4 or 8 bytes each.
constexpr std::uint64_t shortDescriptor = 16;
constexpr std::uint64_t longDescriptor = 24;

class Walker {
public:
    Walker(const Source& source, const Work& work)
        : m_source(source)
        , m_work(work)
    {
    }

    Result<std::vector<ZipEntry>> walk()
    {
        std::uint64_t offset = 0;
        while (m_source.size() - offset >= zipLocalSize) {
            if (m_work.stopped())
                return stopped();
            const auto next = readMember(offset);
            if (!next)
                return fail(next.error());
            if (*next <= offset)
                break;
            offset = *next;
        }
        return std::move(m_entries);
    }

private:
    static tl::unexpected<Error> stopped() { return fail(ErrorCode::Stopped, "stopped while members were looked for"); }

    /// Reads a member and returns the expected offset of the next one; 0 if there is none.
    Result<std::uint64_t> readMember(std::uint64_t offset)
    {
        std::array<std::byte, zipLocalSize> header{};
        if (auto read = m_source.read(offset, header); !read)
            return fail(std::move(read.error()));
        const std::uint64_t nameSize = zipNumber<std::uint16_t>(header, 26);
        const std::uint64_t extraSize = zipNumber<std::uint16_t>(header, 28);
        const std::uint64_t begin = offset + zipLocalSize + nameSize + extraSize;
        if (zipNumber<std::uint32_t>(header, 0) != zipLocalSignature || begin > m_source.size())
            return 0;
        m_texts.resize(nameSize + extraSize);
        if (auto read = m_source.read(offset + zipLocalSize, m_texts); !read)
            return fail(std::move(read.error()));
        ZipEntry entry;
        entry.flags = zipNumber<std::uint16_t>(header, 6);
        entry.method = zipNumber<std::uint16_t>(header, 8);
        if (!entry.hasDescriptor())
            entry.crc = zipNumber<std::uint32_t>(header, 14);
        entry.compressedSize = zipNumber<std::uint32_t>(header, 18);
        entry.size = zipNumber<std::uint32_t>(header, 22);
        setZipName(entry, {reinterpret_cast<const char*>(m_texts.data()), nameSize});
        constexpr std::uint32_t elsewhere = 0xffffffff; // the size is in the extra fields, which are otherwise ignored
        const bool known = (entry.compressedSize != elsewhere && entry.size != elsewhere)
            || readZip64Numbers(RecoveredBytes(m_texts).subspan(nameSize), entry);
        entry.offset = offset;
        entry.record = {offset, offset};
        auto end = known ? endOf(entry, begin) : m_source.size();
        if (!end)
            return end;
        entry.isCut = !known || entry.isCut;
        m_entries.push_back(std::move(entry));
        return m_entries.back().isCut ? Result<std::uint64_t>(0) : end;
    }

    /// The end of the member, including the descriptor after its data. Sets the sizes that the header leaves open.
    Result<std::uint64_t> endOf(ZipEntry& entry, std::uint64_t begin)
    {
        if (entry.hasDescriptor() && entry.compressedSize == 0)
            return findDescriptor(entry, begin);
        const std::uint64_t end = saturatingAdd(begin, entry.compressedSize);
        entry.isCut = end > m_source.size();
        if (entry.isCut || !entry.hasDescriptor())
            return end;
        // The signature before the sizes is optional.
        for (const std::uint64_t size : {shortDescriptor, longDescriptor, shortDescriptor - 4, longDescriptor - 4}) {
            std::array<std::byte, 4> signature{};
            if (size + signature.size() > m_source.size() - end)
                continue;
            if (auto read = m_source.read(end + size, signature); !read)
                return fail(std::move(read.error()));
            const auto number = zipNumber<std::uint32_t>(signature, 0);
            if (number == zipLocalSignature || number == zipRecordSignature)
                return end + size;
        }
        return end;
    }

    /// Searches for a descriptor whose stated size equals its distance from the start of the data.
    Result<std::uint64_t> findDescriptor(ZipEntry& entry, std::uint64_t begin)
    {
        constexpr std::uint64_t windowSize = std::uint64_t{1} << 20;
        std::uint64_t found = 0;
        for (std::uint64_t at = begin; found == 0 && m_source.size() - at >= shortDescriptor; at += windowSize) {
            if (m_work.stopped())
                return stopped();
            const ByteRange window{at, std::min(m_source.size(), at + windowSize + longDescriptor + 2)};
            auto visited = m_source.visit(
                window, m_scratch, [&](RecoveredBytes bytes) { found = findIn(bytes, windowSize, at - begin, entry); });
            if (!visited)
                return fail(std::move(visited.error()));
            if (window.end == m_source.size())
                break;
        }
        if (found != 0)
            return begin + found;
        entry.isCut = true;
        entry.compressedSize = entry.size = m_source.size() - begin;
        return m_source.size();
    }

    /// The end of a descriptor that begins within the first `most` bytes of `bytes`, which start at offset `first` of
    /// the member's data. Counted from the start of the data; 0 if there is none.
    static std::uint64_t findIn(RecoveredBytes bytes, std::size_t most, std::uint64_t first, ZipEntry& entry)
    {
        constexpr std::string_view signature = "PK\7\10";
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (std::size_t at = text.find(signature); at < most; at = text.find(signature, at + 1)) {
            const RecoveredBytes rest = bytes.subspan(at);
            const auto accept = [&](std::uint64_t compressed, std::uint64_t size, std::uint64_t length) {
                if (compressed != first + at || (entry.method == ZipEntry::stored && size != compressed))
                    return false;
                entry.crc = zipNumber<std::uint32_t>(rest, 4);
                entry.compressedSize = compressed;
                entry.size = size;
                return rest.size() < length + 2
                    || (rest[length] == std::byte{'P'} && rest[length + 1] == std::byte{'K'});
            };
            if (rest.size() >= longDescriptor
                && accept(zipNumber<std::uint64_t>(rest, 8), zipNumber<std::uint64_t>(rest, 16), longDescriptor))
                return first + at + longDescriptor;
            if (rest.size() >= shortDescriptor
                && accept(zipNumber<std::uint32_t>(rest, 8), zipNumber<std::uint32_t>(rest, 12), shortDescriptor))
                return first + at + shortDescriptor;
        }
        return 0;
    }

    const Source& m_source;
    const Work& m_work;
    std::vector<ZipEntry> m_entries;
    std::vector<std::byte> m_texts;
    Buffer m_scratch;
};

} // namespace

Result<std::vector<ZipEntry>> recoverZipEntries(const Source& source, const Work& work)
{
    return Walker(source, work).walk();
}

} // namespace loupe::zip
