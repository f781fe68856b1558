#pragma once

#include <cstddef>
#include <span>

namespace loupe {

// Unpacks what libraries packed as a whole. Each function returns false unless `packed` is valid and holds exactly as
// many bytes as `target` has room for.

/// Whether this build unpacks LZ4; otherwise the functions for it return false.
bool unpacksLz4();
/// The same for Zstandard.
bool unpacksZstd();

/// A frame of LZ4, with its header.
bool unpackLz4Frame(std::span<const std::byte> packed, std::span<std::byte> target);
/// A bare block of LZ4.
bool unpackLz4Block(std::span<const std::byte> packed, std::span<std::byte> target);
/// One or several frames of Zstandard.
bool unpackZstd(std::span<const std::byte> packed, std::span<std::byte> target);

} // namespace loupe
