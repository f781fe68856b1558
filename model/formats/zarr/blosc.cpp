#include "formats/zarr/blosc.h"

#include "core/text/text.h"
#include "formats/storages/decompression.h"
#include "formats/zarr/little_endian.h"
#include "formats/zip/inflater.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace loupe::zarr {

namespace {

constexpr std::size_t headerSize = 16;
constexpr std::size_t lengthSize = 4;

enum class BloscCodec : unsigned { BloscLz, Lz4, Snappy, Zlib, Zstd };

tl::unexpected<Error> damaged(std::string what)
{
    return fail(ErrorCode::Malformed, "is no valid Blosc buffer: " + std::move(what));
}

/// Decompresses BloscLZ: runs of literals, and copies of bytes from at most 8 KiB earlier, or 72 KiB in a longer form.
/// Returns false unless the output has exactly the size of `target`.
bool unpackBloscLz(std::span<const std::byte> from, std::span<std::byte> target)
{
    constexpr unsigned literals = 32; // a smaller control byte n begins n + 1 literals
    constexpr unsigned longLength = 6; // more bytes of length follow
    constexpr unsigned farHigh = 31;
    constexpr unsigned farLow = 255; // with these two, a distance of 16 bits follows
    constexpr std::size_t nearest = 8191; // the distance that it counts from
    std::size_t in = 0;
    std::size_t out = 0;
    bool isCut = false;
    const auto next = [&]() -> unsigned {
        isCut = isCut || in == from.size();
        return isCut ? 0 : std::to_integer<unsigned>(from[in++]);
    };
    unsigned control = next() & 31U; // its upper bits are the version
    while (!isCut) {
        if (control < literals) {
            const std::size_t length = control + 1;
            if (from.size() - in < length || target.size() - out < length)
                return false;
            std::memcpy(target.data() + out, from.data() + in, length);
            in += length;
            out += length;
        } else {
            std::size_t length = (control >> 5) - 1;
            if (length == longLength) {
                unsigned more = 0;
                do {
                    more = next();
                    length += more;
                } while (more == 255 && !isCut);
            }
            const unsigned low = next();
            std::size_t distance = ((control & 31U) << 8) + low;
            if (low == farLow && (control & 31U) == farHigh) {
                distance = next() << 8;
                distance += next() + nearest;
            }
            length += 3;
            ++distance;
            if (isCut || distance > out || target.size() - out < length)
                return false;
            for (std::size_t i = 0; i < length; ++i, ++out) // may read bytes that it has just written
                target[out] = target[out - distance];
        }
        if (in == from.size())
            break;
        control = next();
    }
    return !isCut && out == target.size();
}

/// Reverses a byte shuffle, which stores the first bytes of all elements, then their second bytes, and so on.
void unshuffleBytes(std::span<const std::byte> from, std::size_t elementSize, std::span<std::byte> target)
{
    const std::size_t count = from.size() / elementSize;
    for (std::size_t byte = 0; byte < elementSize; ++byte) {
        const std::byte* const plane = from.data() + byte * count;
        for (std::size_t i = 0; i < count; ++i)
            target[i * elementSize + byte] = plane[i];
    }
    const std::size_t done = count * elementSize;
    std::copy_n(from.data() + done, from.size() - done, target.data() + done);
}

/// Moves bit k of byte j to bit j of byte k.
constexpr std::uint64_t transposeBits(std::uint64_t bits)
{
    std::uint64_t changed = (bits ^ (bits >> 7)) & 0x00aa00aa00aa00aa;
    bits ^= changed ^ (changed << 7);
    changed = (bits ^ (bits >> 14)) & 0x0000cccc0000cccc;
    bits ^= changed ^ (changed << 14);
    changed = (bits ^ (bits >> 28)) & 0x00000000f0f0f0f0;
    return bits ^ changed ^ (changed << 28);
}

/// Reverses a bit shuffle, which stores the first bits of all elements, then their second bits, and so on. Only whole
/// groups of eight elements are shuffled; a block with another number of elements is left as it is.
void unshuffleBits(std::span<const std::byte> from, std::size_t elementSize, std::span<std::byte> target)
{
    constexpr std::size_t group = 8;
    const std::size_t count = from.size() / elementSize;
    const bool isShuffled = count % group == 0;
    const std::size_t rows = count / group; // the number of bytes that hold one bit of all elements
    for (std::size_t byte = 0; isShuffled && byte < elementSize; ++byte) {
        const std::byte* const planes = from.data() + byte * 8 * rows;
        for (std::size_t row = 0; row < rows; ++row) {
            std::uint64_t bits = 0;
            for (std::size_t bit = 0; bit < 8; ++bit)
                bits |= std::to_integer<std::uint64_t>(planes[bit * rows + row]) << (8 * bit);
            bits = transposeBits(bits);
            for (std::size_t i = 0; i < group; ++i)
                target[(row * group + i) * elementSize + byte] = static_cast<std::byte>(bits >> (8 * i));
        }
    }
    const std::size_t done = isShuffled ? count * elementSize : 0;
    std::copy_n(from.data() + done, from.size() - done, target.data() + done);
}

/// A buffer with its header.
class BloscBuffer {
public:
    explicit BloscBuffer(std::span<const std::byte> packed)
        : m_packed(packed)
    {
    }

    Result<> unpack(std::span<std::byte> target)
    {
        if (auto read = readHeader(target.size()); !read)
            return read;
        if (m_isCopied) {
            if (m_packed.size() - headerSize < target.size())
                return damaged("it is cut off");
            std::copy_n(m_packed.data() + headerSize, target.size(), target.data());
            return {};
        }
        for (std::size_t block = 0; block * m_blockSize < target.size(); ++block) {
            const std::size_t begin = block * m_blockSize;
            const auto part = target.subspan(begin, std::min(m_blockSize, target.size() - begin));
            if (auto done = unpackBlock(block, part); !done)
                return done;
        }
        return {};
    }

private:
    Result<> readHeader(std::size_t wanted)
    {
        constexpr std::uint8_t shuffledBytes = 1;
        constexpr std::uint8_t copied = 2;
        constexpr std::uint8_t shuffledBits = 4;
        constexpr std::uint8_t unsplit = 16;
        constexpr unsigned lastVersion = 2;
        if (m_packed.size() < headerSize)
            return damaged("it is cut off");
        const auto byteAt = [&](std::size_t at) { return std::to_integer<unsigned>(m_packed[at]); };
        if (byteAt(0) > lastVersion) {
            return fail(ErrorCode::Unsupported,
                "is a Blosc buffer of version " + std::to_string(byteAt(0)) + ", of which this program reads 1 and 2");
        }
        const unsigned flags = byteAt(2);
        m_codec = static_cast<BloscCodec>(flags >> 5);
        m_elementSize = byteAt(3);
        m_isCopied = (flags & copied) != 0;
        m_hasShuffledBytes = (flags & shuffledBytes) != 0 && m_elementSize > 1;
        m_hasShuffledBits = (flags & shuffledBits) != 0;
        m_isUnsplit = (flags & unsplit) != 0;
        const std::uint64_t size = littleEndianAt(m_packed, 4);
        m_blockSize = littleEndianAt(m_packed, 8);
        const std::uint64_t packedSize = littleEndianAt(m_packed, 12);
        if (size != wanted) {
            return damaged("it says that it holds " + counted(size, "byte") + ", expected " + counted(wanted, "byte")
                + " of its shape");
        }
        if (packedSize < headerSize || packedSize > m_packed.size())
            return damaged(
                "it says that it has " + counted(packedSize, "byte") + " of " + formatCount(m_packed.size()));
        m_packed = m_packed.first(packedSize);
        if (m_isCopied || size == 0)
            return {};
        if (m_codec == BloscCodec::Snappy)
            return fail(ErrorCode::Unsupported, "is compressed with Snappy in Blosc, which this program does not read");
        if (m_codec > BloscCodec::Zstd)
            return damaged("it names codec " + std::to_string(flags >> 5));
        if (m_elementSize == 0 || m_blockSize == 0 || m_blockSize > size)
            return damaged("it has blocks of " + counted(m_blockSize, "byte"));
        m_blocks = (size + m_blockSize - 1) / m_blockSize;
        if (m_blocks > (m_packed.size() - headerSize) / lengthSize)
            return damaged("it is shorter than its list of blocks");
        return {};
    }

    Result<> unpackBlock(std::size_t block, std::span<std::byte> target)
    {
        const std::span<std::byte> plain = isShuffled(target) ? scratch(target.size()) : target;
        std::uint64_t at = littleEndianAt(m_packed, headerSize + block * lengthSize);
        if (at < headerSize + m_blocks * lengthSize)
            return damaged("a block begins within its header");
        const std::size_t streams = streamsOf(target.size());
        const std::size_t size = target.size() / streams;
        if (size * streams != target.size())
            return damaged("the size of a block is not an integer multiple of the element size");
        for (std::size_t i = 0; i < streams; ++i) {
            if (at > m_packed.size() || m_packed.size() - at < lengthSize)
                return damaged("a block begins behind its end");
            const std::uint64_t length = littleEndianAt(m_packed, at);
            at += lengthSize;
            if (length > m_packed.size() - at)
                return damaged("a block ends behind its end");
            const auto stored = m_packed.subspan(at, length);
            at += length;
            auto done = unpackStream(stored, plain.subspan(i * size, size));
            if (!done)
                return done;
        }
        if (m_hasShuffledBytes)
            unshuffleBytes(plain, m_elementSize, target);
        else if (isShuffled(target))
            unshuffleBits(plain, m_elementSize, target);
        return {};
    }

    bool isShuffled(std::span<std::byte> block) const
    {
        return m_hasShuffledBytes || (m_hasShuffledBits && block.size() >= m_elementSize);
    }

    /// The number of streams that a block is split into: one for each byte of an element, if the streams are long
    /// enough. The last block is never split if it is shorter than the others.
    std::size_t streamsOf(std::size_t blockBytes) const
    {
        constexpr std::size_t mostStreams = 16;
        constexpr std::size_t leastBytes = 128;
        const bool isCut = !m_isUnsplit && blockBytes == m_blockSize && m_elementSize <= mostStreams
            && blockBytes / m_elementSize >= leastBytes;
        return isCut ? m_elementSize : 1;
    }

    Result<> unpackStream(std::span<const std::byte> stored, std::span<std::byte> target)
    {
        if (stored.size() == target.size()) { // the data could not be compressed
            std::ranges::copy(stored, target.begin());
            return {};
        }
        bool isSound = false;
        switch (m_codec) {
        case BloscCodec::BloscLz:
            isSound = unpackBloscLz(stored, target);
            break;
        case BloscCodec::Lz4:
            if (!unpacksLz4())
                return fail(ErrorCode::Unsupported, "is compressed with LZ4, which this build cannot read");
            isSound = unpackLz4Block(stored, target);
            break;
        case BloscCodec::Zlib: {
            const auto size = zip::inflateZlib(stored, target);
            if (!size)
                return fail(size.error());
            isSound = *size == target.size();
            break;
        }
        case BloscCodec::Zstd:
            if (!unpacksZstd())
                return fail(ErrorCode::Unsupported, "is compressed with Zstandard, which this build cannot read");
            isSound = unpackZstd(stored, target);
            break;
        case BloscCodec::Snappy:
            break;
        }
        return isSound ? Result<>() : damaged("a block cannot be decompressed");
    }

    std::span<std::byte> scratch(std::size_t size)
    {
        m_scratch.resize(size);
        return m_scratch;
    }

    std::span<const std::byte> m_packed;
    std::vector<std::byte> m_scratch;
    BloscCodec m_codec = BloscCodec::BloscLz;
    std::size_t m_elementSize = 1;
    std::size_t m_blockSize = 0;
    std::uint64_t m_blocks = 0;
    bool m_isCopied = false;
    bool m_hasShuffledBytes = false;
    bool m_hasShuffledBits = false;
    bool m_isUnsplit = false;
};

} // namespace

Result<> unpackBlosc(std::span<const std::byte> packed, std::span<std::byte> target)
{
    return BloscBuffer(packed).unpack(target);
}

} // namespace loupe::zarr
