#include "items/histogram/histogram_choice.h"

#include "analysis/statistics/value_spacing.h"
#include "items/histogram/window_quantiles.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

/// There must be enough doubles between the edges of the many bins.
bool isWideEnough(ValueRange range)
{
    constexpr double narrowest = 1e-12; // relative to the magnitude of the values
    const double magnitude = std::max(std::abs(range.low), std::abs(range.high));
    return range.high / 2 - range.low / 2 > magnitude / 2 * narrowest;
}

/// On a logarithmic scale, a step spans the same number of representable values everywhere, within a factor of two.
void widenBins(HistogramOptions& options, DType dtype)
{
    constexpr std::uint32_t fewest = 8; // one value more or less per bin is hardly visible
    const DTypeInfo& type = info(dtype);
    if (type.kind != DTypeKind::Float || type.layout.specials == FloatSpecials::PowerOfTwo)
        return;
    const double width = options.scale.placeOf(options.high) - options.scale.placeOf(options.low);
    const double roomForBins = std::floor(std::ldexp(width, static_cast<int>(type.layout.mantissaBits)) / fewest);
    if (!(roomForBins < options.bins))
        return;
    options.bins = static_cast<std::uint32_t>(std::max(roomForBins, 1.0));
    options.spacings = fewest;
    options.dtype = dtype;
}

/// The options before fitToDType().
HistogramOptions rangeOptionsFor(const Summary& summary, const HistogramChoice& choice)
{
    const ValueRange range = choice.zoom.value_or(clippedRange(summary, choice.clip));
    const bool symmetricLog = choice.symmetricLog && range.low < range.high; // a single value needs no scale
    return {.bins = choice.bins,
        .low = range.low,
        .high = range.high,
        .scale = symmetricLog ? ValueScale::symmetricLogFor(summary) : ValueScale::linear()};
}

/// The dtype with the coarsest resolution in the range. Precondition: at least one summary has finite values.
DType coarsestDType(const std::vector<SummaryPtr>& summaries, const HistogramOptions& range)
{
    std::optional<DType> coarsest;
    for (const SummaryPtr& summary : summaries) {
        if (!hasFinite(summary))
            continue;
        const auto spacing = [&](DType dtype) { return valueSpacing(dtype, range.low, range.high); };
        if (!coarsest || spacing(summary->dtype) > spacing(*coarsest))
            coarsest = summary->dtype;
    }
    return *coarsest;
}

} // namespace

ValueRange clippedRange(const Summary& summary, HistogramClip clip)
{
    const ValueRange whole{summary.minimum->toDouble(), summary.maximum->toDouble()};
    if (clip == HistogramClip::Nothing)
        return whole;
    const double cut = clip == HistogramClip::OnePercent ? 0.01 : 0.001;
    const std::uint64_t nonfinite =
        summary.nan.value_or(0) + summary.positiveInf.value_or(0) + summary.negativeInf.value_or(0);
    if (double(presentElements(summary) - nonfinite) * cut < 1)
        return whole;
    const auto low = quantileOf(summary, cut);
    const auto high = quantileOf(summary, clip == HistogramClip::OnePercent ? 0.99 : 0.999);
    return low && high && *low < *high ? ValueRange{*low, *high} : whole;
}

std::optional<ClipHint> clipHint(const Summary& summary)
{
    constexpr double narrow = 1.0 / 32; // share of the chart's width
    const ValueRange whole = clippedRange(summary, HistogramClip::Nothing);
    const auto halfWidth = [](ValueRange range) { return range.high / 2 - range.low / 2; };
    for (const HistogramClip clip : {HistogramClip::OnePermille, HistogramClip::OnePercent}) {
        const ValueRange kept = clippedRange(summary, clip);
        if (!summary.histogram || !(halfWidth(kept) < halfWidth(whole) * narrow))
            continue;
        ClipHint hint{clip, 0};
        const Histogram& histogram = *summary.histogram;
        const double width = halfWidth(kept) * 2;
        for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
            if (histogram.edges[bin + 1] < kept.low - width || histogram.edges[bin] > kept.high + width)
                hint.farValues += histogram.counts[bin];
        }
        return hint;
    }
    return std::nullopt;
}

HistogramOptions optionsFor(const Summary& summary, const HistogramChoice& choice)
{
    HistogramOptions options = rangeOptionsFor(summary, choice);
    fitToDType(options, summary.dtype, clippedRange(summary, HistogramClip::Nothing));
    return options;
}

std::optional<HistogramOptions> optionsForAll(const std::vector<SummaryPtr>& summaries, const HistogramChoice& choice)
{
    HistogramChoice unzoomed = choice;
    unzoomed.zoom.reset();
    std::optional<HistogramOptions> all;
    bool integers = true;
    for (const SummaryPtr& summary : summaries) {
        if (!hasFinite(summary))
            continue;
        integers = integers && holdsIntegers(*summary);
        const HistogramOptions one = rangeOptionsFor(*summary, unzoomed);
        if (!all) {
            all = one;
            continue;
        }
        all->low = std::min(all->low, one.low);
        all->high = std::max(all->high, one.high);
        // The smallest threshold shows the smallest values of all summaries.
        if (all->scale.isLinear() || (!one.scale.isLinear() && one.scale.threshold() < all->scale.threshold()))
            all->scale = one.scale;
    }
    if (!all)
        return std::nullopt;
    if (all->low < all->high && choice.symmetricLog && all->scale.isLinear()) // each has a single value
        all->scale = ValueScale::symmetricLogAround(std::max(std::abs(all->low), std::abs(all->high)), integers);
    const ValueRange whole{all->low, all->high};
    if (choice.zoom) {
        all->low = choice.zoom->low;
        all->high = choice.zoom->high;
    }
    fitToDType(*all, coarsestDType(summaries, *all), whole);
    return all;
}

void fitToDType(HistogramOptions& options, DType dtype, ValueRange whole)
{
    if (!options.scale.isLinear())
        return widenBins(options, dtype);
    const FittedBins fitted = fitBins({options.low, options.high, options.bins},
        valueSpacing(dtype, options.low, options.high), whole.low, whole.high);
    options.low = fitted.low;
    options.high = fitted.high;
    options.bins = fitted.count;
    options.spacings = fitted.spacings;
    options.dtype = fitted.spacings > 0 ? dtype : DType::Opaque;
}

bool hasFinite(const SummaryPtr& summary)
{
    return summary && summary->minimum && summary->maximum;
}

SummaryPtr partOf(const SummaryPtr& summary, std::uint32_t part)
{
    if (summary && !summary->parts.empty())
        return part < summary->parts.size() ? SummaryPtr(summary, &summary->parts[part]) : nullptr;
    return part == 0 ? summary : nullptr;
}

bool holdsIntegers(const Summary& summary)
{
    return summary.minimum && summary.maximum && summary.minimum->kind != Scalar::Kind::Float;
}

HistogramPtr ownHistogram(const SummaryPtr& summary, const HistogramOptions& options)
{
    HistogramOptions own = optionsFor(*summary, {.clip = HistogramClip::Nothing});
    own.part = options.part;
    if (!summary->histogram || options != own)
        return nullptr;
    const auto& counted = summary->histogram->edges;
    const auto edges = own.edges();
    if (counted.front() != edges.front() || counted.back() != edges.back())
        return nullptr;
    return HistogramPtr(summary, &*summary->histogram);
}

std::optional<ValueRange> zoomed(const HistogramOptions& shown, ValueRange whole, double value, double factor)
{
    const double fixed = shown.scale.placeOf(std::clamp(value, shown.low, shown.high));
    const auto bound = [&](double end) {
        // Arranged to avoid overflow before clamping.
        const double place = fixed * (1 - factor) + shown.scale.placeOf(end) * factor;
        return std::clamp(shown.scale.valueAt(place), whole.low, whole.high);
    };
    const ValueRange range{bound(shown.low), bound(shown.high)};
    if (range == whole)
        return std::nullopt;
    return isWideEnough(range) ? range : ValueRange{shown.low, shown.high};
}

ValueRange moved(const HistogramOptions& shown, ValueRange whole, double share)
{
    const double low = shown.scale.placeOf(shown.low);
    const double high = shown.scale.placeOf(shown.high);
    const double least = shown.scale.placeOf(whole.low);
    const double greatest = shown.scale.placeOf(whole.high);
    const double distance = std::clamp((high - low) * share, least - low, greatest - high);
    if (!std::isfinite(distance) || distance == 0)
        return {shown.low, shown.high};
    const ValueRange range{std::clamp(shown.scale.valueAt(low + distance), whole.low, whole.high),
        std::clamp(shown.scale.valueAt(high + distance), whole.low, whole.high)};
    return isWideEnough(range) ? range : ValueRange{shown.low, shown.high};
}

std::optional<ValueRange> chosenRange(ValueRange whole, double from, double to)
{
    const auto [low, high] = std::minmax(from, to);
    const ValueRange range{std::clamp(low, whole.low, whole.high), std::clamp(high, whole.low, whole.high)};
    return isWideEnough(range) ? std::optional(range) : std::nullopt;
}

} // namespace loupe
