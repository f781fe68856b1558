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

// One block of one version of a remote file on disk: 8 bytes that name this format; version, begin and size, 8 bytes
// each, little-endian; the XXH3-64 of these 32 bytes and of those of the file, 8 bytes; the bytes of the file. A block
// that was torn by a crash, or changed since, is none: its length, its name or the digest does not fit.

/// Which block of which version.
struct BlockKey {
    std::uint64_t version = 0; ///< a digest of what names the version
    ByteRange range; ///< of the remote file; not empty

    bool operator==(const BlockKey&) const = default;
};

/// The name of a block's file, and the block of such a name; nothing if it is another one.
std::string blockName(const BlockKey& key);
std::optional<BlockKey> blockOfName(std::string_view name);

/// No larger block is read, so that a file in the cache cannot take all memory.
inline constexpr std::uint64_t largestBlock = std::uint64_t{64} << 20;

/// Writes the block below another name first. False where that fails: there is no such block then.
bool writeBlock(const std::filesystem::path& folder, const BlockKey& key, std::span<const std::byte> bytes);
/// Fills `target` with the bytes of `part`, which the block has, and marks the block as used. False where it is not
/// whole; it is removed then.
bool readBlock(const std::filesystem::path& folder, const BlockKey& key, ByteRange part, std::span<std::byte> target);

/// Writes a file that only its owner may read, below another name first. False where that fails.
bool writePrivateFile(
    const std::filesystem::path& path, std::span<const std::byte> start, std::span<const std::byte> rest);
/// Whether writePrivateFile() calls unfinished files so.
bool isUnfinishedName(std::string_view name);

std::uint64_t digestOf(std::string_view text);

} // namespace loupe::remote
