#pragma once

#include "core/source.h"
#include "core/work.h"
#include "formats/storages/kept_arrays.h"

#include <memory>
#include <string_view>
#include <vector>

namespace loupe::torch {

/// How an item was changed as a whole when it was stored (transform_descriptors), in the order of reading.
struct DcpTransform {
    bool swapsFirst = false; ///< the case of ASCII letters: stream.rot13, torch's example
    bool isZstd = false; ///< one frame: stream.zstd
    bool swapsLast = false;
    std::string_view unknown = {}; ///< the first one that this program does not know, perhaps not UTF-8

    bool any() const { return swapsFirst || isZstd || swapsLast || !unknown.empty(); }
};

/// Parses names such as "stream.zstd/1". The first one is undone first.
DcpTransform dcpTransform(const std::vector<std::string_view>& descriptors);

/// An item as a source of its own, with the transform undone. `kept` caches its bytes while they are used; they can be
/// unpacked again. Fails with Malformed if the bytes contradict `transform`; with TooLarge if there are more than
/// `most`; with Stopped; or as reading does.
Result<std::shared_ptr<const Source>> unpackDcpItem(const std::shared_ptr<const Source>& file, ByteRange range,
    const DcpTransform& transform, const std::shared_ptr<KeptArrays>& kept, std::uint64_t most, const Work& work);

} // namespace loupe::torch
