#include "items/tree/group_figures.h"

#include "analysis/statistics/summary_sum.h"
#include "core/checked_math.h"
#include "items/tree/group_histogram.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace loupe {

namespace {

struct LayerSum {
    SummarySum sum;
    double largest = 0;

    void add(const Health& health)
    {
        sum.add(health.summary);
        largest = std::max(largest, health.largestMagnitude.value_or(0));
    }
    GroupLayer layer(std::uint64_t number) const
    {
        const Summary all = sum.sum();
        const double mean = all.mean.value_or(0);
        const double deviation = all.standardDeviation.value_or(0);
        return {.number = number,
            .finite = sum.finite(),
            .nonfinite = saturatingAdd(
                all.nan.value_or(0), saturatingAdd(all.positiveInf.value_or(0), all.negativeInf.value_or(0))),
            .mean = mean,
            .standardDeviation = deviation,
            .rms = std::hypot(mean, deviation),
            .largest = largest};
    }
};

} // namespace

GroupFigures findGroupFigures(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const GroupBlocks& blocks, const HealthResults* results, const Work& work)
{
    constexpr std::size_t stopInterval = 1 << 12;
    GroupFigures figures;
    if (!results)
        return figures;
    SummarySum all;
    std::map<std::uint64_t, LayerSum> layers;
    std::size_t seen = 0;
    for (const std::uint32_t tensor : tensors) {
        if (seen++ % stopInterval == 0 && work.stopped())
            break;
        const auto health = results->find(checkpoint, tensor);
        if (!health)
            continue;
        figures.health.add(results->tensorSums(tensor));
        if (!*health)
            continue;
        all.add((*health)->summary);
        if (const auto number = blocks.numberOf(checkpoint.tensors[tensor].name))
            layers[*number].add(**health);
    }
    figures.values = all.sum();
    for (const auto& [number, sum] : layers) {
        if (sum.sum.finite() > 0)
            figures.layers.push_back(sum.layer(number));
    }
    figures.histogram = findGroupHistogram(checkpoint, tensors, *results, work);
    return figures;
}

} // namespace loupe
