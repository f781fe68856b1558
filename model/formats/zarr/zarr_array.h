#pragma once

#include "formats/numpy/numpy_header.h"
#include "formats/zarr/zarr_pipeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::zarr {

/// The error under which the library zarr refuses an array whose description breaks the format's rules.
inline constexpr std::string_view metadataRefusal = "MetadataError";
/// The same for a chunk that cannot be decoded.
inline constexpr std::string_view chunkRefusal = "RuntimeError";

/// Something wrong with the description of an array.
struct ZarrFault {
    std::string_view code; ///< of a finding
    std::string what; ///< continues "tensor NAME …"
    bool isRefused = true; ///< by the library zarr
};

/// One array, as `.zarray` (version 2) or `zarr.json` (version 3) describes it.
struct ZarrArray {
    bool isDescribed = false; ///< type and shape could be read; otherwise there are only faults
    /// The chunks can be found, too: their shape fits that of the array, and all sizes fit in 64 bits.
    bool hasChunks = false;
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> chunkShape; ///< as many dimensions
    numpy::NpyType type; ///< with a name where its values cannot be read
    bool isColumnMajor = false; ///< within each chunk
    std::string keyPrefix; ///< of the name of each chunk: "c/" in version 3
    char separator = '.'; ///< between the numbers of a chunk's name
    ZarrPipeline pipeline;
    /// One element in the byte order of the type, for chunks that are not there. Empty: they have none, or one that
    /// cannot be read.
    std::string fill;
    bool hasNoFill = false; ///< the description says so
    std::vector<ZarrFault> faults;

    std::uint64_t elementSize() const { return type.size.value_or(0); }
};

/// Reads the text of `.zarray`, or of a `zarr.json` that describes an array. May throw std::bad_alloc.
ZarrArray readZarrArray(std::string_view text);

} // namespace loupe::zarr
