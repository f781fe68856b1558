#pragma once

#include "formats/numpy/numpy_header.h"
#include "formats/zarr/zarr_pipeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::zarr {

/// The exception that the zarr library raises for an array whose description breaks the format's rules.
inline constexpr std::string_view metadataRefusal = "MetadataError";
/// The exception that the zarr library raises for a chunk that cannot be decoded.
inline constexpr std::string_view chunkRefusal = "RuntimeError";

/// Something wrong with the description of an array.
struct ZarrFault {
    std::string_view code; ///< code of the finding
    std::string what; ///< continues "tensor NAME …"
    bool isRefused = true; ///< true if the zarr library rejects the array
};

/// One array, as `.zarray` (version 2) or `zarr.json` (version 3) describes it.
struct ZarrArray {
    bool isDescribed = false; ///< type and shape could be read; if false, there are only faults
    /// The chunks can be located, too: their shape fits that of the array, and all sizes fit in 64 bits.
    bool hasChunks = false;
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> chunkShape; ///< with the same number of dimensions
    numpy::NpyType type; ///< has a name if its values cannot be read
    bool isColumnMajor = false; ///< within each chunk
    std::string keyPrefix; ///< prefix of each chunk's name: "c/" in version 3
    char separator = '.'; ///< between the numbers of a chunk's name
    ZarrPipeline pipeline;
    /// One element, in the byte order of the type, to fill chunks that do not exist. Empty if there is no fill value,
    /// or if it cannot be read.
    std::string fill;
    bool hasNoFill = false; ///< the description says that there is no fill value
    std::vector<ZarrFault> faults;

    std::uint64_t elementSize() const { return type.size.value_or(0); }
};

/// Reads the text of `.zarray`, or of a `zarr.json` that describes an array. May throw std::bad_alloc.
ZarrArray readZarrArray(std::string_view text);

} // namespace loupe::zarr
