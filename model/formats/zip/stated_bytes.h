#pragma once

#include "core/byte_range.h"
#include "core/stated_digests.h"

namespace loupe::zip {

/// A stretch of the file.
class PlainStatedBytes : public StatedBytes {
public:
    explicit PlainStatedBytes(ByteRange range)
        : m_range(range)
    {
    }
    Result<> visit(const Source& source, const Work& work,
        const std::function<void(std::span<const std::byte>)>& add) const override;

private:
    ByteRange m_range;
};

/// The content of a deflate stream, up to `size` bytes. A visit takes about 400 KiB of memory.
class InflatedStatedBytes : public StatedBytes {
public:
    InflatedStatedBytes(ByteRange stream, std::uint64_t size)
        : m_stream(stream)
        , m_size(size)
    {
    }
    Result<> visit(const Source& source, const Work& work,
        const std::function<void(std::span<const std::byte>)>& add) const override;

private:
    ByteRange m_stream;
    std::uint64_t m_size;
};

/// Bytes of another file than the source passed to visit(), which is only one file of a checkpoint.
class OtherStatedBytes : public StatedBytes {
public:
    OtherStatedBytes(std::shared_ptr<const Source> file, std::shared_ptr<const StatedBytes> bytes)
        : m_file(std::move(file))
        , m_bytes(std::move(bytes))
    {
    }
    Result<> visit(const Source& source, const Work& work,
        const std::function<void(std::span<const std::byte>)>& add) const override;

private:
    std::shared_ptr<const Source> m_file;
    std::shared_ptr<const StatedBytes> m_bytes;
};

} // namespace loupe::zip
