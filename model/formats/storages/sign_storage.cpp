#include "formats/storages/sign_storage.h"

#include "formats/storages/plain_or_stored.h"

#include <cstring>

namespace loupe {

namespace {

/// Flips the highest bit of every number of `width` bytes in each `period`.
void flip(std::span<std::byte> values, std::size_t offset, std::size_t width, std::size_t period)
{
    for (std::size_t i = offset + width - 1; i < values.size(); i += period)
        values[i] ^= std::byte{0x80};
}

template <typename Unsigned>
void negate(std::span<std::byte> values)
{
    for (std::size_t i = 0; i < values.size(); i += sizeof(Unsigned)) {
        Unsigned number;
        std::memcpy(&number, values.data() + i, sizeof number);
        number = static_cast<Unsigned>(0 - number);
        std::memcpy(values.data() + i, &number, sizeof number);
    }
}

void negateWhole(std::size_t width, std::span<std::byte> values)
{
    switch (width) {
    case 1:
        return negate<std::uint8_t>(values);
    case 2:
        return negate<std::uint16_t>(values);
    case 4:
        return negate<std::uint32_t>(values);
    default:
        return negate<std::uint64_t>(values);
    }
}

} // namespace

Result<> SignStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    if (auto read = readElements(withNumbers(tensor, m_numbers), source, first, count, target); !read)
        return read;
    const std::size_t width = bitsPerElement(tensor.dtype) / 8;
    switch (info(tensor.dtype).kind) {
    case DTypeKind::Complex:
        if (m_change.real)
            flip(target, 0, width / 2, width);
        if (m_change.imaginary)
            flip(target, width / 2, width / 2, width);
        break;
    case DTypeKind::Float:
        if (m_change.real)
            flip(target, 0, width, width);
        break;
    case DTypeKind::Signed:
    case DTypeKind::Unsigned:
        if (m_change.real)
            negateWhole(width, target);
        break;
    case DTypeKind::Boolean:
    case DTypeKind::Opaque:
        break;
    }
    return {};
}

} // namespace loupe
