#pragma once

#include "analysis/slices/element_reader.h"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace loupe {

/// The real number that represents an element.
struct NumberPart {
    ComplexPart part;
    bool asComplex; ///< treats a real element as a complex one with imaginary part 0

    // Implicit: by default, real elements are not treated as complex.
    NumberPart(ComplexPart which, bool countsAsComplex = false)
        : part(which)
        , asComplex(countsAsComplex)
    {
    }
};

/// The imaginary part of real elements.
struct ZeroReader {
    using Value = float;
    Value operator()(const std::byte* /*bytes*/, std::uint64_t /*index*/) const { return 0; }
};

/// The magnitude of real elements; exact, even for the least integer.
template <typename Reader>
struct AbsoluteReader {
    using Read = typename Reader::Value;
    using Value = std::conditional_t<std::floating_point<Read>, Read, std::uint64_t>;
    Reader read;
    Value operator()(const std::byte* bytes, std::uint64_t index) const
    {
        const Read value = read(bytes, index);
        if constexpr (std::floating_point<Read>)
            return std::abs(value);
        else
            return value < 0 ? 0 - static_cast<Value>(value) : static_cast<Value>(value);
    }
};

/// As withReader() with a ComplexPart, but can treat real elements as complex ones.
template <typename Use>
auto withReader(DType dtype, NumberPart part, Use&& use)
{
    const bool converts = part.asComplex && info(dtype).kind != DTypeKind::Complex;
    if (converts && part.part == ComplexPart::Imaginary)
        return use(ZeroReader());
    if (!converts || part.part == ComplexPart::Real)
        return withReader(dtype, part.part, use);
    return withReader(dtype, ComplexPart::Real, [&use](const auto& read) {
        using Reader = std::decay_t<decltype(read)>;
        if constexpr (std::unsigned_integral<typename Reader::Value>)
            return use(read);
        else
            return use(AbsoluteReader<Reader>{read});
    });
}

} // namespace loupe
