#include "formats/zip/inflater.h"

#include <algorithm>
#include <new>

#define ZLIB_CONST
#include <zlib.h>

namespace loupe::zip {

namespace {

constexpr std::uint64_t inputAtOnce = std::uint64_t{64} << 10;
constexpr std::size_t outputAtOnce = std::size_t{1} << 30; // zlib counts in 32 bits

tl::unexpected<Error> noMemory()
{
    return fail(ErrorCode::OutOfMemory, "no memory to decompress a deflate stream");
}

} // namespace

Inflater::~Inflater()
{
    if (m_stream)
        inflateEnd(m_stream.get());
}

Result<std::unique_ptr<Inflater>> Inflater::create(ByteRange stream)
{
    std::unique_ptr<Inflater> inflater(new (std::nothrow) Inflater);
    auto state = std::unique_ptr<z_stream_s>(new (std::nothrow) z_stream_s{});
    constexpr int rawWindowBits = -15; // without a zlib header, as in archives
    if (!inflater || !state || inflateInit2(state.get(), rawWindowBits) != Z_OK)
        return noMemory();
    inflater->m_stream = std::move(state);
    inflater->m_rest = stream;
    return inflater;
}

Result<std::unique_ptr<Inflater>> Inflater::copy() const
{
    std::unique_ptr<Inflater> inflater(new (std::nothrow) Inflater);
    auto state = std::unique_ptr<z_stream_s>(new (std::nothrow) z_stream_s{});
    // zlib only reads from the original, although its signature is not const.
    if (!inflater || !state || inflateCopy(state.get(), m_stream.get()) != Z_OK)
        return noMemory();
    inflater->m_stream = std::move(state);
    inflater->m_rest = m_rest;
    inflater->m_position = m_position;
    inflater->m_ended = m_ended;
    inflater->m_wasCut = m_wasCut;
    return inflater;
}

Result<std::size_t> Inflater::next(const Source& source, std::span<std::byte> target, Buffer& scratch)
{
    std::size_t done = 0;
    while (done < target.size() && !m_ended) {
        const ByteRange input{m_rest.begin, std::min(m_rest.end, m_rest.begin + inputAtOnce)};
        const auto room = static_cast<uInt>(std::min(target.size() - done, outputAtOnce));
        int code = Z_OK;
        auto visited = source.visit(input, scratch, [&](std::span<const std::byte> bytes) {
            m_stream->next_in = reinterpret_cast<const Bytef*>(bytes.data());
            m_stream->avail_in = static_cast<uInt>(bytes.size());
            m_stream->next_out = reinterpret_cast<Bytef*>(target.data() + done);
            m_stream->avail_out = room;
            code = inflate(m_stream.get(), Z_NO_FLUSH);
            m_rest.begin += bytes.size() - m_stream->avail_in;
        });
        if (!visited)
            return fail(std::move(visited.error()));
        const std::size_t produced = room - m_stream->avail_out;
        m_stream->next_in = nullptr;
        m_stream->avail_in = 0;
        done += produced;
        m_position += produced;
        if (code == Z_MEM_ERROR)
            return noMemory();
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
            return fail(ErrorCode::Malformed, "invalid deflate stream", source.path().string(), m_rest.begin);
        }
        const bool stuck = produced == 0 && m_rest.begin == input.begin;
        m_wasCut = code != Z_STREAM_END && stuck;
        m_ended = code == Z_STREAM_END || stuck;
    }
    return done;
}

namespace {

/// `windowBits` as for inflateInit2().
Result<std::optional<std::size_t>> inflateWhole(
    std::span<const std::byte> stream, std::span<std::byte> target, int windowBits, bool mayHaveMembers)
{
    z_stream_s state{};
    if (inflateInit2(&state, windowBits) != Z_OK)
        return noMemory();
    std::size_t taken = 0;
    std::size_t given = 0;
    int code = Z_OK;
    while (code == Z_OK) {
        const auto input = std::min(stream.size() - taken, outputAtOnce);
        const auto room = std::min(target.size() - given, outputAtOnce);
        state.next_in = reinterpret_cast<const Bytef*>(stream.data() + taken);
        state.avail_in = static_cast<uInt>(input);
        state.next_out = reinterpret_cast<Bytef*>(target.data() + given);
        state.avail_out = static_cast<uInt>(room);
        code = inflate(&state, Z_NO_FLUSH); // Z_BUF_ERROR if no progress is possible
        taken += input - state.avail_in;
        given += room - state.avail_out;
        if (code == Z_STREAM_END && mayHaveMembers && taken < stream.size())
            code = inflateReset(&state);
    }
    inflateEnd(&state);
    if (code == Z_MEM_ERROR)
        return noMemory();
    return code == Z_STREAM_END ? std::optional(given) : std::nullopt;
}

} // namespace

Result<std::optional<std::size_t>> inflateZlib(std::span<const std::byte> stream, std::span<std::byte> target)
{
    return inflateWhole(stream, target, MAX_WBITS, false);
}

Result<std::optional<std::size_t>> inflateGzip(std::span<const std::byte> stream, std::span<std::byte> target)
{
    constexpr int gzip = 16;
    return inflateWhole(stream, target, MAX_WBITS + gzip, true);
}

} // namespace loupe::zip
