#include "analysis/digests/fingerprint.h"

#include "analysis/digests/xxh3.h"

namespace loupe {

Fingerprint fingerprint(std::span<const std::byte> bytes)
{
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.low64, hash.high64};
}

} // namespace loupe
