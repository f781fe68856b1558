#pragma once

#include <cstddef>
#include <span>

namespace loupe {

// Decompresses whole buffers. Each function returns false unless `packed` is valid and decompresses to exactly the size
// of `target`.

/// True if this build supports LZ4. If not, its functions return false.
bool unpacksLz4();
/// True if this build supports Zstandard. If not, its function returns false.
bool unpacksZstd();

/// Decompresses an LZ4 frame, which has a header.
bool unpackLz4Frame(std::span<const std::byte> packed, std::span<std::byte> target);
/// Decompresses a bare LZ4 block.
bool unpackLz4Block(std::span<const std::byte> packed, std::span<std::byte> target);
/// Decompresses one or several Zstandard frames.
bool unpackZstd(std::span<const std::byte> packed, std::span<std::byte> target);

} // namespace loupe
