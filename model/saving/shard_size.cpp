#include "saving/shard_size.h"

#include <algorithm>

namespace loupe {

std::uint64_t largestShard(const Checkpoint& checkpoint)
{
    std::uint64_t largest = 0;
    if (checkpoint.index || checkpoint.files.size() > 1) {
        for (const CheckpointFile& file : checkpoint.files)
            largest = std::max(largest, file.data.size());
    }
    return largest;
}

} // namespace loupe
