#include "reports/comparison_histograms.h"

#include "analysis/comparison/difference_histogram.h"
#include "analysis/digests/whole_reading.h"
#include "analysis/statistics/summary.h"
#include "analysis/statistics/value_scale.h"
#include "core/checked_math.h"
#include "core/text/text.h"
#include "reports/html_text.h"
#include "reports/pair_bars.h"
#include "reports/svg_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace loupe {

namespace {

constexpr std::size_t bins = 64;
constexpr std::uint64_t looks = 3; // two for the summary and the bins of each side, one for the differences
constexpr double tail = 0.001; // share of the values that may be outside of the picture, at each end

struct Range {
    double low = 0;
    double high = 0;
};

/// Complex numbers are shown by their real part.
const Summary& partOf(const Summary& summary)
{
    return summary.parts.empty() ? summary : summary.parts.front();
}

bool isInteger(const Summary& summary)
{
    return summary.minimum && summary.minimum->kind != Scalar::Kind::Float
        && summary.minimum->kind != Scalar::Kind::Complex;
}

/// If there are few different integers, each gets its own bin; otherwise, some bins could not contain any.
std::vector<double> edgesFor(Range range, bool integers, std::size_t count)
{
    constexpr double exact = 0x1p50; // up to here, doubles can represent half-integers
    const double first = std::ceil(range.low);
    const double last = std::floor(range.high);
    if (integers && first >= -exact && last <= exact && first <= last && last - first < static_cast<double>(count))
        return ValueScale::linear().edges(first - 0.5, last + 0.5, static_cast<std::size_t>(last - first) + 1);
    return ValueScale::linear().edges(range.low, range.high, count);
}

/// The range of all values except outliers, if that is much smaller than the full range.
Range mostOf(const Summary& summary)
{
    constexpr double little = 0.5;
    constexpr double around = 0.1;
    const Range whole{summary.minimum->toDouble(), summary.maximum->toDouble()};
    if (summary.quantiles.size() != 2 || !summary.quantiles.front().value || !summary.quantiles.back().value)
        return whole;
    const Range most{*summary.quantiles.front().value, *summary.quantiles.back().value};
    const double margin = (most.high / 2 - most.low / 2) * 2 * around;
    if (!(margin > 0) || !((most.high / 2 - most.low / 2) < (whole.high / 2 - whole.low / 2) * little))
        return whole;
    return {std::max(whole.low, most.low - margin), std::min(whole.high, most.high + margin)};
}

std::optional<Range> rangeOf(const Summary& a, const Summary& b)
{
    std::optional<Range> both;
    for (const Summary* const side : {&a, &b}) {
        if (!side->minimum || !side->maximum)
            continue;
        const Range one = mostOf(*side);
        both = both ? Range{std::min(both->low, one.low), std::max(both->high, one.high)} : one;
    }
    return both;
}

/// Centered at 0, with a width at which most nonzero differences are spread out; a few much larger ones are outside.
std::optional<Range> rangeOfDifferences(const Delta& delta)
{
    constexpr double deviations = 5;
    const double maximum = std::min(delta.maximum.value_or(0), std::numeric_limits<double>::max());
    if (!(maximum > 0))
        return std::nullopt;
    const auto elements = static_cast<double>(delta.elements);
    const double differing = std::max(1.0, static_cast<double>(delta.differing.value_or(delta.elements)));
    const double typical = delta.rms.value_or(maximum) * std::sqrt(elements / differing);
    const double reach = typical > 0 ? std::min(maximum, deviations * typical) : maximum;
    return Range{-reach, reach};
}

std::string sideWords(std::string_view letter, std::string_view dtype, const Summary& summary)
{
    std::string words = std::string(letter) + ' ' + htmlText(dtype);
    if (summary.mean)
        words += ", mean " + axisNumber(*summary.mean);
    if (summary.standardDeviation)
        words += ", σ " + axisNumber(*summary.standardDeviation);
    const std::uint64_t nonfinite =
        summary.nan.value_or(0) + summary.positiveInf.value_or(0) + summary.negativeInf.value_or(0);
    if (nonfinite > 0)
        words += ", " + formatCount(nonfinite) + " NaN or infinite";
    return words;
}

std::uint64_t outside(const Histogram& histogram)
{
    return histogram.below + histogram.above;
}

std::string key(std::string_view kind, const std::string& words)
{
    return "<span class=\"key " + std::string(kind) + "\"></span>" + words;
}

std::string figure(const std::string& svg, const std::string& caption)
{
    return "<figure>" + svg + "<figcaption>" + caption + "</figcaption></figure>\n";
}

} // namespace

ComparisonHistograms::ComparisonHistograms(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
    std::span<const ChangedPair> pairs, std::uint64_t limit)
    : m_a(std::move(a))
    , m_b(std::move(b))
{
    std::uint64_t bytes = 0;
    for (const ChangedPair& changed : pairs.first(std::min(pairs.size(), mostPairs))) {
        const std::uint64_t after = saturatingAdd(bytes, bytesOf(changed));
        (after <= limit ? m_pairs : m_tooLarge).push_back(changed);
        if (after <= limit)
            bytes = after;
    }
}

std::uint64_t ComparisonHistograms::bytesOf(const ChangedPair& changed) const
{
    return saturatingAdd(valueBytes(m_a->tensors[changed.pair.a]), valueBytes(m_b->tensors[changed.pair.b]));
}

std::uint64_t ComparisonHistograms::bytes() const
{
    std::uint64_t bytes = 0;
    for (const ChangedPair& changed : m_pairs)
        bytes += bytesOf(changed) * looks; // at most mostBytes for all pairs
    return bytes;
}

Result<std::string> ComparisonHistograms::html(const Work& work) const
{
    work.expect(bytes());
    if (m_pairs.empty() && m_tooLarge.empty())
        return std::string();
    std::string html = heading();
    for (const ChangedPair& changed : m_pairs) {
        const Tensor& a = m_a->tensors[changed.pair.a];
        const Tensor& b = m_b->tensors[changed.pair.b];
        html += "<section class=\"panel padded\"><h3 class=\"name\">" + htmlText(a.name)
            + (a.name == b.name ? "" : " → " + htmlText(b.name)) + "</h3>\n<p class=\"muted\">" + shortShape(a.shape)
            + (changed.delta.relativeL2 ? ", relative L2 " + axisNumber(*changed.delta.relativeL2)
                                        : ", without a relative L2: A is zero")
            + "</p>\n";
        auto pictured = pictures(changed, work);
        if (pictured)
            html += *pictured;
        else if (pictured.error().code == ErrorCode::Stopped || pictured.error().code == ErrorCode::OutOfMemory)
            return pictured;
        else
            html += "<p class=\"failure\">" + htmlText(describe(pictured.error()), 1000) + "</p>\n";
        html += "</section>\n";
    }
    return html + leftOut();
}

std::string ComparisonHistograms::heading() const
{
    return "<h2>How values changed</h2>\n<p class=\"muted\">Of the tensors that changed most by relative L2: how the "
           "values of A and B are distributed, and the differences b&nbsp;−&nbsp;a of their elements. A bin far higher "
           "than all "
           "others is cut off.</p>\n";
}

std::string ComparisonHistograms::leftOut() const
{
    if (m_tooLarge.empty())
        return {};
    return "<p class=\"muted\">Without pictures, as a report counts the values of tensors of at most "
        + formatBytes(mostBytes) + ": " + counted(m_tooLarge.size(), "tensor") + " that changed as much.</p>\n";
}

Result<std::string> ComparisonHistograms::pictures(const ChangedPair& changed, const Work& work) const
{
    const Work quiet{.stop = work.stop};
    const auto a = openWhole(m_a, changed.pair.a, quiet);
    if (!a)
        return fail(a.error());
    const auto b = openWhole(m_b, changed.pair.b, quiet);
    if (!b)
        return fail(b.error());
    const std::array sides{&*a, &*b};
    std::array<Summary, 2> summaries;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        auto summary = summarize(*sides[side], {.bins = 0, .quantiles = {tail, 1 - tail}}, quiet);
        if (!summary)
            return fail(std::move(summary.error()));
        summaries[side] = std::move(*summary);
        work.advance(valueBytes(sides[side]->tensor()));
    }
    const Summary& partA = partOf(summaries[0]);
    const Summary& partB = partOf(summaries[1]);
    const bool integers = isInteger(partA) && isInteger(partB);
    const bool isComplex = !summaries[0].parts.empty() || !summaries[1].parts.empty();
    const std::string real = isComplex ? "Real parts. " : "";

    std::string html;
    if (const auto range = rangeOf(partA, partB)) {
        const auto edges = edgesFor(*range, integers, bins);
        std::array<std::optional<Histogram>, 2> counts;
        for (std::size_t side = 0; side < sides.size(); ++side) {
            auto summary = summarize(*sides[side], {.edges = edges}, quiet);
            if (!summary)
                return fail(std::move(summary.error()));
            counts[side] = partOf(*summary).histogram;
            work.advance(valueBytes(sides[side]->tensor()));
        }
        const auto pointer = [](const std::optional<Histogram>& histogram) {
            return histogram ? &*histogram : nullptr;
        };
        std::string caption = real + key("side-a", sideWords("A", m_a->dtypeName(changed.pair.a), partA)) + "<br/>"
            + key("side-b", sideWords("B", m_b->dtypeName(changed.pair.b), partB));
        const std::uint64_t far = (counts[0] ? outside(*counts[0]) : 0) + (counts[1] ? outside(*counts[1]) : 0);
        if (far > 0)
            caption += "<br/>" + counted(far, "value") + (far == 1 ? " lies" : " lie") + " outside of the picture";
        html += figure(pairBars(pointer(counts[0]), pointer(counts[1]), "Values of A and B"), caption);
    }
    if (const auto range = rangeOfDifferences(changed.delta)) {
        const auto differences =
            countDifferences(*a, *b, edgesFor(*range, integers, bins | 1U), ComplexPart::Real, quiet);
        if (!differences)
            return fail(differences.error());
        work.advance(bytesOf(changed));
        std::string caption = real
            + key("difference",
                "B − A, " + htmlCount(changed.delta.differing) + " of " + formatCount(changed.delta.elements)
                    + " differ")
            + "<br/>mean |a − b| " + axisNumber(changed.delta.mean.value_or(0)) + ", max "
            + axisNumber(changed.delta.maximum.value_or(0));
        if (const std::uint64_t far = outside(differences->histogram); far > 0)
            caption += "<br/>" + counted(far, "difference") + (far == 1 ? " lies" : " lie") + " outside of the picture";
        if (differences->nonfinite > 0)
            caption += "<br/>" + counted(differences->nonfinite, "element")
                + " without a difference: NaN, infinite or too far apart";
        html += figure(differenceBars(differences->histogram, "Differences B − A"), caption);
    }
    if (html.empty())
        return std::string("<p class=\"muted\">No finite values.</p>\n");
    return "<div class=\"charts\">" + html + "</div>\n";
}

} // namespace loupe
