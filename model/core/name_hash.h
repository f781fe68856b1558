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

/// Both halves of the product, folded: every bit of both factors reaches the result.
inline std::uint64_t foldedProduct(std::uint64_t a, std::uint64_t b)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Of names from files. The seed takes part in every step, so that whoever does not know it cannot make names collide.
inline std::uint64_t hashName(std::string_view text, std::uint64_t seed)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    std::uint64_t state = seed ^ text.size();
    for (; text.size() >= 8; text.remove_prefix(8)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data(), 8);
        state = foldedProduct(state ^ word, odd ^ seed);
    }
    std::uint64_t rest = 0;
    if (!text.empty())
        std::memcpy(&rest, text.data(), text.size());
    return foldedProduct(state ^ rest, odd + seed);
}

/// For standard containers, seeded by randomSeed(); takes any kind of string.
struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return hashName(name, randomSeed()); }
};

/// Keyed by names from files. With std::string_view as Key it does not own them.
template <typename Key, typename Value>
using NameMap = std::unordered_map<Key, Value, NameHash, std::equal_to<>>;

} // namespace loupe
