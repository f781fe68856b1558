#include "formats/arrow/arrow_nulls.h"

#include "core/null_values.h"
#include "formats/shared/out_of_memory.h"
#include "formats/storages/plain_or_stored.h"

#include <algorithm>
#include <array>

namespace loupe::arrow {

namespace {

/// Clears the bytes of elements [first, first + present.size()) that are null in the bitmap.
Result<> clearNulls(
    const ArrowValidity::Bitmap& bitmap, const Source& source, std::uint64_t first, std::span<std::byte> present)
{
    constexpr std::uint64_t bytesAtOnce = 4096;
    std::array<std::byte, bytesAtOnce> bits{};
    const std::uint64_t each = bitmap.elementsEach;
    const std::uint64_t end = first + present.size();
    std::uint64_t element = first;
    while (element < end) {
        const std::uint64_t byte = element / each / 8;
        const std::uint64_t lastByte = (end - 1) / each / 8;
        const auto part = std::span(bits).first(std::min(lastByte - byte + 1, bytesAtOnce));
        if (auto read = readPiece(bitmap.bits, source, byte, part); !read)
            return read;
        const std::uint64_t behind = (byte + part.size()) * 8; // end of the bits that were read
        for (std::uint64_t bit = element / each; bit < behind && element < end; ++bit) {
            const std::uint64_t next = std::min((bit + 1) * each, end);
            if ((part[bit / 8 - byte] >> (bit % 8) & std::byte{1}) == std::byte{0})
                std::ranges::fill(present.subspan(element - first, next - element), std::byte{0});
            element = next;
        }
    }
    return {};
}

} // namespace

ArrowPresence::ArrowPresence(std::vector<ArrowValidity> pieces)
    : m_pieces(std::move(pieces))
{
    m_ends.reserve(m_pieces.size());
    std::uint64_t end = 0;
    for (const ArrowValidity& piece : m_pieces)
        m_ends.push_back(end += piece.elements);
}

Result<> ArrowPresence::read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const
{
    std::ranges::fill(target, std::byte{1});
    auto next = static_cast<std::size_t>(std::ranges::upper_bound(m_ends, offset) - m_ends.begin());
    for (; !target.empty() && next < m_pieces.size(); ++next) {
        const ArrowValidity& piece = m_pieces[next];
        const std::uint64_t first = piece.elements - (m_ends[next] - offset);
        const auto part = target.first(std::min<std::uint64_t>(target.size(), piece.elements - first));
        for (const ArrowValidity::Bitmap& bitmap : piece.bitmaps) {
            if (auto done = clearNulls(bitmap, source, first, part); !done)
                return done;
        }
        target = target.subspan(part.size());
        offset += part.size();
    }
    return {};
}

Result<> ArrowNulls::read(const Source& source, std::uint64_t first, std::span<std::byte> present) const
{
    Tensor bytes;
    bytes.dtype = DType::U8;
    return m_presence.decode(bytes, source, first, present.size(), present);
}

Result<> NullableStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    return orOutOfMemory(source, [&]() -> Result<> {
        std::vector<std::byte> present(count);
        auto read = readElements(withNumbers(tensor, m_values), source, first, count, target);
        if (read)
            read = m_nulls.read(source, first, present);
        if (read)
            fillNulls(tensor.dtype, present, target);
        return read;
    });
}

} // namespace loupe::arrow
