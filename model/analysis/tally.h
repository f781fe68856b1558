#pragma once

#include "analysis/moments.h"
#include "analysis/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

namespace loupe {

/// Every `step`-th number of type T in bytes of any alignment: all of them, or the real or imaginary parts.
template <typename T>
class Numbers {
public:
    Numbers(std::span<const std::byte> bytes, std::size_t first, std::size_t step)
        : m_data(bytes.data() + first * sizeof(T))
        , m_count(bytes.size() / (sizeof(T) * step))
        , m_stride(sizeof(T) * step)
    {
    }
    std::size_t size() const { return m_count; }
    T operator[](std::size_t index) const
    {
        T value;
        std::memcpy(&value, m_data + index * m_stride, sizeof(T));
        return value;
    }

private:
    const std::byte* m_data;
    std::size_t m_count;
    std::size_t m_stride;
};

template <typename T>
bool isFinite(T value)
{
    if constexpr (std::is_floating_point_v<T>)
        return std::isfinite(value);
    return true;
}

/// Counts, extremes and moments of numbers of 32 or 64 bits. Parts merge in the order of the elements.
template <typename T>
struct Tally {
    std::uint64_t nan = 0;
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;
    std::uint64_t zero = 0;
    std::uint64_t negative = 0;
    std::uint64_t subnormal = 0;
    std::optional<std::uint64_t> firstNonfinite;
    T minimum = std::numeric_limits<T>::max(); ///< of finite numbers; meaningless while there is none
    T maximum = std::numeric_limits<T>::lowest();
    Moments moments;

    /// One chunk; `first` is the element index of numbers[0].
    void add(std::uint64_t first, const Numbers<T>& numbers)
    {
        Tally chunk;
        chunk.count(first, numbers);
        if (chunk.moments.count > 0) {
            const long double mean = chunk.moments.mean();
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                const T value = numbers[i];
                if (isFinite(value)) {
                    const long double distance = static_cast<long double>(value) - mean;
                    chunk.moments.squares += distance * distance;
                }
            }
        }
        merge(chunk);
    }

    void merge(const Tally& later)
    {
        nan += later.nan;
        positiveInf += later.positiveInf;
        negativeInf += later.negativeInf;
        zero += later.zero;
        negative += later.negative;
        subnormal += later.subnormal;
        if (!firstNonfinite)
            firstNonfinite = later.firstNonfinite;
        minimum = std::min(minimum, later.minimum);
        maximum = std::max(maximum, later.maximum);
        moments.merge(later.moments);
    }

    Summary summary(DType dtype) const
    {
        Summary result{.dtype = dtype,
            .elements = moments.count + nan + positiveInf + negativeInf,
            .nan = nan,
            .positiveInf = positiveInf,
            .negativeInf = negativeInf,
            .zero = zero,
            .negative = negative,
            .subnormal = subnormal,
            .firstNonfinite = firstNonfinite,
            .mean = moments.finalMean(),
            .standardDeviation = moments.finalDeviation()};
        if (moments.count > 0) {
            result.minimum = readScalar(dtype, std::as_bytes(std::span(&minimum, 1)), 0);
            result.maximum = readScalar(dtype, std::as_bytes(std::span(&maximum, 1)), 0);
        }
        return result;
    }

private:
    void count(std::uint64_t first, const Numbers<T>& numbers)
    {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const T value = numbers[i];
            zero += value == 0;
            negative += value < 0;
            if constexpr (std::is_floating_point_v<T>) {
                const T magnitude = std::abs(value);
                subnormal += magnitude > 0 && magnitude < std::numeric_limits<T>::min();
                if (!isFinite(value)) {
                    nan += std::isnan(value);
                    positiveInf += value > 0;
                    negativeInf += value < 0;
                    if (!firstNonfinite)
                        firstNonfinite = first + i;
                    continue;
                }
            }
            minimum = std::min(minimum, value);
            maximum = std::max(maximum, value);
            moments.sum += static_cast<long double>(value);
        }
        moments.count = numbers.size() - nan - positiveInf - negativeInf;
    }
};

} // namespace loupe
