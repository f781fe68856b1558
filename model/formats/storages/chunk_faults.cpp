#include "formats/storages/chunk_faults.h"

#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe {

std::vector<ChunkFault> chunkFaults(
    std::span<const std::uint64_t> shape, std::uint64_t elementBytes, const ChunkBoxes& boxes)
{
    std::vector<ChunkFault> faults;
    const auto total = elementCount(shape);
    if (!total || *total > std::uint64_t{INT64_MAX} / std::max<std::uint64_t>(1, elementBytes)) {
        faults.push_back({"size-overflow", "has shape " + formatShape(shape) + ", whose size does not fit in 63 bits"});
        faults.push_back({"chunk-gap", "has " + counted(boxes.count(), "chunk") + ", which cannot cover its shape"});
        return faults;
    }
    const ChunkCover cover = coverOf(shape, boxes);
    if (cover.outside) {
        faults.push_back({"chunk-out-of-bounds",
            "has a chunk of shape " + formatShape(boxes.sizes(*cover.outside)) + " at "
                + formatShape(boxes.begins(*cover.outside)) + ", outside of its shape " + formatShape(shape)});
    }
    if (cover.overlaps)
        faults.push_back({"chunk-overlap", "has chunks with elements in common"});
    if (cover.isUnknown)
        faults.push_back(
            {"chunk-irregular", "has so many irregular chunks that they cannot be checked: it is not read"});
    if (cover.elements < *total || (cover.overlaps && cover.elements == *total)) {
        faults.push_back({"chunk-gap",
            "has " + formatCount(*total) + " elements, of which its chunks have at most "
                + formatCount(cover.overlaps ? cover.elements - 1 : cover.elements)});
    }
    return faults;
}

} // namespace loupe
