#pragma once

#include "core/buffer.h"
#include "core/byte_range.h"
#include "core/source.h"

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace loupe {

/// The bytes of whole arrays of one file, for those who need all of them for any part: elements of one row of an array
/// in Fortran order, or of a transposed view, lie all over it. Keeps those that were used last, of at most `most` bytes
/// together, which is what bounds the memory; larger ones are refused. Used from many threads.
class KeptArrays {
public:
    static constexpr std::uint64_t most = std::uint64_t{256} << 20;
    using Fill = std::function<Result<>(std::span<std::byte>)>;

    /// The bytes of the array at `range`, which `fill` reads where they are not kept; of packed bytes also by which
    /// object they are unpacked. Fails with TooLarge, OutOfMemory, or as `fill` does.
    Result<std::shared_ptr<const Buffer>> get(
        const Source& source, ByteRange range, std::uint64_t size, const Fill& fill, const void* packed = nullptr);

private:
    struct Array {
        ByteRange range;
        const void* packed;
        std::shared_ptr<const Buffer> bytes;
    };

    std::mutex m_mutex;
    std::list<Array> m_arrays; ///< the one used last first
    std::uint64_t m_bytes = 0; ///< of all
};

} // namespace loupe
