#pragma once

#include "analysis/statistics/distribution.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace loupe {

/// A sample of numbers of type T, spread over a tensor and the same each time; all numbers of a small tensor. Chunks
/// may come in any order and from many threads, since each has its own places in the sample. This costs next to nothing
/// compared with reading the chunks; counting all numbers would not.
template <typename T>
class ValueSample {
public:
    static constexpr std::uint64_t mostValues = 16384;

    explicit ValueSample(std::uint64_t count)
        : m_runs(std::clamp(count / sparse, wholeUpTo, mostValues) / runLength)
        , m_stratum(count > wholeUpTo ? count / m_runs : 0)
        , m_values(static_cast<std::size_t>(m_stratum > 0 ? m_runs * runLength : count))
    {
    }

    /// Adds the bytes of a chunk; `first` is the index of its first element.
    void add(std::uint64_t first, std::span<const std::byte> bytes)
    {
        const std::uint64_t end = first + bytes.size() / sizeof(T);
        if (m_stratum == 0) {
            copy(first, end, bytes, first, m_values.size() - static_cast<std::size_t>(first), m_values.data() + first);
            return;
        }
        for (std::uint64_t run = first / m_stratum; run < m_runs && placeOf(run) < end; ++run)
            copy(first, end, bytes, placeOf(run), runLength, m_values.data() + run * runLength);
    }

    /// Nothing if no number is finite. The extremes are those of all finite numbers, not only of the sample.
    std::optional<Distribution> distribution(double least, double greatest, bool allFinite) const
    {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
            if (allFinite)
                return Distribution::of(least, greatest, std::span<const T>(m_values));
        }
        std::vector<double> finite;
        finite.reserve(m_values.size());
        for (const T value : m_values) {
            if (std::isfinite(static_cast<double>(value)))
                finite.push_back(static_cast<double>(value));
        }
        return Distribution::of(least, greatest, std::span<const double>(finite));
    }

private:
    static constexpr std::uint64_t wholeUpTo = 4096; ///< tensors up to this size are sampled completely
    static constexpr std::uint64_t sparse = 16; ///< otherwise one in this many, within limits for the sample's size
    static constexpr std::uint64_t runLength = 16; ///< consecutive numbers share a cache line

    /// Each run has a pseudo-random place in its part of the tensor. At equal distances, all might be in the same few
    /// columns.
    std::uint64_t placeOf(std::uint64_t run) const
    {
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
        const std::uint64_t mixed = (run + 1) * odd;
        return run * m_stratum + (mixed ^ mixed >> 32) % (m_stratum - runLength + 1);
    }

    /// Copies the numbers of the chunk [first, end) that are among the `count` numbers at `place`.
    static void copy(std::uint64_t first, std::uint64_t end, std::span<const std::byte> bytes, std::uint64_t place,
        std::uint64_t count, T* target)
    {
        const std::uint64_t begin = std::max(place, first);
        const std::uint64_t until = std::min(place + count, end);
        if (begin < until)
            std::memcpy(
                target + (begin - place), bytes.data() + (begin - first) * sizeof(T), (until - begin) * sizeof(T));
    }

    std::uint64_t m_runs;
    std::uint64_t m_stratum; ///< numbers per run; 0 if all numbers are taken
    std::vector<T> m_values;
};

} // namespace loupe
