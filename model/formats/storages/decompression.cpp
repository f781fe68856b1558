#include "formats/storages/decompression.h"

#include <climits>

#ifdef LOUPE_LZ4
#include <lz4.h>
#include <lz4frame.h>
#endif
#ifdef LOUPE_ZSTD
#include <zstd.h>
#endif

namespace loupe {

bool unpacksLz4()
{
#ifdef LOUPE_LZ4
    return true;
#else
    return false;
#endif
}

bool unpacksZstd()
{
#ifdef LOUPE_ZSTD
    return true;
#else
    return false;
#endif
}

bool unpackLz4Frame([[maybe_unused]] std::span<const std::byte> packed, [[maybe_unused]] std::span<std::byte> target)
{
#ifdef LOUPE_LZ4
    LZ4F_dctx* context = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) != 0)
        return false;
    std::size_t hint = 1;
    std::byte none{};
    while (hint != 0 && !packed.empty()) {
        std::size_t written = target.size();
        std::size_t taken = packed.size();
        std::byte* const to = target.empty() ? &none : target.data();
        hint = LZ4F_decompress(context, to, &written, packed.data(), &taken, nullptr);
        if (LZ4F_isError(hint) != 0 || (written == 0 && taken == 0))
            break;
        target = target.subspan(written);
        packed = packed.subspan(taken);
    }
    LZ4F_freeDecompressionContext(context);
    return hint == 0 && target.empty();
#else
    return false;
#endif
}

bool unpackLz4Block([[maybe_unused]] std::span<const std::byte> packed, [[maybe_unused]] std::span<std::byte> target)
{
#ifdef LOUPE_LZ4
    if (packed.size() > INT_MAX || target.size() > INT_MAX)
        return false;
    const int written = LZ4_decompress_safe(reinterpret_cast<const char*>(packed.data()),
        reinterpret_cast<char*>(target.data()), static_cast<int>(packed.size()), static_cast<int>(target.size()));
    return written >= 0 && static_cast<std::size_t>(written) == target.size();
#else
    return false;
#endif
}

bool unpackZstd([[maybe_unused]] std::span<const std::byte> packed, [[maybe_unused]] std::span<std::byte> target)
{
#ifdef LOUPE_ZSTD
    const std::size_t written = ZSTD_decompress(target.data(), target.size(), packed.data(), packed.size());
    return ZSTD_isError(written) == 0 && written == target.size();
#else
    return false;
#endif
}

} // namespace loupe
