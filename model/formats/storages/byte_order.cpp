#include "formats/storages/byte_order.h"

#include <cstdint>
#include <cstring>

namespace loupe {

namespace {

template <typename T>
T reversed(T value)
{
    if constexpr (sizeof(T) == 2)
        return __builtin_bswap16(value);
    else if constexpr (sizeof(T) == 4)
        return __builtin_bswap32(value);
    else
        return __builtin_bswap64(value);
}

template <typename T>
void swapAll(std::span<std::byte> values)
{
    for (std::size_t i = 0; i + sizeof(T) <= values.size(); i += sizeof(T)) {
        T value;
        std::memcpy(&value, values.data() + i, sizeof value);
        value = reversed(value);
        std::memcpy(values.data() + i, &value, sizeof value);
    }
}

} // namespace

void swapBytes(DType dtype, std::span<std::byte> values)
{
    const DTypeInfo& type = info(dtype);
    switch (type.kind == DTypeKind::Complex ? type.bits / 2 : type.bits) {
    case 16:
        return swapAll<std::uint16_t>(values);
    case 32:
        return swapAll<std::uint32_t>(values);
    case 64:
        return swapAll<std::uint64_t>(values);
    default:
        return;
    }
}

} // namespace loupe
