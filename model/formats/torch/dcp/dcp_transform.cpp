#include "formats/torch/dcp/dcp_transform.h"

#include "core/text/text.h"

#include <algorithm>
#include <cstring>
#include <functional>

#ifdef LOUPE_ZSTD
#include <zstd.h>
#endif

namespace loupe::torch {

namespace {

using Bytes = std::span<const std::byte>;

/// Receives the bytes of an unpacked item in order; returns false to stop.
using UnpackedSink = std::function<bool(Bytes)>;

constexpr std::uint64_t blockSize = std::uint64_t{1} << 20;

std::byte withSwappedCase(std::byte byte)
{
    const auto letter = static_cast<char>(byte);
    const bool isLetter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    return isLetter ? byte ^ std::byte{0x20} : byte;
}

#ifdef LOUPE_ZSTD
struct FreeStream {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};
#endif

/// Undoes a transform, a block at a time.
class Unpacker {
public:
    Unpacker(const Source& file, ByteRange range, const DcpTransform& transform)
        : m_file(file)
        , m_range(range)
        , m_transform(transform)
    {
    }

    Result<> run(const Work& work, const UnpackedSink& sink)
    {
#ifdef LOUPE_ZSTD
        if (m_transform.isZstd) {
            m_stream.reset(ZSTD_createDStream());
            if (!m_stream)
                return fail(ErrorCode::OutOfMemory, "not enough memory to decompress", m_file.path().string());
            m_out.resize(ZSTD_DStreamOutSize());
        }
#endif
        Buffer scratch;
        bool goesOn = true;
        for (std::uint64_t begin = m_range.begin; begin < m_range.end && goesOn;) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped while an item was unpacked", m_file.path().string());
            const ByteRange block{begin, std::min(m_range.end, begin + blockSize)};
            Result<> done;
            auto visited = m_file.visit(block, scratch, [&](Bytes bytes) {
                if (m_transform.swapsFirst) {
                    m_swapped.assign(bytes.begin(), bytes.end());
                    std::ranges::transform(m_swapped, m_swapped.begin(), withSwappedCase);
                    bytes = m_swapped;
                }
                done = m_transform.isZstd ? decompress(bytes, begin, goesOn, sink) : hand(bytes, goesOn, sink);
            });
            if (!visited || !done)
                return visited ? done : visited;
            begin = block.end;
        }
        if (goesOn && m_transform.isZstd && !m_isEnded)
            return fail(ErrorCode::Malformed, "the zstd frame is cut off", m_file.path().string(), m_range.end);
        return {};
    }

private:
    Result<> hand(Bytes bytes, bool& goesOn, const UnpackedSink& sink)
    {
        if (m_transform.swapsLast) {
            m_last.assign(bytes.begin(), bytes.end());
            std::ranges::transform(m_last, m_last.begin(), withSwappedCase);
            bytes = m_last;
        }
        goesOn = sink(bytes);
        return {};
    }

    Result<> decompress([[maybe_unused]] Bytes bytes, [[maybe_unused]] std::uint64_t begin,
        [[maybe_unused]] bool& goesOn, const UnpackedSink& sink)
    {
#ifdef LOUPE_ZSTD
        ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
        bool isFull = true; // more output may be pending
        while (goesOn && (in.pos < in.size || isFull)) {
            ZSTD_outBuffer out{m_out.data(), m_out.size(), 0};
            const std::size_t before = in.pos;
            if (m_isEnded)
                return fail(ErrorCode::Malformed, "there is more than one zstd frame", m_file.path().string(), begin);
            const std::size_t left = ZSTD_decompressStream(m_stream.get(), &out, &in);
            if (ZSTD_isError(left) != 0)
                return fail(ErrorCode::Malformed,
                    "it is no valid zstd frame (" + std::string(ZSTD_getErrorName(left)) + ")", m_file.path().string(),
                    begin);
            m_isEnded = left == 0;
            isFull = out.pos == out.size && !m_isEnded;
            if (out.pos > 0) {
                if (auto done = hand(Bytes(m_out).first(out.pos), goesOn, sink); !done)
                    return done;
            } else if (in.pos == before) {
                break;
            }
        }
        return {};
#else
        static_cast<void>(sink);
        return fail(ErrorCode::Unsupported, "this build cannot decompress zstd", m_file.path().string());
#endif
    }

    const Source& m_file;
    ByteRange m_range;
    const DcpTransform& m_transform;
    std::vector<std::byte> m_swapped;
    std::vector<std::byte> m_last;
#ifdef LOUPE_ZSTD
    std::unique_ptr<ZSTD_DStream, FreeStream> m_stream;
#endif
    std::vector<std::byte> m_out;
    bool m_isEnded = false; ///< of the frame
};

/// The bytes of an item with its transform undone.
class UnpackedBytes : public RemoteBytes {
public:
    UnpackedBytes(std::shared_ptr<const Source> file, ByteRange range, const DcpTransform& transform,
        std::shared_ptr<KeptArrays> kept, std::uint64_t size)
        : m_file(std::move(file))
        , m_range(range)
        , m_transform(transform)
        , m_kept(std::move(kept))
        , m_size(size)
    {
    }

    Result<> read(std::uint64_t offset, std::span<std::byte> target) override
    {
        const auto all = bytes();
        if (!all)
            return fail(all.error());
        std::ranges::copy((*all)->bytes().subspan(offset, target.size()), target.begin());
        return {};
    }
    Result<Bytes> view(ByteRange range, Buffer& /*scratch*/, std::shared_ptr<const void>& keeper) override
    {
        const auto all = bytes();
        if (!all)
            return fail(all.error());
        keeper = *all;
        return Bytes((*all)->bytes()).subspan(range.begin, range.size());
    }
    std::shared_ptr<void> expect(std::vector<ByteRange> /*ranges*/, const Reading& reading) override
    {
        return m_file->expect({m_range}, reading);
    }
    Result<> checkUnchanged() const override { return m_file->checkUnchanged(); }
    std::string version() const override { return m_file->version(); }

private:
    Result<std::shared_ptr<const Buffer>> bytes() const
    {
        const auto fill = [&](std::span<std::byte> target) -> Result<> {
            std::size_t filled = 0;
            auto done = Unpacker(*m_file, m_range, m_transform).run({}, [&](Bytes bytes) {
                const std::size_t size = std::min(bytes.size(), target.size() - filled);
                std::ranges::copy(bytes.first(size), target.begin() + static_cast<std::ptrdiff_t>(filled));
                filled += size;
                return size == bytes.size();
            });
            if (done && filled != target.size())
                return fail(ErrorCode::Changed, "the file was changed while it was open", m_file->path().string());
            return done;
        };
        return m_kept->get(*m_file, m_range, m_size, fill, this);
    }

    std::shared_ptr<const Source> m_file;
    ByteRange m_range;
    DcpTransform m_transform;
    std::shared_ptr<KeptArrays> m_kept;
    std::uint64_t m_size;
};

} // namespace

DcpTransform dcpTransform(const std::vector<std::string_view>& descriptors)
{
    DcpTransform transform;
    for (const std::string_view descriptor : descriptors) {
        const bool isZstd = descriptor == "stream.zstd/1" || descriptor == "stream.zstd";
        const bool isSwap = descriptor == "stream.rot13/1" || descriptor == "stream.rot13";
        if ((!isZstd && !isSwap) || (isZstd && transform.isZstd)) {
            transform.unknown = descriptor.empty() ? "?" : descriptor;
            return transform;
        }
        bool& swaps = transform.isZstd ? transform.swapsLast : transform.swapsFirst;
        swaps ^= isSwap;
        transform.isZstd |= isZstd;
    }
    return transform;
}

Result<std::shared_ptr<const Source>> unpackDcpItem(const std::shared_ptr<const Source>& file, ByteRange range,
    const DcpTransform& transform, const std::shared_ptr<KeptArrays>& kept, std::uint64_t most, const Work& work)
{
    std::uint64_t size = 0;
    // The size in a frame's header is an untrusted claim.
    const auto counted = Unpacker(*file, range, transform).run(work, [&](Bytes bytes) {
        size += bytes.size();
        return size <= most;
    });
    if (!counted)
        return fail(counted.error());
    if (size > most)
        return fail(ErrorCode::TooLarge,
            "unpacked it has more than " + formatBytes(most) + ", which this program does not hold in memory",
            file->path().string(), range.begin);
    FileIdentity identity = file->identity();
    identity.device = Source::remoteDevice;
    identity.size = size;
    return Source::remote(file->path(), identity, std::make_shared<UnpackedBytes>(file, range, transform, kept, size));
}

} // namespace loupe::torch
