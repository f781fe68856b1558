#include "items/tree/group_histogram.h"

#include "analysis/statistics/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace loupe {

namespace {

constexpr std::size_t groupBars = 128;
constexpr std::size_t coarseBars = 4096; ///< for finding the range
constexpr double beyondEnd = 0.001; ///< share of the values beyond each end of the range

struct GroupRange {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    bool isEmpty() const { return low > high; }
};

/// Calls `use` with each known distribution and the summary that it belongs to.
template <typename Use>
void forEachDistribution(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const HealthResults& results, const Work& work, Use&& use)
{
    constexpr std::size_t stopInterval = 1 << 10;
    std::size_t seen = 0;
    for (const std::uint32_t tensor : tensors) {
        if (seen++ % stopInterval == 0 && work.stopped())
            return;
        const auto health = results.find(checkpoint, tensor);
        if (health && *health && (*health)->summary.distribution && (*health)->summary.minimum)
            use(*(*health)->summary.distribution, (*health)->summary);
    }
}

/// Removes the parts at both ends that contain hardly any values.
GroupRange narrowed(const GroupRange& range, const BarSum& sum)
{
    const std::span<const double> bars = sum.bars();
    const double all = std::accumulate(bars.begin(), bars.end(), sum.below() + sum.above());
    const auto barAt = [&](auto first, auto last, double beyond) {
        while (first != last && beyond + *first <= beyondEnd * all)
            beyond += *first++;
        return first;
    };
    const auto low = barAt(bars.begin(), bars.end(), sum.below()) - bars.begin();
    const auto high = bars.rend() - barAt(bars.rbegin(), bars.rend(), sum.above());
    const auto edge = [&](std::ptrdiff_t bar) {
        const double share = double(bar) / double(bars.size());
        return range.low * (1 - share) + range.high * share;
    };
    return high > low ? GroupRange{edge(low), edge(high)} : range;
}

std::uint64_t countOf(double values)
{
    constexpr double most = 9e18;
    return static_cast<std::uint64_t>(std::llround(std::clamp(values, 0.0, most)));
}

} // namespace

double finiteValues(const Summary& summary)
{
    return double(summary.elements) - double(summary.null.value_or(0)) - double(summary.nan.value_or(0))
        - double(summary.positiveInf.value_or(0)) - double(summary.negativeInf.value_or(0));
}

HistogramPtr findGroupHistogram(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const HealthResults& results, const Work& work)
{
    const auto forEach = [&](auto&& use) { forEachDistribution(checkpoint, tensors, results, work, use); };
    GroupRange range;
    forEach([&](const Distribution& distribution, const Summary&) {
        range.low = std::min(range.low, distribution.low);
        range.high = std::max(range.high, distribution.high);
    });
    if (range.isEmpty())
        return nullptr;
    const auto sumOn = [&](const GroupRange& scale, std::size_t bars) {
        BarSum sum(scale.low, scale.high, bars);
        forEach([&](const Distribution& distribution, const Summary& summary) {
            sum.add(distribution, finiteValues(summary), summary.minimum->toDouble(), summary.maximum->toDouble());
        });
        return sum;
    };
    range = narrowed(range, sumOn(range, coarseBars));
    const Bins bins(range.low, range.high, groupBars);
    const BarSum sum = sumOn({bins.edges().front(), bins.edges().back()}, groupBars);
    auto histogram = std::make_shared<Histogram>();
    histogram->edges = bins.edges();
    histogram->counts.resize(groupBars);
    std::ranges::transform(sum.bars(), histogram->counts.begin(), countOf);
    histogram->below = countOf(sum.below());
    histogram->above = countOf(sum.above());
    return histogram;
}

} // namespace loupe
