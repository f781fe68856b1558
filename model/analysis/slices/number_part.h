#pragma once

#include "analysis/slices/element_reader.h"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace loupe {

/// Which number an element counts as.
struct NumberPart {
    ComplexPart part;
    bool asComplex; ///< a real element counts as a complex one, whose imaginary part is 0

    // From a part alone: real elements count as what they are.
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

/// The magnitude of real elements; exact, that of the least integer too.
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

/// As withReader() of a ComplexPart, also of real elements that count as complex ones.
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
