#include "formats/tensorizer/tensorizer_crypt_info.h"

#include "core/text/text.h"

#include <cstring>

namespace loupe::tensorizer {

namespace {

enum Chunk : std::uint16_t { Derivation = 1, Pieces = 2, OnePiece = 3 };

class CryptInfoReader {
public:
    CryptInfoReader(TensorizerCursor& cursor, std::uint64_t end, TensorizerCrypt& crypt)
        : m_cursor(cursor)
        , m_end(end)
        , m_crypt(crypt)
    {
    }

    std::optional<TensorizerFault> run()
    {
        const auto count = m_cursor.number<std::uint16_t>("crypt chunk count");
        if (!count)
            return cut();
        for (unsigned i = 0; i < *count; ++i) {
            const std::uint64_t begin = m_cursor.position();
            const auto length = m_cursor.number<std::uint64_t>("chunk length");
            if (!length || m_cursor.position() > m_end || *length > m_end - m_cursor.position())
                return cut(begin);
            m_chunkEnd = m_cursor.position() + *length;
            if (auto fault = readChunk())
                return fault;
            if (m_cursor.position() > m_chunkEnd)
                return cut(begin);
            if (m_cursor.position() < m_chunkEnd)
                m_cursor.skip(m_chunkEnd - m_cursor.position(), "unread");
        }
        if (*count > 0 && !m_crypt.isEncrypted)
            return fault("says nothing about pieces, expected one chunk of type 2 or 3", "CryptographyError");
        if (m_cursor.position() < m_end)
            m_cursor.skip(m_end - m_cursor.position(), "unread");
        return std::nullopt;
    }

private:
    std::optional<TensorizerFault> readChunk()
    {
        const std::uint64_t begin = m_cursor.position();
        const auto type = m_cursor.number<std::uint16_t>("chunk type");
        if (!type)
            return cut();
        if (*type < Derivation || *type > OnePiece) {
            return fault("has a chunk of type " + formatCount(*type) + ", expected one from 1 to 3", "KeyError", begin);
        }
        // Checked before the chunk's content, so that no block costs more than its three chunks.
        if (*type == Derivation ? m_crypt.derivation.has_value() : m_crypt.isEncrypted)
            return fault("has two chunks that say the same, expected one", "CryptographyError", begin);
        if (*type == Derivation)
            return readDerivation();
        m_crypt.isEncrypted = true;
        return *type == Pieces ? readPieces() : readOnePiece();
    }

    std::optional<TensorizerFault> readDerivation()
    {
        const std::uint64_t begin = m_cursor.position();
        const auto method = m_cursor.number<std::uint16_t>("derivation method");
        if (!method)
            return cut();
        if (*method != 1)
            return fault("makes keys by method " + formatCount(*method) + ", expected 1, Argon2id", "KeyError", begin);
        TensorizerDerivation derivation;
        const auto operations = m_cursor.number<std::uint64_t>("operations limit");
        const auto memory = m_cursor.number<std::uint64_t>("memory limit");
        const auto algorithm = m_cursor.number<std::int32_t>("algorithm");
        const auto saltBytes = m_cursor.number<std::uint16_t>("salt length");
        if (!operations || !memory || !algorithm || !saltBytes)
            return cut();
        if (*saltBytes != derivation.salt.size())
            return fault("has a salt of " + counted(*saltBytes, "byte") + ", expected 16", "ValueError", begin);
        if (!bytes(derivation.salt, "salt"))
            return cut();
        derivation.operations = *operations;
        derivation.memory = *memory;
        derivation.algorithm = *algorithm;
        m_crypt.derivation = derivation;
        return std::nullopt;
    }

    std::optional<TensorizerFault> readPieces()
    {
        constexpr std::uint64_t quantum = 64;
        constexpr std::uint64_t least = 1024;
        const std::uint64_t begin = m_cursor.position();
        const auto size = m_cursor.number<std::uint64_t>("piece size");
        if (!size || !bytes(m_crypt.nonce, "nonce"))
            return cut();
        if (*size < least || *size % quantum != 0) {
            return fault("has pieces of " + counted(*size, "byte") + ", expected a multiple of 64 from 1,024 on",
                "ValueError", begin);
        }
        const std::uint64_t countAt = m_cursor.position();
        const auto count = m_cursor.number<std::uint64_t>("MAC count");
        if (!count || m_cursor.position() > m_chunkEnd)
            return cut();
        if (*count > (m_chunkEnd - m_cursor.position()) / TensorizerCrypt::macBytes) {
            return fault("claims " + counted(*count, "MAC") + " where there is room for "
                    + formatCount((m_chunkEnd - m_cursor.position()) / TensorizerCrypt::macBytes),
                tensorizerCut, countAt);
        }
        m_crypt.pieceBytes = *size;
        return takeMacs(*count);
    }

    std::optional<TensorizerFault> readOnePiece()
    {
        m_crypt.isOnePiece = true;
        if (!bytes(m_crypt.nonce, "nonce") || m_cursor.position() > m_chunkEnd
            || m_chunkEnd - m_cursor.position() < TensorizerCrypt::macBytes)
            return cut();
        return takeMacs(1);
    }

    std::optional<TensorizerFault> takeMacs(std::uint64_t count)
    {
        m_crypt.macs = m_cursor.position();
        m_crypt.macCount = count;
        m_crypt.isOnePiece = m_crypt.isOnePiece || count == 1;
        if (count > 0 && !m_cursor.skip(count * TensorizerCrypt::macBytes, "MACs"))
            return cut();
        return std::nullopt;
    }

    template <std::size_t size>
    bool bytes(std::array<std::byte, size>& target, std::string_view label)
    {
        if (!m_cursor.bytes(size, m_raw, label))
            return false;
        std::memcpy(target.data(), m_raw.data(), size);
        return true;
    }

    std::optional<TensorizerFault> cut() const { return cut(m_cursor.position()); }
    std::optional<TensorizerFault> cut(std::uint64_t offset) const
    {
        return fault("ends within what it says", tensorizerCut, offset);
    }
    std::optional<TensorizerFault> fault(const std::string& what, std::string_view refusedAs) const
    {
        return fault(what, refusedAs, m_cursor.position());
    }
    static std::optional<TensorizerFault> fault(
        const std::string& what, std::string_view refusedAs, std::uint64_t offset)
    {
        return TensorizerFault{"crypt-info", "the block about its encryption " + what, refusedAs, offset};
    }

    TensorizerCursor& m_cursor;
    std::uint64_t m_end;
    std::uint64_t m_chunkEnd = 0;
    TensorizerCrypt& m_crypt;
    std::string m_raw;
};

} // namespace

std::optional<TensorizerFault> readTensorizerCrypt(TensorizerCursor& cursor, std::uint64_t end, TensorizerCrypt& crypt)
{
    return CryptInfoReader(cursor, end, crypt).run();
}

} // namespace loupe::tensorizer
