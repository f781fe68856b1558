#pragma once

#include "core/result.h"
#include "formats/shared/json_value.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace loupe::zarr {

/// The codecs that were applied to the bytes of each chunk before they were written.
class ZarrPipeline {
public:
    /// Adds a codec that is applied after those added before. `id` is its name: "zlib".
    void add(std::string_view id);

    bool empty() const { return m_steps.empty(); }
    /// The first codec that cannot be reversed; empty if all can.
    const std::string& unknown() const { return m_unknown; }

    /// Reverses all codecs. `target` must have the exact size of a chunk. Fails with Malformed (the message continues
    /// "a chunk …"), Unsupported or OutOfMemory. May throw std::bad_alloc.
    Result<> undo(std::span<const std::byte> stored, std::span<std::byte> target) const;

private:
    enum class Step : std::uint8_t { Zlib, Gzip, Zstd, Lz4, Blosc, Crc32c, Unknown };

    std::vector<Step> m_steps; ///< in the order in which they were applied
    std::string m_unknown;
};

} // namespace loupe::zarr
