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

/// Nothing if the name does not follow the pattern, or its number is not between 1 and its count.
std::optional<ShardName> parseShardName(const std::filesystem::path& name);

/// The parts of a name like "shard-00002-model-00001-of-00003.safetensors". Each process ("rank") writes its pieces of
/// the tensors of file 1 into one such file, those of file 2 into another.
struct RankShardName {
    std::uint64_t rank = 0; ///< counts from 1
    std::string rankDigits; ///< "00002"
    ShardName file; ///< its stem is "model"

    /// The name of another file of the same checkpoint.
    std::string sibling(std::uint64_t otherRank, std::uint64_t otherFile) const;
};

/// Nothing if the name does not follow the pattern.
std::optional<RankShardName> parseRankShardName(const std::filesystem::path& name);

inline constexpr std::string_view indexSuffix = ".index.json";
bool isIndexName(const std::filesystem::path& name);

} // namespace loupe
