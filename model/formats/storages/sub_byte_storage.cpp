#include "formats/storages/sub_byte_storage.h"

#include "formats/shared/out_of_memory.h"
#include "formats/storages/plain_or_stored.h"

#include <vector>

namespace loupe {

Result<> SubByteStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    if (count == 0)
        return {};
    return orOutOfMemory(source, [&]() -> Result<> {
        const unsigned each = 8 / m_bits;
        const std::uint64_t begin = first / each;
        std::vector<std::byte> packed((first + count - 1) / each + 1 - begin);
        auto read = readElements(withNumbers(tensor, {m_bytes, DType::U8}), source, begin, packed.size(), packed);
        if (!read)
            return read;
        const unsigned mask = (1U << m_bits) - 1;
        const unsigned sign = m_isSigned ? 1U << (m_bits - 1) : 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t place = first + i;
            const auto byte = std::to_integer<unsigned>(packed[place / each - begin]);
            const unsigned bits = byte >> static_cast<unsigned>(place % each * m_bits) & mask;
            target[i] = static_cast<std::byte>((bits ^ sign) - sign);
        }
        return {};
    });
}

} // namespace loupe
