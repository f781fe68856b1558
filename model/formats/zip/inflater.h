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

/// A deflate stream in a file, part of the way through it: about 40 KiB. Not shared between threads.
class Inflater {
public:
    /// At the first byte of the stream that fills `stream`. Fails with OutOfMemory.
    static Result<std::unique_ptr<Inflater>> create(ByteRange stream);
    ~Inflater();
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Another one, as far on. May be called by several threads at once. Fails with OutOfMemory.
    Result<std::unique_ptr<Inflater>> copy() const;

    /// How many bytes came out of the stream before the next one.
    std::uint64_t position() const { return m_position; }
    /// Whether nothing more comes out because the stream was cut off.
    bool wasCut() const { return m_wasCut; }

    /// Fills `target` with what comes next; how much, less only where the stream ends or was cut off. Fails with
    /// Malformed where it makes no sense, or as Source does.
    Result<std::size_t> next(const Source& source, std::span<std::byte> target, Buffer& scratch);

private:
    Inflater() = default;

    std::unique_ptr<z_stream_s> m_stream;
    ByteRange m_rest; ///< what was not taken in yet
    std::uint64_t m_position = 0;
    bool m_ended = false;
    bool m_wasCut = false;
};

/// Inflates a whole zlib stream that is at hand. How much it gave; nothing where it makes no sense or gives more than
/// `target` has room for. Fails with OutOfMemory.
Result<std::optional<std::size_t>> inflateZlib(std::span<const std::byte> stream, std::span<std::byte> target);

} // namespace loupe::zip
