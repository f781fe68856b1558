#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// A model has no more shards than this, some times more than any has: each costs a look at the file system and a row
/// on the screen.
inline constexpr std::size_t mostShards = 10'000;

/// "model-00002-of-00003.safetensors", taken apart.
struct ShardName {
    std::string stem; ///< "model"
    std::uint64_t number = 0; ///< counts from 1
    std::uint64_t count = 0;
    std::string countDigits; ///< "00003": as wide as the number
    std::string suffix; ///< ".safetensors"

    /// The name of another shard of the same model.
    std::string sibling(std::uint64_t other) const;
};

/// Nothing where a name does not follow the pattern, or its number is not from 1 to its count.
std::optional<ShardName> parseShardName(const std::filesystem::path& name);

inline constexpr std::string_view indexSuffix = ".index.json";
bool isIndexName(const std::filesystem::path& name);

} // namespace loupe
