#include "formats/zip/zip_end.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "formats/zip/zip_bytes.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace loupe::zip {

namespace {

using TailBytes = std::span<const std::byte>;

void addEndFinding(Findings& findings, std::string_view code, std::string message, std::uint64_t offset)
{
    findings.add({.code = code, .message = std::move(message), .refusedAs = "BadZipFile", .offset = offset});
}

/// Reads the end record at position `at` of `tail`, which is byte `offset` of the file.
std::optional<ZipEnd> readZipEnd(TailBytes tail, std::uint64_t at, std::uint64_t offset, Findings& findings)
{
    const TailBytes record = tail.subspan(at);
    ZipEnd end;
    end.entries = zipNumber<std::uint16_t>(record, 10);
    std::uint64_t size = zipNumber<std::uint32_t>(record, 12);
    end.statedBegin = zipNumber<std::uint32_t>(record, 16);
    std::uint64_t directoryEnd = offset;
    constexpr std::uint64_t both = zip64LocatorSize + zip64EndSize;
    if (at >= both && zipNumber<std::uint32_t>(tail, at - zip64LocatorSize) == zip64LocatorSignature
        && zipNumber<std::uint32_t>(tail, at - both) == zip64EndSignature) {
        const TailBytes large = tail.subspan(at - both);
        end.entries = zipNumber<std::uint64_t>(large, 32);
        size = zipNumber<std::uint64_t>(large, 40);
        end.statedBegin = zipNumber<std::uint64_t>(large, 48);
        directoryEnd -= both;
    }
    const auto claimed = checkedAdd(size, end.statedBegin);
    if (!claimed || *claimed > directoryEnd) {
        addEndFinding(findings, "zip-directory-place",
            "the archive's directory of " + formatCount(size) + " bytes would start at " + formatCount(end.statedBegin)
                + ", but it ends at " + formatCount(directoryEnd),
            offset);
        return std::nullopt;
    }
    end.before = directoryEnd - *claimed; // data before the archive shifts all offsets
    end.records = {directoryEnd - size, directoryEnd};
    return end;
}

} // namespace

Result<std::optional<ZipEnd>> findZipEnd(
    const Source& source, std::uint64_t end, std::uint64_t longestComment, Findings& findings)
{
    // Most archives have no comment, and a checkpoint may consist of 100,000 archives.
    constexpr std::uint64_t usualComment = 1024;
    for (std::uint64_t comment = std::min(usualComment, longestComment);; comment = longestComment) {
        std::vector<std::byte> tail(std::min(end, zip64LocatorSize + zip64EndSize + zipEndSize + comment));
        const std::uint64_t tailBegin = end - tail.size();
        if (auto read = source.read(tailBegin, tail); !read)
            return fail(std::move(read.error()));
        const std::uint64_t places = tail.size() < zipEndSize ? 0 : tail.size() - zipEndSize + 1;
        const std::uint64_t first = places - std::min(places, comment + 1);
        for (std::uint64_t at = places; at-- > first;) {
            if (zipNumber<std::uint32_t>(tail, at) == zipEndSignature)
                return readZipEnd(tail, at, tailBegin + at, findings);
        }
        if (comment == longestComment)
            break;
    }
    addEndFinding(
        findings, "zip-no-directory", "no directory at the end: the file is cut off, or not a ZIP archive", end);
    return std::nullopt;
}

} // namespace loupe::zip
