#pragma once

#include "core/arena.h"
#include "core/finding.h"
#include "core/source.h"
#include "core/work.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The error of all refused sharded checkpoints, since no format's reference reader knows them.
inline constexpr std::string_view invalidIndex = "InvalidIndex";

/// An index file, which says which tensor is in which shard: {"metadata": {"total_size": N}, "weight_map": {"TENSOR":
/// "FILE NAME", …}}
struct ShardIndex {
    static constexpr std::uint32_t noShard = 0xffffffff;

    struct Entry {
        std::string_view tensor;
        std::uint32_t shard = noShard; ///< index into `shards`; noShard if the file name is not followed
    };

    std::vector<std::string> shards; ///< plain file names next to the index, ascending
    std::vector<Entry> entries; ///< as listed, each tensor once
    std::optional<std::uint64_t> totalSize; ///< total size of all tensors in bytes, as the index claims
    Findings findings;
    Arena arena; ///< holds the names in `entries`
};

/// Reads as far as the text is valid; fails only if the file cannot be read. Shard names that would lead out of the
/// index's folder are findings and are not followed.
Result<ShardIndex> readShardIndex(const Source& source, const Work& work);

} // namespace loupe
