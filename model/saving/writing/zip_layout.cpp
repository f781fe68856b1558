#include "saving/writing/zip_layout.h"

#include "formats/zip/zip_bytes.h"

#include <algorithm>
#include <concepts>

// Section numbers refer to PKWARE's APPNOTE.TXT 6.3.10.

namespace loupe {

namespace {

constexpr std::uint64_t alignment = 64;
constexpr std::uint64_t localExtraSize = 4 + 16; // 4.5.3: both sizes
constexpr std::uint64_t paddingHeaderSize = 4;
constexpr std::uint16_t version = 45; // the first with ZIP64
constexpr std::uint16_t utf8Names = 1U << 11;
constexpr std::uint16_t zip64Id = 1;
constexpr std::uint16_t alignmentId = 0xd935; // as used by Android's zipalign
constexpr std::uint16_t date = (1980 - 1980) << 9 | 1 << 5 | 1; // the earliest date; constant, so that the same content
                                                                // gives the same bytes

template <std::unsigned_integral T>
void put(std::string& text, T number)
{
    text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::uint32_t orElsewhere(std::uint64_t number)
{
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, zip::zipElsewhere));
}

bool isElsewhere(std::uint64_t number)
{
    return number >= zip::zipElsewhere;
}

std::string directoryEntry(const NewZipMember& member) // 4.3.12
{
    std::string extra;
    if (isElsewhere(member.size)) {
        put(extra, member.size);
        put(extra, member.size);
    }
    if (isElsewhere(member.offset))
        put(extra, member.offset);
    std::string entry;
    put(entry, zip::zipRecordSignature);
    put(entry, version);
    put(entry, version);
    put(entry, utf8Names);
    put(entry, std::uint16_t{0}); // stored
    put(entry, std::uint16_t{0}); // time
    put(entry, date);
    put(entry, member.crc);
    put(entry, orElsewhere(member.size));
    put(entry, orElsewhere(member.size));
    put(entry, static_cast<std::uint16_t>(member.name.size()));
    put(entry, static_cast<std::uint16_t>(extra.empty() ? 0 : 4 + extra.size()));
    entry.append(2 + 2 + 2 + 4, '\0'); // comment, disk, attributes
    put(entry, orElsewhere(member.offset));
    entry += member.name;
    if (!extra.empty()) {
        put(entry, zip64Id);
        put(entry, static_cast<std::uint16_t>(extra.size()));
        entry += extra;
    }
    return entry;
}

std::string zip64End(std::uint64_t count, std::uint64_t begin, std::uint64_t size) // 4.3.14, 4.3.15
{
    std::string end;
    put(end, zip::zip64EndSignature);
    put(end, std::uint64_t{44}); // number of bytes in this record that follow
    put(end, version);
    put(end, version);
    end.append(4 + 4, '\0'); // disks
    put(end, count);
    put(end, count);
    put(end, size);
    put(end, begin);
    put(end, zip::zip64LocatorSignature);
    end.append(4, '\0'); // disk
    put(end, begin + size);
    put(end, std::uint32_t{1}); // disks
    return end;
}

} // namespace

std::uint64_t placeMembers(std::vector<NewZipMember>& members)
{
    std::uint64_t next = 0;
    for (NewZipMember& member : members) {
        member.offset = next;
        const std::uint64_t least = next + zip::zipLocalSize + member.name.size() + localExtraSize + paddingHeaderSize;
        member.data = (least + alignment - 1) / alignment * alignment;
        next = member.data + member.size;
    }
    return next;
}

std::string zipLocalHeader(const NewZipMember& member)
{
    const std::uint64_t extraSize = member.data - member.offset - zip::zipLocalSize - member.name.size();
    const std::uint64_t padding = extraSize - localExtraSize - paddingHeaderSize;
    std::string header;
    put(header, zip::zipLocalSignature);
    put(header, version);
    put(header, utf8Names);
    put(header, std::uint16_t{0}); // stored
    put(header, std::uint16_t{0}); // time
    put(header, date);
    put(header, member.crc);
    put(header, zip::zipElsewhere);
    put(header, zip::zipElsewhere);
    put(header, static_cast<std::uint16_t>(member.name.size()));
    put(header, static_cast<std::uint16_t>(extraSize));
    header += member.name;
    put(header, zip64Id);
    put(header, static_cast<std::uint16_t>(localExtraSize - 4));
    put(header, member.size);
    put(header, member.size);
    put(header, alignmentId);
    put(header, static_cast<std::uint16_t>(padding));
    return header.append(padding, '\0');
}

std::string zipDirectory(const std::vector<NewZipMember>& members, std::uint64_t begin)
{
    constexpr std::size_t mostMembers = 0xfffe;
    std::string directory;
    for (const NewZipMember& member : members)
        directory += directoryEntry(member);
    const std::uint64_t size = directory.size();
    if (members.size() > mostMembers || isElsewhere(begin) || isElsewhere(size))
        directory += zip64End(members.size(), begin, size);
    const auto count = static_cast<std::uint16_t>(std::min<std::size_t>(members.size(), mostMembers + 1));
    put(directory, zip::zipEndSignature); // 4.3.16
    directory.append(2 + 2, '\0'); // disks
    put(directory, count);
    put(directory, count);
    put(directory, orElsewhere(size));
    put(directory, orElsewhere(begin));
    return directory.append(2, '\0'); // comment
}

} // namespace loupe
