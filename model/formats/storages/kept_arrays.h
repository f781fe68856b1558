#pragma once

#include "core/buffer.h"
#include "core/byte_range.h"
#include "core/source.h"

#include <functional>
#include <list>
#include <memory>
#include <mutex>

namespace loupe {

/// A cache of the bytes of whole arrays of one file, for arrays of which any part needs all bytes: the elements of one
/// row of a Fortran-order array, or of a transposed view, are spread over the whole array. Keeps the most recently used
/// arrays, up to a total of `most` bytes, and rejects larger ones. An array stays valid as long as a caller holds it.
/// Thread-safe.
class KeptArrays {
public:
    static constexpr std::uint64_t most = std::uint64_t{256} << 20;
    using Fill = std::function<Result<>(std::span<std::byte>)>;

    /// The `size` bytes of the array at `range`. Calls `fill` to read them if they are not cached. The key for packed
    /// bytes also includes the object that unpacks them, and their size, since an archive may claim several arrays at
    /// one range. Fails with TooLarge, OutOfMemory, or as `fill` does.
    Result<std::shared_ptr<const Buffer>> get(
        const Source& source, ByteRange range, std::uint64_t size, const Fill& fill, const void* packed = nullptr);

private:
    struct Array {
        ByteRange range;
        const void* packed;
        std::shared_ptr<const Buffer> bytes;
    };

    std::mutex m_mutex;
    std::list<Array> m_arrays; ///< most recently used first
    std::uint64_t m_bytes = 0; ///< total size of all arrays
};

} // namespace loupe
