#include "formats/zip/zip_start.h"

#include "formats/zip/zip_bytes.h"

#include <array>

namespace loupe::zip {

bool beginsAsZip(std::span<const std::byte> start)
{
    return start.size() >= sizeof zipLocalSignature && zipNumber<std::uint32_t>(start, 0) == zipLocalSignature;
}

Result<bool> beginsAsZip(const Source& source)
{
    std::array<std::byte, sizeof zipLocalSignature> start{};
    if (source.size() < start.size())
        return false;
    if (auto read = source.read(0, start); !read)
        return fail(std::move(read.error()));
    return beginsAsZip(start);
}

std::vector<std::string_view> zipNamesAtStart(std::span<const std::byte> start)
{
    std::vector<std::string_view> names;
    while (start.size() >= zipLocalSize && beginsAsZip(start)) {
        const std::size_t nameSize = zipNumber<std::uint16_t>(start, 26);
        if (start.size() - zipLocalSize < nameSize)
            break;
        names.emplace_back(reinterpret_cast<const char*>(start.data()) + zipLocalSize, nameSize);
        const std::uint64_t next = zipLocalSize + nameSize + zipNumber<std::uint16_t>(start, 28)
            + std::uint64_t{zipNumber<std::uint32_t>(start, 18)};
        if (next > start.size())
            break;
        start = start.subspan(next);
    }
    return names;
}

} // namespace loupe::zip
