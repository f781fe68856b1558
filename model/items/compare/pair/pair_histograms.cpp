#include "items/compare/pair/pair_histograms.h"

#include "analysis/digests/undecoded_weight.h"
#include "analysis/digests/whole_reading.h"
#include "analysis/statistics/value_spacing.h"
#include "items/compare/pair/difference_clip.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

bool holdIntegers(const SummaryPtr& summary)
{
    return hasFinite(summary) && holdsIntegers(*summary);
}

/// The largest finite difference; 0 if there is none.
double greatestDifference(const Delta& delta)
{
    return std::min(delta.maximum.value_or(0), std::numeric_limits<double>::max());
}

void zoomInto(HistogramOptions& options, const std::optional<ValueRange>& zoom)
{
    if (zoom) {
        options.low = zoom->low;
        options.high = zoom->high;
    }
}

/// Counts a pair, step by step.
class PairCounting {
public:
    PairCounting(const PairedCheckpoints& paired, const TensorPair& pair, const PairHistogramChoice& choice,
        const PairKnowledge& known, const Work& work)
        : m_paired(paired)
        , m_pair(pair)
        , m_choice(choice)
        , m_known(known)
        , m_work(work)
    {
        m_counted->delta = known.delta;
    }

    Result<PairHistogramsPtr> run()
    {
        for (const auto step : {&PairCounting::compare, &PairCounting::summarizeBoth, &PairCounting::countBoth,
                 &PairCounting::countMagnitudes, &PairCounting::countBetween}) {
            if (auto done = (this->*step)(); !done)
                return fail(std::move(done.error()));
        }
        return m_counted;
    }

private:
    Result<> compare()
    {
        if (!m_pair.both() || m_pair.shapeChanged || isUndecoded())
            m_counted->delta.reset();
        else if (!m_counted->delta)
            return withBoth([&](const Elements& a, const Elements& b) -> Result<> {
                auto delta = compareValues(a, b, {}, m_work);
                if (!delta)
                    return fail(std::move(delta.error()));
                m_counted->delta = *delta;
                return {};
            });
        return {};
    }

    /// Whether the values of a side are unknown because they cannot be decoded, even if it has codes.
    bool isUndecoded() const { return undecodedGroup(*m_paired.a, m_pair.a) || undecodedGroup(*m_paired.b, m_pair.b); }

    Result<> summarizeBoth()
    {
        if (auto a = summarizeSide(m_counted->a, m_paired.a, m_pair.a, m_known.a); !a)
            return a;
        const bool same = m_counted->delta && m_counted->delta->identical;
        return summarizeSide(m_counted->b, m_paired.b, m_pair.b, same ? m_counted->a.summary : m_known.b);
    }

    Result<> summarizeSide(SideHistogram& side, const std::shared_ptr<const Checkpoint>& checkpoint,
        std::uint32_t tensor, const SummaryPtr& known) const
    {
        if (tensor == TensorPair::none)
            return {};
        side.summary = known;
        if (!known) {
            auto summary = summarizeForWindow(checkpoint, tensor, m_work);
            if (!summary)
                return fail(std::move(summary.error()));
            side.summary = std::move(*summary);
        }
        side.part = partOf(side.summary, m_choice.part);
        return {};
    }

    Result<> countBoth()
    {
        m_counted->options = optionsForBoth(m_counted->a.part, m_counted->b.part, m_choice);
        if (!m_counted->options)
            return {};
        const PairHistogramsPtr& before = m_known.before;
        if (before && before->options == m_counted->options) {
            m_counted->a.histogram = before->a.histogram;
            m_counted->b.histogram = before->b.histogram;
            return {};
        }
        if (auto a = countSide(m_counted->a, m_paired.a, m_pair.a); !a)
            return a;
        if (m_counted->b.summary && m_counted->b.summary == m_counted->a.summary) {
            m_counted->b.histogram = m_counted->a.histogram;
            return {};
        }
        return countSide(m_counted->b, m_paired.b, m_pair.b);
    }

    Result<> countSide(
        SideHistogram& side, const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor) const
    {
        if (!hasFinite(side.part))
            return {};
        side.histogram = ownHistogram(side.part, *m_counted->options);
        if (side.histogram)
            return {};
        auto histogram = countBins(checkpoint, tensor, *m_counted->options, m_work);
        if (!histogram)
            return fail(std::move(histogram.error()));
        side.histogram = std::move(*histogram);
        return {};
    }

    /// Only required if the clip hides differences.
    Result<> countMagnitudes()
    {
        m_counted->magnitudes = m_known.before ? m_known.before->magnitudes : nullptr;
        if (m_counted->magnitudes || !m_counted->delta)
            return {};
        const double maximum = greatestDifference(*m_counted->delta);
        if (!(maximum > 0) || clippedDifferences(m_counted->delta->differing.value_or(0), m_choice.clip) == 0)
            return {};
        return countDifferences(m_counted->magnitudes, differenceClipEdges(maximum));
    }

    Result<> countBetween()
    {
        if (!m_counted->delta)
            return {};
        m_counted->differenceOptions =
            optionsForDifferences(*m_counted->delta, m_counted->holdIntegers(), m_choice, m_counted->magnitudes.get());
        const PairHistogramsPtr& before = m_known.before;
        if (before && before->differenceOptions == m_counted->differenceOptions) {
            m_counted->differences = before->differences;
            return {};
        }
        if (!m_counted->differenceOptions)
            return {};
        return countDifferences(m_counted->differences, m_counted->differenceOptions->edges());
    }

    Result<> countDifferences(
        std::shared_ptr<const DifferenceHistogram>& counted, const std::vector<double>& edges) const
    {
        return withBoth([&](const Elements& a, const Elements& b) -> Result<> {
            const auto part = m_choice.part == 0 ? ComplexPart::Real : ComplexPart::Imaginary;
            auto differences = loupe::countDifferences(a, b, edges, part, m_work);
            if (!differences)
                return fail(std::move(differences.error()));
            counted = std::make_shared<const DifferenceHistogram>(std::move(*differences));
            return {};
        });
    }

    template <typename Use>
    Result<> withBoth(const Use& use) const
    {
        const auto a = openWhole(m_paired.a, m_pair.a, m_work);
        if (!a)
            return fail(a.error());
        const auto b = openWhole(m_paired.b, m_pair.b, m_work);
        if (!b)
            return fail(b.error());
        return use(*a, *b);
    }

    const PairedCheckpoints& m_paired;
    const TensorPair& m_pair;
    const PairHistogramChoice& m_choice;
    const PairKnowledge& m_known;
    const Work& m_work;
    std::shared_ptr<PairHistograms> m_counted = std::make_shared<PairHistograms>();
};

} // namespace

bool PairHistograms::holdIntegers() const
{
    return loupe::holdIntegers(a.part) && loupe::holdIntegers(b.part);
}

std::optional<HistogramOptions> optionsForBoth(
    const SummaryPtr& a, const SummaryPtr& b, const PairHistogramChoice& choice)
{
    auto both = optionsForAll(
        {a, b}, {.bins = choice.bins, .symmetricLog = choice.symmetricLog, .clip = choice.clip, .zoom = choice.zoom});
    if (both)
        both->part = choice.part;
    return both;
}

std::uint64_t PairHistograms::differencesOutside() const
{
    return differences ? differences->histogram.below + differences->histogram.above : 0;
}

std::uint64_t PairHistograms::valuesOutside() const
{
    std::uint64_t count = 0;
    for (const HistogramPtr& histogram : {a.histogram, b.histogram})
        count += histogram ? histogram->below + histogram->above : 0;
    return count;
}

std::optional<HistogramOptions> optionsForDifferences(
    const Delta& delta, bool integers, const PairHistogramChoice& choice, const DifferenceHistogram* magnitudes)
{
    double maximum = greatestDifference(delta);
    if (!(maximum > 0))
        return std::nullopt;
    if (magnitudes && choice.clip != HistogramClip::Nothing) {
        const double clipped = clippedMagnitude(magnitudes->histogram, delta.differing.value_or(0), choice.clip);
        maximum = std::min(integers ? std::ceil(clipped) : clipped, maximum);
    }
    HistogramOptions options{.bins = choice.bins | 1U, .low = -maximum, .high = maximum};
    if (choice.symmetricLog) {
        // The typical distance from 0 is the mean over only the nonzero differences.
        const double share = static_cast<double>(delta.elements) / static_cast<double>(delta.differing.value_or(1));
        options.scale =
            ValueScale::symmetricLogAround(std::min(delta.mean.value_or(maximum) * share, maximum), integers);
    }
    zoomInto(options, choice.differenceZoom);
    if (integers && options.scale.isLinear()) {
        const FittedBins wanted{options.low, options.high, options.bins};
        const FittedBins fitted =
            choice.differenceZoom ? fitBins(wanted, 1, -maximum, maximum) : fitCenteredBins(wanted, 1);
        options.low = fitted.low;
        options.high = fitted.high;
        options.bins = fitted.count;
        options.spacings = fitted.spacings;
    }
    options.part = choice.part;
    return options;
}

Result<PairHistogramsPtr> countPair(const PairedCheckpoints& paired, const TensorPair& pair,
    const PairHistogramChoice& choice, const PairKnowledge& known, const Work& work)
{
    return PairCounting(paired, pair, choice, known, work).run();
}

} // namespace loupe
