#pragma once

#include "core/buffer.h"
#include "core/result.h"
#include "core/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

struct z_stream_s;

namespace loupe::zip {

/// A decoder at some position of a deflate stream in a file. Takes about 40 KiB of memory. Not thread-safe.
class Inflater {
public:
    /// A decoder at the start of the stream that fills `stream`. Fails with OutOfMemory.
    static Result<std::unique_ptr<Inflater>> create(ByteRange stream);
    ~Inflater();
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// A copy at the same position. Thread-safe. Fails with OutOfMemory.
    Result<std::unique_ptr<Inflater>> copy() const;

    /// The number of bytes decompressed so far.
    std::uint64_t position() const { return m_position; }
    /// True if decompression ended because the stream was cut off.
    bool wasCut() const { return m_wasCut; }

    /// Fills `target` with the next bytes and returns their number, which is smaller only if the stream ends or was cut
    /// off. Fails with Malformed if the stream is invalid, or as Source does.
    Result<std::size_t> next(const Source& source, std::span<std::byte> target, Buffer& scratch);

private:
    Inflater() = default;

    std::unique_ptr<z_stream_s> m_stream;
    ByteRange m_rest; ///< input that is not consumed yet
    std::uint64_t m_position = 0;
    bool m_ended = false;
    bool m_wasCut = false;
};

/// Inflates a whole zlib stream in memory and returns the size of its content; nothing if the stream is invalid or
/// its content exceeds `target`. Fails with OutOfMemory.
Result<std::optional<std::size_t>> inflateZlib(std::span<const std::byte> stream, std::span<std::byte> target);

/// As inflateZlib(), for gzip with one or several members.
Result<std::optional<std::size_t>> inflateGzip(std::span<const std::byte> stream, std::span<std::byte> target);

} // namespace loupe::zip
