#pragma once

#include "core/result.h"

#include <cstddef>
#include <span>

namespace loupe::zarr {

/// Decompresses a buffer of Blosc 1 (format version 2), which must have exactly the size of `target`. The buffer
/// consists of blocks that are compressed separately, after their bytes or bits may have been shuffled. The codecs are
/// BloscLZ, LZ4, zlib and Zstandard. Fails with Malformed, or with Unsupported for Snappy and Blosc 2; the message
/// continues "a chunk …". May throw std::bad_alloc. Uses additional memory for one block, whose size is at most that of
/// `target`.
Result<> unpackBlosc(std::span<const std::byte> packed, std::span<std::byte> target);

} // namespace loupe::zarr
