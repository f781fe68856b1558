#pragma once

#include "formats/storages/chunked_storage.h"

#include <string>
#include <string_view>

namespace loupe {

struct ChunkFault {
    std::string_view code; ///< code of the finding
    std::string what; ///< continues "tensor NAME …"
};

/// The reasons why boxes do not make up a tensor: they go beyond it, overlap, or leave gaps. Empty if they cover it
/// exactly. May throw std::bad_alloc.
std::vector<ChunkFault> chunkFaults(
    std::span<const std::uint64_t> shape, std::uint64_t elementBytes, const ChunkBoxes& boxes);

} // namespace loupe
