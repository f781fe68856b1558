#pragma once

#include "analysis/kernels/float_moments.h"
#include "analysis/kernels/integer_moments.h"
#include "analysis/kernels/masked_moments.h"
#include "analysis/statistics/moments.h"
#include "analysis/statistics/summary.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

namespace loupe {

/// Counts, extremes and moments of 32- or 64-bit numbers, added in blocks. Parts are merged in element order.
///
/// Sums are accurate to double precision for any number of elements. Within a block, they are in double precision and
/// relative to the mean of the previous block, so rounding costs at most 10^-14 of the spread. Blocks are merged in
/// extended precision. If squares of doubles would overflow or underflow, the block is repeated with scaled numbers.
template <typename T>
class Tally {
public:
    /// Numbers per block: few enough that a block is still in the L1 cache for the next kernel.
    static constexpr std::size_t blockSize = 32768 / sizeof(T);

    std::uint64_t nan = 0;
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;
    std::uint64_t zero = 0;
    std::uint64_t negative = 0;
    std::uint64_t subnormal = 0;
    std::optional<std::uint64_t> firstNaN;
    std::optional<std::uint64_t> firstInfinite;
    std::optional<std::uint64_t> firstMinimum;
    std::optional<std::uint64_t> firstMaximum;
    T minimum = std::numeric_limits<T>::max(); ///< of finite numbers; meaningless if there are none
    T maximum = std::numeric_limits<T>::lowest();
    Moments moments;

    std::uint64_t nonfinite() const { return nan + positiveInf + negativeInf; }

    /// Adds at most blockSize numbers, of any alignment; `first` is the element index of numbers[0].
    void add(std::uint64_t first, const T* numbers, std::size_t count)
    {
        if (!m_hasPivot) {
            m_pivot = firstFinite(numbers, count);
            const Scaled trial = block(numbers, count);
            m_pivot = meanOf(momentsOf(trial.figures, trial.scale, count));
            m_hasPivot = true;
        }
        const Scaled one = block(numbers, count);
        findExtremes(one.figures, first, numbers, count);
        addCounts(one.figures);
        if constexpr (isFloat) {
            if (!firstNaN && one.figures.nan > 0)
                firstNaN = first + indexOf(numbers, count, [](T number) { return std::isnan(number); });
            if (!firstInfinite && one.figures.positiveInf + one.figures.negativeInf > 0)
                firstInfinite = first + indexOf(numbers, count, [](T number) { return std::isinf(number); });
        }
        const Moments added = count <= few ? momentsOfFew(numbers, count) : momentsOf(one.figures, one.scale, count);
        moments.merge(added);
        if (added.count > 0)
            m_pivot = meanOf(added);
    }

    void merge(const Tally& later)
    {
        nan += later.nan;
        positiveInf += later.positiveInf;
        negativeInf += later.negativeInf;
        zero += later.zero;
        negative += later.negative;
        subnormal += later.subnormal;
        if (!firstNaN)
            firstNaN = later.firstNaN;
        if (!firstInfinite)
            firstInfinite = later.firstInfinite;
        if (!firstMinimum || later.minimum < minimum)
            firstMinimum = later.firstMinimum;
        if (!firstMaximum || later.maximum > maximum)
            firstMaximum = later.firstMaximum;
        minimum = std::min(minimum, later.minimum);
        maximum = std::max(maximum, later.maximum);
        moments.merge(later.moments);
    }

    Summary summary(DType dtype) const
    {
        Summary result{.dtype = dtype,
            .elements = moments.count + nonfinite(),
            .nan = nan,
            .positiveInf = positiveInf,
            .negativeInf = negativeInf,
            .zero = zero,
            .negative = negative,
            .subnormal = subnormal,
            .firstNaN = firstNaN,
            .firstInfinite = firstInfinite,
            .firstNonfinite = earlier(firstNaN, firstInfinite),
            .mean = moments.finalMean(),
            .standardDeviation = moments.finalDeviation()};
        if (moments.count > 0) {
            result.minimum = readScalar(dtype, std::as_bytes(std::span(&minimum, 1)), 0);
            result.maximum = readScalar(dtype, std::as_bytes(std::span(&maximum, 1)), 0);
            result.firstMinimum = firstMinimum;
            result.firstMaximum = firstMaximum;
        }
        return result;
    }

private:
    static constexpr bool isFloat = std::is_floating_point_v<T>;
    /// Integers use an integer pivot, so that distances are exact.
    using Pivot = std::conditional_t<isFloat, double, T>;

    /// Up to this many numbers, sums are in extended precision. It costs nothing, and small tensors are those whose
    /// figures users check by hand, with values that cancel out.
    static constexpr std::size_t few = 256;

    struct Scaled {
        BlockFigures<T> figures;
        double scale = 1;
    };

    static T load(const T* numbers, std::size_t index)
    {
        T number;
        std::memcpy(&number, numbers + index, sizeof(T));
        return number;
    }

    template <typename Wanted>
    static std::size_t indexOf(const T* numbers, std::size_t count, Wanted wanted)
    {
        std::size_t index = 0;
        while (index < count && !wanted(load(numbers, index)))
            ++index;
        return index;
    }

    static Pivot firstFinite(const T* numbers, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            if constexpr (isFloat) {
                if (!std::isfinite(load(numbers, i)))
                    continue;
            }
            return static_cast<Pivot>(load(numbers, i));
        }
        return 0;
    }

    Scaled block(const T* numbers, std::size_t count) const
    {
        if constexpr (!isFloat) {
            return {integerMoments(numbers, count, m_pivot)};
        } else if constexpr (sizeof(T) == 4) {
            auto figures = finiteMoments(numbers, count, m_pivot);
            if (!std::isfinite(figures.sum))
                figures = maskedMoments(numbers, count, m_pivot, 1.0);
            return {figures};
        } else {
            // Squares of scaled distances are well within the range of doubles, and those that underflow are negligible
            // compared with the others.
            constexpr double down = 0x1p-600;
            constexpr double up = 0x1p600;
            constexpr double fewDigits = 0x1p-900; // smaller squares may have lost precision
            auto figures = finiteMoments(numbers, count, m_pivot, 1.0);
            if (std::isfinite(figures.sum) && std::isfinite(figures.squares)) {
                if (figures.squares >= fewDigits || figures.minimum == figures.maximum)
                    return {figures};
                return {finiteMoments(numbers, count, m_pivot, up), up};
            }
            figures = maskedMoments(numbers, count, m_pivot, 1.0);
            if (!std::isfinite(figures.sum) || !std::isfinite(figures.squares))
                return {maskedMoments(numbers, count, m_pivot, down), down};
            if (figures.squares < fewDigits)
                return {maskedMoments(numbers, count, m_pivot, up), up};
            return {figures};
        }
    }

    /// Searches the block for an extreme's index only if the extreme is new. That is rare, and the block is in the
    /// cache.
    void findExtremes(const BlockFigures<T>& figures, std::uint64_t first, const T* numbers, std::size_t count)
    {
        if (figures.nan + figures.positiveInf + figures.negativeInf == count)
            return;
        const auto placeOf = [&](T wanted) {
            return first + indexOf(numbers, count, [wanted](T number) { return number == wanted; });
        };
        if (!firstMinimum || figures.minimum < minimum)
            firstMinimum = placeOf(figures.minimum);
        if (!firstMaximum || figures.maximum > maximum)
            firstMaximum = placeOf(figures.maximum);
    }

    void addCounts(const BlockFigures<T>& figures)
    {
        nan += figures.nan;
        positiveInf += figures.positiveInf;
        negativeInf += figures.negativeInf;
        zero += figures.zero;
        negative += figures.negative;
        subnormal += figures.subnormal;
        minimum = std::min(minimum, figures.minimum);
        maximum = std::max(maximum, figures.maximum);
    }

    Moments momentsOf(const BlockFigures<T>& figures, double scale, std::size_t count) const
    {
        Moments result{.count = count - figures.nan - figures.positiveInf - figures.negativeInf};
        if (result.count == 0)
            return result;
        const auto unscaled = 1 / static_cast<long double>(scale);
        const long double sum = figures.sum;
        result.pivot = static_cast<long double>(m_pivot);
        result.sum = sum * unscaled;
        const long double squares = figures.squares - sum * sum / static_cast<long double>(result.count);
        result.squares = std::max(squares, 0.0L) * unscaled * unscaled;
        return result;
    }

    static Moments momentsOfFew(const T* numbers, std::size_t count)
    {
        Moments result;
        for (std::size_t i = 0; i < count; ++i) {
            const T number = load(numbers, i);
            if (!isFloat || std::isfinite(static_cast<double>(number))) {
                result.sum += static_cast<long double>(number);
                ++result.count;
            }
        }
        for (std::size_t i = 0; i < count && result.count > 0; ++i) {
            const T number = load(numbers, i);
            if (!isFloat || std::isfinite(static_cast<double>(number))) {
                const long double distance = static_cast<long double>(number) - result.mean();
                result.squares += distance * distance;
            }
        }
        return result;
    }

    Pivot meanOf(const Moments& block) const
    {
        if (block.count == 0)
            return m_pivot;
        if constexpr (isFloat)
            return static_cast<double>(block.mean());
        const long double rounded = std::nearbyint(block.mean());
        return static_cast<Pivot>(std::clamp(rounded, static_cast<long double>(std::numeric_limits<T>::min()),
            static_cast<long double>(std::numeric_limits<T>::max())));
    }

    Pivot m_pivot = 0;
    bool m_hasPivot = false;
};

} // namespace loupe
