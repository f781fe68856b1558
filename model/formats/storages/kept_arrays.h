#pragma once

#include "core/buffer.h"
#include "core/byte_range.h"
#include "core/source.h"

#include <functional>
#include <list>
#include <memory>
#include <mutex>

namespace loupe {

/// The bytes of whole arrays of one file, for those who need all of them for any part: elements of one row of an array
/// in Fortran order, or of a transposed view, lie all over it. Keeps those that were used last, of at most `most` bytes
/// together; larger ones are refused. What was got stays as long as whoever got it holds it. Used from many threads.
class KeptArrays {
public:
    static constexpr std::uint64_t most = std::uint64_t{256} << 20;
    using Fill = std::function<Result<>(std::span<std::byte>)>;

    /// The `size` bytes of the array at `range`, which `fill` reads where they are not kept; of packed bytes also by
    /// which object they are unpacked. An archive may claim several arrays at one range, of different sizes. Fails with
    /// TooLarge, OutOfMemory, or as `fill` does.
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
