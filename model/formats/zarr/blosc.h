#pragma once

#include "core/result.h"

#include <cstddef>
#include <span>

namespace loupe::zarr {

/// Unpacks a buffer of Blosc 1 (format version 2) into exactly the bytes of `target`: blocks that are compressed each
/// by itself, whose bytes or bits may have been shuffled before. The codecs are BloscLZ, LZ4, zlib and Zstandard. Fails
/// with Malformed, or with Unsupported for Snappy and Blosc 2; the message continues "a chunk …". May throw
/// std::bad_alloc. Takes the memory of one block besides, whose size is at most that of `target`.
Result<> unpackBlosc(std::span<const std::byte> packed, std::span<std::byte> target);

} // namespace loupe::zarr
