#pragma once

#include "analysis/slices/element_reader.h"

namespace loupe {

/// Converts elements [first, first + count) of `bytes` to numbers of type T in `numbers`. Precondition:
/// hasReadableValues(dtype), and T represents all values of the dtype exactly.
template <typename T>
void widen(DType dtype, const std::byte* bytes, std::uint64_t first, std::size_t count, T* numbers,
    ComplexPart part = ComplexPart::Real)
{
    withReader(dtype, part, [&](const auto& read) {
        for (std::size_t i = 0; i < count; ++i)
            numbers[i] = static_cast<T>(read(bytes, first + i));
    });
}

/// True if a float represents every value of the dtype exactly.
inline bool fitsFloat(DType dtype)
{
    return hasReadableValues(dtype) && (bitsPerElement(dtype) <= 16 || formOf(dtype) == ElementForm::F32);
}

/// True if a double represents every value of the dtype exactly.
inline bool fitsDouble(DType dtype)
{
    return fitsFloat(dtype) || (hasReadableValues(dtype) && bitsPerElement(dtype) == 32)
        || formOf(dtype) == ElementForm::F64;
}

} // namespace loupe
