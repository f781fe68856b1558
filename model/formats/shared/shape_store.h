#pragma once

#include "core/arena.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Keeps shapes in an arena. A model repeats a few shapes, so recent shapes are stored only once.
class ShapeStore {
public:
    /// `arena` must be the same in each call, and must outlive the returned shape. May throw std::bad_alloc.
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
