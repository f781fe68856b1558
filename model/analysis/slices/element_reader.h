#pragma once

#include "core/dtype.h"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

namespace loupe {

/// The real number that represents a complex element; makes no difference for other dtypes.
enum class ComplexPart : std::uint8_t { Real, Imaginary, Magnitude };

namespace detail {

/// The values of all patterns of a 16-bit float dtype; computed on first use. Precondition: `dtype` is one.
std::span<const float, 65536> wideFloatTable(DType dtype);
/// As above, for a float dtype of at most 8 bits. Precondition: `dtype` is one.
std::span<const float, 256> smallFloatTable(DType dtype);

template <typename T>
T loadRaw(const std::byte* bytes, std::uint64_t index)
{
    T value;
    std::memcpy(&value, bytes + index * sizeof(T), sizeof(T));
    return value;
}

} // namespace detail

/// Reads elements stored as `Stored` as the wider number `Number`.
template <typename Stored, typename Number>
struct PlainReader {
    using Value = Number;
    Value operator()(const std::byte* bytes, std::uint64_t index) const
    {
        return static_cast<Value>(detail::loadRaw<Stored>(bytes, index));
    }
};

struct BFloatReader {
    using Value = float;
    Value operator()(const std::byte* bytes, std::uint64_t index) const
    {
        const std::uint32_t bits = std::uint32_t{detail::loadRaw<std::uint16_t>(bytes, index)} << 16U;
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
};

template <typename Stored, std::size_t Size>
struct TableReader {
    using Value = float;
    std::span<const float, Size> table;
    Value operator()(const std::byte* bytes, std::uint64_t index) const
    {
        return table[detail::loadRaw<Stored>(bytes, index)];
    }
};

/// Two elements per byte, the first in the low nibble.
struct NibbleReader {
    using Value = float;
    std::span<const float, 256> table;
    Value operator()(const std::byte* bytes, std::uint64_t index) const
    {
        const auto pair = detail::loadRaw<std::uint8_t>(bytes, index / 2);
        return table[index % 2 == 0 ? pair & 15U : pair >> 4U];
    }
};

struct ComplexPartReader {
    using Value = float;
    std::uint64_t part; ///< 0: real, 1: imaginary
    Value operator()(const std::byte* bytes, std::uint64_t index) const
    {
        return detail::loadRaw<float>(bytes, 2 * index + part);
    }
};

struct MagnitudeReader {
    using Value = double;
    Value operator()(const std::byte* bytes, std::uint64_t index) const
    {
        // Squares of floats neither overflow nor underflow in a double.
        const double real = detail::loadRaw<float>(bytes, 2 * index);
        const double imaginary = detail::loadRaw<float>(bytes, 2 * index + 1);
        return std::sqrt(real * real + imaginary * imaginary);
    }
};

/// Calls `use(reader)` with a reader for the dtype. `reader(bytes, index)` returns a `reader::Value`, which is
/// std::int64_t, std::uint64_t, float or double and represents the element exactly (magnitudes are rounded).
/// Precondition: hasReadableValues(dtype).
template <typename Use>
auto withReader(DType dtype, ComplexPart part, Use&& use)
{
    if (dtype == DType::BF16) // needs no table
        return use(BFloatReader());
    switch (formOf(dtype)) {
    case ElementForm::U8:
        return use(PlainReader<std::uint8_t, std::uint64_t>());
    case ElementForm::I8:
        return use(PlainReader<std::int8_t, std::int64_t>());
    case ElementForm::U16:
        return use(PlainReader<std::uint16_t, std::uint64_t>());
    case ElementForm::I16:
        return use(PlainReader<std::int16_t, std::int64_t>());
    case ElementForm::U32:
        return use(PlainReader<std::uint32_t, std::uint64_t>());
    case ElementForm::I32:
        return use(PlainReader<std::int32_t, std::int64_t>());
    case ElementForm::U64:
        return use(PlainReader<std::uint64_t, std::uint64_t>());
    case ElementForm::I64:
        return use(PlainReader<std::int64_t, std::int64_t>());
    case ElementForm::F64:
        return use(PlainReader<double, double>());
    case ElementForm::Float16:
        return use(TableReader<std::uint16_t, 65536>{detail::wideFloatTable(dtype)});
    case ElementForm::Float8:
        return use(TableReader<std::uint8_t, 256>{detail::smallFloatTable(dtype)});
    case ElementForm::Float4:
        return use(NibbleReader{detail::smallFloatTable(dtype)});
    case ElementForm::ComplexF32:
        if (part == ComplexPart::Magnitude)
            return use(MagnitudeReader());
        return use(ComplexPartReader{part == ComplexPart::Real ? 0U : 1U});
    case ElementForm::F32:
    case ElementForm::None:
        break;
    }
    return use(PlainReader<float, float>());
}

/// False for NaN and infinities.
template <typename Value>
bool isFinite(Value value)
{
    if constexpr (std::floating_point<Value>)
        return std::abs(value) <= std::numeric_limits<Value>::max();
    else
        return true;
}

} // namespace loupe
