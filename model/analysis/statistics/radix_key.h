#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace loupe {

/// Converts between bit patterns of type T and keys, whose unsigned order is the order of the numbers: -0 before +0,
/// NaN at both ends. The top 16 bits of a key depend only on the top 16 bits of the pattern.
template <typename T>
struct RadixKey {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    static constexpr unsigned bits = 8 * sizeof(T);
    static constexpr Word sign = Word{1} << (bits - 1);

    static Word fromPattern(Word pattern)
    {
        if constexpr (std::is_floating_point_v<T>)
            return pattern & sign ? ~pattern : pattern | sign;
        return std::is_signed_v<T> ? pattern ^ sign : pattern;
    }
    static Word toPattern(Word key)
    {
        if constexpr (std::is_floating_point_v<T>)
            return key & sign ? key & ~sign : ~key;
        return std::is_signed_v<T> ? key ^ sign : key;
    }
    static Word fromNumber(T number) { return fromPattern(std::bit_cast<Word>(number)); }
    static T toNumber(Word key) { return std::bit_cast<T>(toPattern(key)); }

    /// The top 16 bits of patterns whose keys begin with `top`.
    static std::size_t topPattern(std::size_t top)
    {
        return static_cast<std::size_t>(toPattern(static_cast<Word>(top) << (bits - 16)) >> (bits - 16));
    }
    /// True if numbers whose patterns begin with `top` are finite; either all or none are.
    static bool finiteTop(std::size_t top)
    {
        if constexpr (std::is_floating_point_v<T>) {
            constexpr std::size_t exponent = sizeof(T) == 4 ? 0x7f80 : 0x7ff0;
            return (top & exponent) != exponent;
        }
        return true;
    }
};

} // namespace loupe
