#pragma once

#include "core/arena.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Keeps shapes in an arena. A model repeats a few: those met lately are there once, however many tensors have them.
class ShapeStore {
public:
    /// `arena` is to be the same each time; it lives as long as what it gave. May throw std::bad_alloc, as it does.
    std::span<const std::uint64_t> keep(std::span<const std::uint64_t> shape, Arena& arena)
    {
        std::span<const std::uint64_t>& known = m_known[place(shape)];
        if (!std::equal(known.begin(), known.end(), shape.begin(), shape.end()))
            known = arena.copy(shape);
        return known;
    }

private:
    static constexpr unsigned placeBits = 6;

    static std::size_t place(std::span<const std::uint64_t> shape)
    {
        constexpr std::uint64_t oddRandom = 0x9e3779b97f4a7c15;
        std::uint64_t hash = shape.size();
        for (const std::uint64_t dimension : shape)
            hash = (hash ^ dimension) * oddRandom;
        return hash >> (64 - placeBits);
    }

    std::array<std::span<const std::uint64_t>, std::size_t{1} << placeBits> m_known;
};

} // namespace loupe
