#pragma once

#include "analysis/statistics/number_blocks.h"
#include "analysis/statistics/summary.h"
#include "analysis/statistics/tally.h"
#include "analysis/statistics/top_counts.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

namespace loupe {

/// Accumulates, for one worker or span, numbers in groups of `lanes`: 1, or 2 for complex elements.
template <typename T, std::size_t lanes>
struct GroupTally {
    std::array<Tally<T>, lanes> parts;
    std::uint64_t nan = 0; // counts whole elements; used only with more than one lane
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;

    void add(std::uint64_t first, std::span<const std::byte> bytes, std::array<TopCounts<sizeof(T)>, lanes>* tops)
    {
        const std::uint64_t before = nonfinite();
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            visitBlocks<T, lanes, Tally<T>::blockSize>(
                first, bytes, lane, [&](std::uint64_t begin, const T* numbers, std::size_t count) {
                    parts[lane].add(begin, numbers, count);
                    if (tops)
                        (*tops)[lane].add(reinterpret_cast<const std::byte*>(numbers), count);
                });
        }
        if (lanes == 2 && nonfinite() != before)
            countElements(bytes);
    }

    void merge(const GroupTally& later)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            parts[lane].merge(later.parts[lane]);
        nan += later.nan;
        positiveInf += later.positiveInf;
        negativeInf += later.negativeInf;
    }

    Summary summary(DType dtype) const
    {
        if constexpr (lanes == 1)
            return parts.front().summary(dtype);
        Summary result{.dtype = dtype, .nan = nan, .positiveInf = positiveInf, .negativeInf = negativeInf};
        for (const Tally<T>& part : parts) {
            const Summary& one = result.parts.emplace_back(part.summary(DType::F32));
            result.elements = one.elements;
            result.firstNaN = earlier(result.firstNaN, one.firstNaN);
            result.firstInfinite = earlier(result.firstInfinite, one.firstInfinite);
        }
        result.firstNonfinite = earlier(result.firstNaN, result.firstInfinite);
        return result;
    }

private:
    std::uint64_t nonfinite() const
    {
        std::uint64_t count = 0;
        for (const Tally<T>& part : parts)
            count += part.nonfinite();
        return count;
    }

    void countElements(std::span<const std::byte> bytes)
    {
        constexpr T infinity = std::numeric_limits<T>::infinity();
        for (std::size_t i = 0; i < bytes.size() / sizeof(std::array<T, 2>); ++i) {
            std::array<T, 2> pair;
            std::memcpy(pair.data(), bytes.data() + i * sizeof(pair), sizeof(pair));
            const auto [a, b] = pair;
            nan += std::isnan(a) || std::isnan(b);
            if (a == infinity || b == infinity)
                ++positiveInf;
            else if (a == -infinity || b == -infinity)
                ++negativeInf;
        }
    }
};

} // namespace loupe
