#include "analysis/digests/fingerprint.h"

#include "analysis/digests/xxh3.h"

#include <array>
#include <cstdio>

namespace loupe {

Fingerprint fingerprint(std::span<const std::byte> bytes)
{
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.low64, hash.high64};
}

std::string hexText(const Fingerprint& digest)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(digest.high),
        static_cast<unsigned long long>(digest.low));
    return text.data();
}

} // namespace loupe
