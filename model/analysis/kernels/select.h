#pragma once

#include "analysis/kernels/prefetch.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace loupe {

/// The top 16 bits of a number's pattern.
template <typename Word>
std::size_t topBits(Word pattern)
{
    return static_cast<std::size_t>(pattern >> (8 * sizeof(Word) - 16));
}

/// Copies those of `count` numbers, of any alignment, whose `wanted[top 16 bits]` is 1 rather than 0 to `selected`, and
/// returns how many. `selected` must have room for all. Branchless, since the branches would be unpredictable.
template <typename Word>
std::size_t selectByTopBits(const std::byte* numbers, std::size_t count, const std::uint8_t* wanted, Word* selected)
{
    constexpr std::size_t line = cacheLine / sizeof(Word);
    const auto at = [&](std::size_t index) {
        Word word;
        std::memcpy(&word, numbers + index * sizeof(Word), sizeof(Word));
        return word;
    };
    std::size_t taken = 0;
    std::size_t i = 0;
    for (; i + line <= count; i += line) {
        __builtin_prefetch(numbers + i * sizeof(Word) + prefetchDistance);
        for (std::size_t k = 0; k < line; ++k) {
            const Word word = at(i + k);
            selected[taken] = word;
            taken += wanted[topBits(word)];
        }
    }
    for (; i < count; ++i) {
        const Word word = at(i);
        selected[taken] = word;
        taken += wanted[topBits(word)];
    }
    return taken;
}

} // namespace loupe
