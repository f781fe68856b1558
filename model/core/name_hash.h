#pragma once

#include "core/random_seed.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace loupe {

/// The two halves of the 128-bit product, combined by XOR, so that every bit of both factors affects the result.
inline std::uint64_t foldedProduct(std::uint64_t a, std::uint64_t b)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

template <typename Word>
Word loadWord(const char* bytes)
{
    Word word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

/// Hashes names from files. Every step mixes in the seed, so nobody who does not know it can construct collisions.
inline std::uint64_t hashName(std::string_view text, std::uint64_t seed)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    std::uint64_t state = seed ^ text.size();
    const std::size_t size = text.size();
    const char* const data = text.data();
    for (std::size_t at = 0; at + 8 < size; at += 8)
        state = foldedProduct(state ^ loadWord<std::uint64_t>(data + at), odd ^ seed);
    // Reads the last eight bytes with overlap. Reading the remainder byte by byte would take longer than everything
    // before.
    std::uint64_t rest = 0;
    if (size >= 8)
        rest = loadWord<std::uint64_t>(data + size - 8);
    else if (size >= 4)
        rest = std::uint64_t{loadWord<std::uint32_t>(data + size - 4)} << 32 | loadWord<std::uint32_t>(data);
    else if (size > 0)
        rest = std::uint64_t{loadWord<std::uint8_t>(data + size / 2)} << 16
            | std::uint64_t{loadWord<std::uint8_t>(data + size - 1)} << 8 | loadWord<std::uint8_t>(data);
    return foldedProduct(state ^ rest, odd + seed);
}

/// For standard containers; uses randomSeed() and accepts any string type.
struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return hashName(name, randomSeed()); }
};

/// A map with names from files as keys. With std::string_view as Key, it does not own them.
template <typename Key, typename Value>
using NameMap = std::unordered_map<Key, Value, NameHash, std::equal_to<>>;

} // namespace loupe
