#pragma once

#include "formats/storages/chunked_storage.h"

#include <string>
#include <string_view>

namespace loupe {

struct ChunkFault {
    std::string_view code; ///< of a finding
    std::string what; ///< continues "tensor NAME …"
};

/// Why boxes do not make up a tensor: they leave it, overlap, or leave gaps. Empty if they are all of it, and
/// nothing else. May throw std::bad_alloc.
std::vector<ChunkFault> chunkFaults(
    std::span<const std::uint64_t> shape, std::uint64_t elementBytes, const ChunkBoxes& boxes);

} // namespace loupe
