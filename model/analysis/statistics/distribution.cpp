#include "analysis/statistics/distribution.h"

#include "analysis/kernels/bar_slots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace loupe {

namespace {

constexpr std::size_t barCount = Distribution::barCount;
constexpr double fullHeight = std::numeric_limits<std::uint8_t>::max();

/// A range between two values. Uses halves, since the difference of two doubles may overflow.
struct BarRange {
    double low = 0;
    double high = 0;

    double halfWidth() const { return high / 2 - low / 2; }
    double edge(std::size_t bar) const
    {
        const double part = halfWidth() * (static_cast<double>(bar) / barCount);
        return low + part + part;
    }
    /// Converts half a distance to a number of bars.
    double scale() const { return low < high ? barCount / halfWidth() : 0; }
};

struct BarCounts {
    std::array<std::uint64_t, barCount + 2> slots = {}; ///< below the range, the bars, above the range; all values
    std::uint64_t zeros = 0; ///< number of zeros among the values
    std::size_t zeroSlot = 0; ///< slot of the zeros, as found in the precision of the values
};

template <typename T>
BarPlaces<T> placesOf(const BarRange& range)
{
    return {static_cast<T>(range.low), static_cast<T>(range.high), static_cast<T>(range.scale()),
        static_cast<std::int32_t>(barCount)};
}

template <typename T>
std::size_t slotOf(const BarPlaces<T>& places, T value)
{
    T slot = 0;
    findBarSlots(&value, 1, places, &slot);
    return static_cast<std::size_t>(slot);
}

template <typename T>
BarCounts countBars(const BarRange& range, std::span<const T> values)
{
    constexpr std::size_t block = 1024;
    // neighbors are often in the same bar, so increments in one table would wait for each other
    constexpr std::size_t tables = 4;
    const BarPlaces<T> places = placesOf<T>(range);
    std::array<T, block> slots;
    std::array<std::array<std::uint32_t, barCount + 2>, tables> counts = {};
    BarCounts result{.zeroSlot = slotOf<T>(places, 0)};
    for (std::size_t begin = 0; begin < values.size(); begin += block) {
        const std::size_t count = std::min(block, values.size() - begin);
        result.zeros += findBarSlots(values.data() + begin, count, places, slots.data());
        const auto slot = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<std::int32_t>(slots[i])); };
        std::size_t i = 0;
        for (; i + tables <= count; i += tables) {
            ++counts[0][slot(i)];
            ++counts[1][slot(i + 1)];
            ++counts[2][slot(i + 2)];
            ++counts[3][slot(i + 3)];
        }
        for (; i < count; ++i)
            ++counts[0][slot(i)];
    }
    for (const auto& table : counts) {
        for (std::size_t i = 0; i < table.size(); ++i)
            result.slots[i] += table[i];
    }
    return result;
}

BarCounts countBars(const BarRange& range, std::span<const Distribution::Counted> values)
{
    constexpr std::size_t block = 256;
    const BarPlaces<double> places = placesOf<double>(range);
    std::array<double, block> numbers;
    std::array<double, block> slots;
    BarCounts result{.zeroSlot = slotOf<double>(places, 0)};
    for (std::size_t begin = 0; begin < values.size(); begin += block) {
        const auto some = values.subspan(begin, std::min(block, values.size() - begin));
        for (std::size_t i = 0; i < some.size(); ++i)
            numbers[i] = some[i].value;
        findBarSlots(numbers.data(), some.size(), places, slots.data());
        for (std::size_t i = 0; i < some.size(); ++i) {
            result.slots[static_cast<std::size_t>(slots[i])] += some[i].times;
            result.zeros += numbers[i] == 0 ? some[i].times : 0;
        }
    }
    return result;
}

/// The part of the range without beyondShare of the values at each end; nothing if that is most of the range.
std::optional<BarRange> narrower(const BarRange& range, const BarCounts& counts)
{
    constexpr std::size_t enough = barCount * 2 / 3; // keeping more than this is not worth another pass
    std::array<std::uint64_t, barCount + 2> others = counts.slots; // counts without zeros
    others[counts.zeroSlot] -= counts.zeros;
    const std::uint64_t all = std::accumulate(others.begin(), others.end(), std::uint64_t{0});
    const auto most = static_cast<std::uint64_t>(static_cast<double>(all) * Distribution::beyondShare);
    std::size_t first = 1;
    for (std::uint64_t before = others.front(); first < barCount && before + others[first] <= most; ++first)
        before += others[first];
    std::size_t last = barCount;
    for (std::uint64_t after = others.back(); last > first && after + others[last] <= most; --last)
        after += others[last];
    if (all == 0 || last - first + 1 >= enough)
        return std::nullopt;
    const BarRange next{range.edge(first - 1), range.edge(last)};
    return next.low > range.low || next.high < range.high ? std::optional(next) : std::nullopt;
}

/// `slots` is as in BarCounts; at least one is not 0.
Distribution encode(const BarRange& range, std::span<const double, barCount + 2> slots)
{
    constexpr double mostCounted = std::numeric_limits<std::uint32_t>::max();
    constexpr double least = 0x1p-48; // relative to the greatest; smaller counts are rounding residue
    const double all = std::accumulate(slots.begin(), slots.end(), 0.0);
    Distribution result;
    result.low = range.low;
    result.high = range.high;
    result.counted = static_cast<std::uint32_t>(std::min(std::round(all), mostCounted));
    const double greatest = *std::max_element(slots.begin(), slots.end());
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i] > least * greatest) {
            const double height = std::round(fullHeight * std::sqrt(slots[i] / greatest));
            result.heights[i] = static_cast<std::uint8_t>(std::max(height, 1.0));
        }
    }
    return result;
}

std::optional<Distribution> encode(const BarRange& range, const BarCounts& counts)
{
    std::array<double, barCount + 2> slots = {};
    std::transform(counts.slots.begin(), counts.slots.end(), slots.begin(),
        [](std::uint64_t count) { return static_cast<double>(count); });
    const bool hasValues = std::any_of(slots.begin(), slots.end(), [](double slot) { return slot > 0; });
    return hasValues ? std::optional(encode(range, slots)) : std::nullopt;
}

/// `count(range)` returns the BarCounts.
template <typename Count>
std::optional<Distribution> narrowDown(double least, double greatest, const Count& count)
{
    constexpr int mostPasses = 600; // enough to narrow from the greatest double to the least, by one bar per pass
    constexpr double finest = 0x1p-20; // relative to the values; narrower ranges are treated as a point
    BarRange range{least, greatest};
    BarCounts counts = count(range);
    for (int pass = 1; pass < mostPasses; ++pass) {
        if (range.halfWidth() <= finest * std::max(std::abs(range.low), std::abs(range.high)))
            break;
        const auto next = narrower(range, counts);
        if (!next)
            break;
        range = *next;
        counts = count(range);
    }
    return encode(range, counts);
}

} // namespace

std::optional<Distribution> Distribution::of(double least, double greatest, std::span<const float> values)
{
    return narrowDown(least, greatest, [&](const BarRange& range) {
        if (std::isfinite(static_cast<float>(range.scale())))
            return countBars(range, values);
        const std::vector<double> wide(values.begin(), values.end());
        return countBars(range, std::span<const double>(wide));
    });
}

std::optional<Distribution> Distribution::of(double least, double greatest, std::span<const double> values)
{
    return narrowDown(least, greatest, [&](const BarRange& range) { return countBars(range, values); });
}

std::optional<Distribution> Distribution::of(double least, double greatest, std::span<const Counted> values)
{
    return narrowDown(least, greatest, [&](const BarRange& range) { return countBars(range, values); });
}

BarSum::BarSum(double low, double high, std::size_t bars)
    : m_low(low)
    , m_high(high)
    , m_bars(bars)
{
}

void BarSum::add(const Distribution& distribution, double values, double least, double greatest)
{
    const auto weight = [&](std::size_t slot) {
        const double root = distribution.heights[slot];
        return root * root;
    };
    double all = 0;
    for (std::size_t slot = 0; slot < distribution.heights.size(); ++slot)
        all += weight(slot);
    if (all == 0)
        return;
    const double each = values / all;
    const BarRange range{distribution.low, distribution.high};
    spread(std::min(least, distribution.low), distribution.low, weight(0) * each);
    for (std::size_t bar = 0; bar < barCount; ++bar)
        spread(range.edge(bar), range.edge(bar + 1), weight(bar + 1) * each);
    spread(distribution.high, std::max(greatest, distribution.high), weight(barCount + 1) * each);
}

Distribution BarSum::distribution() const
{
    std::array<double, barCount + 2> slots = {};
    slots.front() = m_below;
    std::copy_n(m_bars.begin(), barCount, slots.begin() + 1);
    slots.back() = m_above;
    return encode({m_low, m_high}, slots);
}

/// Spreads the values evenly between `low` and `high`. Uses halves, since the difference of two doubles may overflow.
void BarSum::spread(double low, double high, double values)
{
    if (values == 0)
        return;
    const auto count = static_cast<double>(m_bars.size());
    const double width = m_high / 2 - m_low / 2;
    // The position in bars from the first bar's start, if the scale has a width; otherwise everything on the scale is
    // in the middle.
    const auto placeOf = [&](double value) {
        if (!(width > 0))
            return value < m_low ? -1 : value > m_high ? count + 1 : count / 2;
        return std::clamp((value / 2 - m_low / 2) / width, -2.0, 3.0) * count;
    };
    const double begin = placeOf(low);
    const double end = placeOf(high);
    if (!(end > begin)) {
        if (begin < 0)
            m_below += values;
        else if (begin > count)
            m_above += values;
        else
            m_bars[std::min(static_cast<std::size_t>(begin), m_bars.size() - 1)] += values;
        return;
    }
    // Relative to the full extent, which may go far beyond the scale.
    const double extent = width > 0 ? (high / 2 - low / 2) / width * count : end - begin;
    const double density = values / extent;
    const double first = std::clamp(begin, 0.0, count);
    const double last = std::clamp(end, 0.0, count);
    double inside = 0;
    for (auto bar = static_cast<std::size_t>(first); bar < m_bars.size() && static_cast<double>(bar) < last; ++bar) {
        const double from = std::max(first, static_cast<double>(bar));
        const double to = std::min(last, static_cast<double>(bar + 1));
        m_bars[bar] += (to - from) * density;
        inside += (to - from) * density;
    }
    const double outside = std::max(values - inside, 0.0);
    const double before = std::max(-begin, 0.0);
    const double after = std::max(end - count, 0.0);
    if (before + after > 0) {
        m_below += outside * before / (before + after);
        m_above += outside * after / (before + after);
    }
}

} // namespace loupe
