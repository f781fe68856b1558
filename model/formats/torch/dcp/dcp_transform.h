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

/// Takes names such as "stream.zstd/1", the first of which is undone first.
DcpTransform dcpTransform(const std::vector<std::string_view>& descriptors);

/// An item as a file of its own, as it was before it was changed. Its bytes are held in `kept` while they are used, and
/// can be unpacked again. Fails with Malformed if they are not what `transform` says; with TooLarge where there are
/// more than `most`; with Stopped; or as reading does.
Result<std::shared_ptr<const Source>> unpackDcpItem(const std::shared_ptr<const Source>& file, ByteRange range,
    const DcpTransform& transform, const std::shared_ptr<KeptArrays>& kept, std::uint64_t most, const Work& work);

} // namespace loupe::torch
