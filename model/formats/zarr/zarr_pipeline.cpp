#include "formats/zarr/zarr_pipeline.h"

#include "core/crc32c.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/storages/decompression.h"
#include "formats/zarr/blosc.h"
#include "formats/zarr/little_endian.h"
#include "formats/zip/inflater.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace loupe::zarr {

namespace {

/// Decompresses an LZ4 block that follows its size, as the numcodecs library writes it.
bool unpackSizedLz4(std::span<const std::byte> stored, std::span<std::byte> target)
{
    constexpr std::size_t sizeBytes = 4;
    return stored.size() >= sizeBytes && littleEndianAt(stored, 0) == target.size()
        && unpackLz4Block(stored.subspan(sizeBytes), target);
}

Result<bool> inflateExactly(
    Result<std::optional<std::size_t>> (*inflate)(std::span<const std::byte>, std::span<std::byte>),
    std::span<const std::byte> stored, std::span<std::byte> target)
{
    const auto size = inflate(stored, target);
    if (!size)
        return fail(size.error());
    return *size == target.size();
}

} // namespace

void ZarrPipeline::add(std::string_view id)
{
    const auto knownStep = [&] {
        if (!m_steps.empty() && id != "crc32c")
            return Step::Unknown; // the metadata does not state the size between two compressors
        if (id == "zlib")
            return Step::Zlib;
        if (id == "gzip")
            return Step::Gzip;
        if (id == "zstd" && unpacksZstd())
            return Step::Zstd;
        if (id == "lz4" && unpacksLz4())
            return Step::Lz4;
        if (id == "blosc")
            return Step::Blosc;
        if (id == "crc32c")
            return Step::Crc32c;
        return Step::Unknown;
    };
    m_steps.push_back(knownStep());
    if (m_steps.back() == Step::Unknown && m_unknown.empty())
        m_unknown = id.empty() ? "(unnamed)" : id;
}

Result<> ZarrPipeline::undo(std::span<const std::byte> stored, std::span<std::byte> target) const
{
    constexpr std::size_t checksumSize = 4;
    Result<bool> isSound = false;
    for (std::size_t i = m_steps.size(); i-- > 0;) {
        switch (m_steps[i]) {
        case Step::Crc32c:
            if (stored.size() < checksumSize)
                return fail(ErrorCode::Malformed, "is shorter than its checksum");
            if (crc32c(0, stored.first(stored.size() - checksumSize))
                != littleEndianAt(stored, stored.size() - checksumSize))
                return fail(ErrorCode::Malformed, "does not have the checksum that is stored with it");
            stored = stored.first(stored.size() - checksumSize);
            continue;
        case Step::Blosc:
            return unpackBlosc(stored, target);
        case Step::Zlib:
            isSound = inflateExactly(zip::inflateZlib, stored, target);
            break;
        case Step::Gzip:
            isSound = inflateExactly(zip::inflateGzip, stored, target);
            break;
        case Step::Zstd:
            isSound = unpackZstd(stored, target);
            break;
        case Step::Lz4:
            isSound = unpackSizedLz4(stored, target);
            break;
        case Step::Unknown:
            return fail(ErrorCode::Unsupported, "was written with " + quote(m_unknown) + ", which cannot be undone");
        }
        if (!isSound)
            return fail(isSound.error());
        return *isSound ? Result<>()
                        : fail(ErrorCode::Malformed,
                            "cannot be decompressed into the " + counted(target.size(), "byte") + " of its shape");
    }
    if (stored.size() != target.size()) {
        return fail(ErrorCode::Malformed,
            "has " + counted(stored.size(), "byte") + ", expected " + formatCount(target.size()) + " of its shape");
    }
    std::ranges::copy(stored, target.begin());
    return {};
}

} // namespace loupe::zarr
