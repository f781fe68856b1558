#include "core/null_values.h"

#include <cstring>

namespace loupe {

namespace {

/// The pattern of NaN in a float dtype, or in one part of a complex one.
std::uint64_t nanPattern(const FloatLayout& layout)
{
    const std::uint64_t sign = std::uint64_t{1} << (layout.exponentBits + layout.mantissaBits);
    switch (layout.specials) {
    case FloatSpecials::Ieee: // the quiet NaN
        return ((std::uint64_t{1} << (layout.exponentBits + 1)) - 1) << (layout.mantissaBits - 1);
    case FloatSpecials::NanOnly:
        return sign - 1;
    case FloatSpecials::Fnuz:
        return sign;
    case FloatSpecials::PowerOfTwo:
        return sign - 1;
    case FloatSpecials::None:
        break;
    }
    return 0;
}

} // namespace

bool hasNan(DType dtype)
{
    const DTypeInfo& type = info(dtype);
    return (type.kind == DTypeKind::Float || type.kind == DTypeKind::Complex)
        && type.layout.specials != FloatSpecials::None;
}

void fillNulls(DType dtype, std::span<const std::byte> present, std::span<std::byte> values)
{
    const unsigned bits = bitsPerElement(dtype);
    if (bits < 8) { // two per byte, the first in the low nibble
        for (std::size_t i = 0; i < present.size(); ++i) {
            if (present[i] == std::byte{0})
                values[i / 2] &= i % 2 == 0 ? std::byte{0xf0} : std::byte{0x0f};
        }
        return;
    }
    const bool isComplex = info(dtype).kind == DTypeKind::Complex;
    const std::size_t width = bits / 8;
    const std::size_t part = isComplex ? width / 2 : width;
    const std::uint64_t filler = hasNan(dtype) ? nanPattern(info(dtype).layout) : 0;
    for (std::size_t i = 0; i < present.size(); ++i) {
        if (present[i] != std::byte{0})
            continue;
        for (std::size_t at = 0; at < width; at += part)
            std::memcpy(values.data() + i * width + at, &filler, part);
    }
}

} // namespace loupe
