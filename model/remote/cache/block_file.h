#pragma once

#include "core/buffer.h"
#include "core/byte_range.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe::remote {

// One block of one version of a remote file on disk: 8 bytes that identify this format; version, begin and size, 8
// bytes each, little-endian; the XXH3-64 of these 32 bytes and of the file's bytes, 8 bytes; the bytes of the file. A
// block that was damaged by a crash or modified later is rejected, since its length, name or digest does not match.

/// Identifies a block of a version.
struct BlockKey {
    std::uint64_t version = 0; ///< a digest of the version's identification
    ByteRange range; ///< of the remote file; not empty

    bool operator==(const BlockKey&) const = default;
};

/// Converts between a block and its file name; nothing if the name is not that of a block.
std::string blockName(const BlockKey& key);
std::optional<BlockKey> blockOfName(std::string_view name);

/// Larger blocks are not read, so that a file in the cache cannot use up all memory.
inline constexpr std::uint64_t largestBlock = std::uint64_t{64} << 20;

/// Writes the block to a temporary file and renames it. False if that fails; then there is no block.
bool writeBlock(const std::filesystem::path& folder, const BlockKey& key, std::span<const std::byte> bytes);
/// Fills `target` with the bytes of `part`, which must be within the block, and marks the block as used. If the block
/// is damaged, removes it and returns false.
bool readBlock(const std::filesystem::path& folder, const BlockKey& key, ByteRange part, std::span<std::byte> target);

/// Writes a file that only its owner may read, via a temporary file that it renames. False if that fails.
bool writePrivateFile(
    const std::filesystem::path& path, std::span<const std::byte> start, std::span<const std::byte> rest);
/// True if the name is that of a temporary file of writePrivateFile().
bool isUnfinishedName(std::string_view name);

std::uint64_t digestOf(std::string_view text);

} // namespace loupe::remote
