#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The most shards a model may have, several times more than any real one: each costs a file system lookup and a row on
/// the screen.
inline constexpr std::size_t mostShards = 10'000;

/// The parts of a name like "model-00002-of-00003.safetensors".
struct ShardName {
    std::string stem; ///< "model"
    std::uint64_t number = 0; ///< counts from 1
    std::uint64_t count = 0;
    std::string countDigits; ///< "00003": has the width of the number
    std::string suffix; ///< ".safetensors"

    /// The name of another shard of the same model.
    std::string sibling(std::uint64_t other) const;
};

/// Nothing where the name does not follow the pattern, or its number is not between 1 and its count.
std::optional<ShardName> parseShardName(const std::filesystem::path& name);

inline constexpr std::string_view indexSuffix = ".index.json";
bool isIndexName(const std::filesystem::path& name);

} // namespace loupe
