#include "items/tree/group_figures.h"

#include "analysis/statistics/moments.h"
#include "core/checked_math.h"
#include "items/tree/group_histogram.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace loupe {

namespace {

/// What the summaries of several tensors come to.
class SummarySum {
public:
    void add(const Summary& summary)
    {
        m_sum.elements = saturatingAdd(m_sum.elements, summary.elements);
        addCount(&Summary::null, summary);
        addCount(&Summary::nan, summary);
        addCount(&Summary::positiveInf, summary);
        addCount(&Summary::negativeInf, summary);
        widen(m_sum.minimum, summary.minimum, [](double a, double b) { return a < b; });
        widen(m_sum.maximum, summary.maximum, [](double a, double b) { return a > b; });
        if (!summary.mean || !summary.standardDeviation)
            return;
        const auto finite = static_cast<long double>(finiteElements(summary));
        const auto deviation = static_cast<long double>(*summary.standardDeviation);
        m_moments.merge({.count = finiteElements(summary),
            .pivot = static_cast<long double>(*summary.mean),
            .squares = deviation * deviation * finite});
    }
    Summary sum() const
    {
        Summary sum = m_sum;
        sum.mean = m_moments.finalMean();
        sum.standardDeviation = m_moments.finalDeviation();
        return sum;
    }
    std::uint64_t finite() const { return m_moments.count; }

private:
    static std::uint64_t finiteElements(const Summary& summary)
    {
        std::uint64_t others = summary.null.value_or(0);
        for (const auto& count : {summary.nan, summary.positiveInf, summary.negativeInf})
            others = saturatingAdd(others, count.value_or(0));
        return summary.elements - std::min(summary.elements, others);
    }
    void addCount(std::optional<std::uint64_t> Summary::*count, const Summary& summary)
    {
        if (summary.*count)
            m_sum.*count = saturatingAdd((m_sum.*count).value_or(0), *(summary.*count));
    }
    /// Doubles are good enough: dtypes may differ.
    template <typename Beyond>
    static void widen(std::optional<Scalar>& end, const std::optional<Scalar>& value, Beyond&& isBeyond)
    {
        if (value && (!end || isBeyond(value->toDouble(), end->toDouble())))
            end = Scalar{.kind = Scalar::Kind::Float, .real = value->toDouble()};
    }

    Summary m_sum;
    Moments m_moments;
};

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
