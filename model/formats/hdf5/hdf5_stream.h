#pragma once

#include "formats/zip/inflating_reader.h"

#include <optional>

namespace loupe::hdf5 {

/// The bytes of an HDF5 file, which is a separate file or a member of an archive.
struct Hdf5Stream {
    const Source& source;
    ByteRange range; ///< in the file
    std::uint64_t size = 0; ///< of the HDF5 file
    std::optional<zip::InflatingReader> inflating = std::nullopt; ///< nothing if `range` holds the plain bytes

    /// Fails with PastTheEnd, or as Source and InflatingReader do.
    Result<> read(std::uint64_t offset, std::span<std::byte> target) const
    {
        if (offset > size || target.size() > size - offset)
            return fail(ErrorCode::PastTheEnd, "reads past the end", source.path().string(), range.begin + offset);
        return inflating ? inflating->read(source, offset, target) : source.read(range.begin + offset, target);
    }
};

} // namespace loupe::hdf5
