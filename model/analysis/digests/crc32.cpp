#include "analysis/digests/crc32.h"

#include <zlib.h>

namespace loupe {

std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes)
{
    if (bytes.empty()) // zlib would start over with a null pointer
        return before;
    return static_cast<std::uint32_t>(::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

} // namespace loupe
