#include "formats/tensorizer/encrypted_storage.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>

namespace loupe::tensorizer {

namespace {

constexpr std::uint64_t bytesAtOnce = std::uint64_t{1} << 20;
constexpr std::uint64_t bitsInWord = 64;

std::uint64_t dividedUp(std::uint64_t number, std::uint64_t by)
{
    return number / by + (number % by != 0);
}

} // namespace

Result<> TensorizerLockedStorage::decode(
    const Tensor& tensor, const Source& source, std::uint64_t, std::uint64_t, std::span<std::byte>) const
{
    return fail(m_code, "tensor " + quote(tensor.name) + ' ' + m_why, source.path().string(), tensor.bytes.begin);
}

TensorizerEncryptedStorage::TensorizerEncryptedStorage(
    ByteRange data, const TensorizerCrypt& crypt, std::shared_ptr<const WipedBytes> key)
    : m_data(data)
    , m_pieceBytes(crypt.isOnePiece ? std::max<std::uint64_t>(data.size(), 1) : crypt.pieceBytes)
    , m_macs(crypt.macs)
    , m_nonce(crypt.nonce)
    , m_key(std::move(key))
    , m_authentic(dividedUp(crypt.macCount, bitsInWord))
{
}

ByteRange TensorizerEncryptedStorage::pieceRange(std::uint64_t piece) const
{
    const std::uint64_t begin = m_data.begin + piece * m_pieceBytes;
    return {begin, begin + std::min(m_pieceBytes, m_data.end - begin)};
}

Result<bool> TensorizerEncryptedStorage::matches(const Source& source, std::uint64_t piece) const
{
    const ByteRange range = pieceRange(piece);
    TensorizerMac mac{};
    if (auto read = source.read(m_macs + piece * mac.size(), mac); !read)
        return fail(std::move(read.error()));
    TensorizerAuthenticator authenticator(m_key->bytes(), nonceOfPiece(m_nonce, piece));
    Buffer scratch;
    for (std::uint64_t begin = range.begin; begin < range.end; begin += bytesAtOnce) {
        auto done = source.visit({begin, std::min(range.end, begin + bytesAtOnce)}, scratch,
            [&](std::span<const std::byte> bytes) { authenticator.add(bytes); });
        if (!done)
            return fail(std::move(done.error()));
    }
    return authenticator.matches(mac);
}

Result<bool> TensorizerEncryptedStorage::opens(const Source& source) const
{
    return matches(source, 0);
}

Result<> TensorizerEncryptedStorage::authenticate(const Tensor& tensor, const Source& source, std::uint64_t piece) const
{
    const std::uint64_t bit = std::uint64_t{1} << piece % bitsInWord;
    std::atomic<std::uint64_t>& word = m_authentic[piece / bitsInWord];
    if ((word.load(std::memory_order_relaxed) & bit) != 0)
        return {};
    const auto where = [&] {
        return "tensor " + quote(tensor.name) + ", encrypted piece " + formatCount(piece + 1) + " of "
            + formatCount(dividedUp(m_data.size(), m_pieceBytes));
    };
    const ByteRange range = pieceRange(piece);
    if (range.size() > largestPiece) {
        return fail(ErrorCode::TooLarge,
            where() + " has " + formatBytes(range.size())
                + ", all of which has to be read before any of it can be trusted; that is done up to "
                + formatBytes(largestPiece),
            source.path().string(), range.begin);
    }
    const auto same = matches(source, piece);
    if (!same)
        return fail(same.error());
    if (!*same) {
        return fail(ErrorCode::Malformed,
            where() + " does not match its MAC: it was encrypted with another key, or changed since",
            source.path().string(), range.begin);
    }
    word.fetch_or(bit, std::memory_order_relaxed);
    return {};
}

Result<> TensorizerEncryptedStorage::decrypt(
    const Source& source, std::uint64_t piece, ByteRange range, std::span<std::byte> target, Buffer& scratch) const
{
    const TensorizerNonce nonce = nonceOfPiece(m_nonce, piece);
    const std::uint64_t pieceBegin = pieceRange(piece).begin;
    while (!range.empty()) {
        const std::uint64_t size = std::min(bytesAtOnce, range.size());
        auto done = source.visit({range.begin, range.begin + size}, scratch, [&](std::span<const std::byte> bytes) {
            decryptTensorizer(m_key->bytes(), nonce, range.begin - pieceBegin, bytes, target.first(bytes.size()));
        });
        if (!done)
            return done;
        target = target.subspan(size);
        range.begin += size;
    }
    return {};
}

Result<> TensorizerEncryptedStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first,
    std::uint64_t count, std::span<std::byte> target) const
{
    return orOutOfMemory(source, [&]() -> Result<> {
        const std::uint64_t size = bitsPerElement(tensor.dtype) / 8;
        const std::uint64_t there = m_data.size() / size; // checked, since shapes are not authenticated
        if (count > there || first > there - count) {
            return fail(ErrorCode::Malformed,
                "tensor " + quote(tensor.name) + " has " + counted(m_data.size(), "byte")
                    + " of encrypted data, which do not fit its shape and dtype",
                source.path().string(), m_data.begin);
        }
        ByteRange left{m_data.begin + first * size, m_data.begin + (first + count) * size};
        Buffer scratch;
        while (!left.empty()) {
            const std::uint64_t piece = (left.begin - m_data.begin) / m_pieceBytes;
            const ByteRange now{left.begin, std::min(left.end, pieceRange(piece).end)};
            auto done = authenticate(tensor, source, piece);
            if (done)
                done = decrypt(source, piece, now, target.first(now.size()), scratch);
            if (!done)
                return done;
            target = target.subspan(now.size());
            left.begin = now.end;
        }
        return {};
    });
}

} // namespace loupe::tensorizer
