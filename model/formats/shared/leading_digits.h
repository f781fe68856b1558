#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace loupe {

/// The decimal digits at the start of a text.
struct LeadingDigits {
    std::size_t count = 0;
    std::uint64_t value = 0; ///< modulo 2^64; exact up to 19 digits
};

/// Converts eight bytes at once, without a branch for each digit. The first byte is the lowest.
constexpr LeadingDigits leadingDigits(std::uint64_t bytes)
{
    constexpr std::uint64_t zeros = 0x3030303030303030;
    constexpr std::uint64_t overNine = 0x7676767676767676; // raises values from 10 on to at least 0x80
    constexpr std::uint64_t highBits = 0x8080808080808080;
    std::uint64_t digits = bytes ^ zeros;
    // A carry from a byte that is not a digit affects only the bytes after it.
    const std::uint64_t others = ((digits + overNine) | digits) & highBits;
    const auto count = static_cast<unsigned>(std::countr_zero(others)) / 8;
    if (count == 0)
        return {};
    digits <<= 64 - 8 * count; // replaces the bytes after the digits with leading zeros
    digits = digits * 10 + (digits >> 8); // pairs in every other byte
    constexpr std::uint64_t pairs = 0x000000ff000000ff;
    digits = (digits & pairs) * (100 + (std::uint64_t{1'000'000} << 32))
        + ((digits >> 16) & pairs) * (1 + (std::uint64_t{10'000} << 32));
    return {count, digits >> 32};
}

inline LeadingDigits leadingDigits(std::string_view text)
{
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t powers[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
    constexpr std::size_t step = sizeof(std::uint64_t);
    LeadingDigits all;
    for (;;) {
        const std::string_view rest = text.substr(all.count);
        std::uint64_t bytes = 0; // no digits
        if (rest.size() >= step)
            std::memcpy(&bytes, rest.data(), step);
        else if (!rest.empty())
            std::memcpy(&bytes, rest.data(), rest.size());
        const LeadingDigits some = leadingDigits(bytes);
        all.value = all.value * powers[some.count] + some.value;
        all.count += some.count;
        if (some.count < step)
            return all;
    }
}

} // namespace loupe
