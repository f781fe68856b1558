#include "history/tensor_figures.h"

#include "analysis/comparison/delta.h"
#include "analysis/digests/undecoded_weight.h"
#include "analysis/digests/whole_reading.h"
#include "analysis/statistics/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

/// Adds the finite elements of a summary of real numbers.
void addReal(TensorFigures& figures, const Summary& summary, std::uint64_t finite)
{
    if (!summary.mean || !summary.standardDeviation)
        return;
    // The mean of the squares is mean^2 + deviation^2: both terms are nonnegative, so nothing cancels.
    const double norm = std::hypot(*summary.mean, *summary.standardDeviation) * std::sqrt(static_cast<double>(finite));
    figures.norm = figures.norm ? std::hypot(*figures.norm, norm) : norm;
    if (summary.minimum && summary.maximum) {
        const double largest = std::max(std::abs(summary.minimum->toDouble()), std::abs(summary.maximum->toDouble()));
        figures.largest = std::max(figures.largest.value_or(0), largest);
    }
}

std::uint64_t finiteElements(const Summary& summary)
{
    return presentElements(summary) - summary.nan.value_or(0) - summary.positiveInf.value_or(0)
        - summary.negativeInf.value_or(0);
}

/// Nothing if the number is not finite.
std::optional<double> finiteOrNone(std::optional<double> number)
{
    return number && std::isfinite(*number) ? number : std::nullopt;
}

/// Whether a sum of squares has neither overflowed nor lost precision by underflow.
bool isExact(double squares)
{
    return squares == 0 || std::isnormal(squares);
}

/// The norms of a pair whose values differ. If the squares overflow or underflow, the norms come from the root of the
/// mean of the squares and from the ratio of the norms, which are computed in extended precision.
ChangeFigures normsOf(const Delta& delta, const TensorFigures& before)
{
    const double signal = delta.signal.value_or(0);
    const double noise = delta.noise.value_or(0);
    const double rms = delta.rms.value_or(0);
    const double ratio = delta.relativeL2.value_or(0);
    const bool isLost = (noise == 0 && rms > 0) || (signal == 0 && before.norm.value_or(0) > 0 && ratio > 0);
    if (isExact(signal) && isExact(noise) && !isLost)
        return {.signal = std::sqrt(signal), .noise = std::sqrt(noise)};
    const std::uint64_t gone = std::min(before.finite, delta.nonfiniteOnlyB.value_or(0) + delta.nullOnlyB);
    const double norm = rms * std::sqrt(static_cast<double>(before.finite - gone));
    if (std::isnormal(signal) || !delta.relativeL2)
        return {.signal = std::sqrt(signal), .noise = norm};
    const double unknown = std::numeric_limits<double>::infinity();
    return {.signal = std::isnormal(ratio) ? norm / ratio : unknown, .noise = norm};
}

} // namespace

Result<TensorFigures> readFigures(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work)
{
    const auto summary = openWhole(checkpoint, tensor, work).and_then([&](const Elements& elements) {
        return summarize(elements, {.bins = 0}, work);
    });
    if (!summary)
        return fail(summary.error());
    TensorFigures figures;
    figures.dtype = checkpoint->dtypeName(tensor);
    const auto shape = checkpoint->tensors[tensor].shape;
    figures.shape.assign(shape.begin(), shape.end());
    figures.elements = presentElements(*summary);
    figures.nan = summary->nan.value_or(0);
    figures.positiveInf = summary->positiveInf.value_or(0);
    figures.negativeInf = summary->negativeInf.value_or(0);
    figures.hasValues = summary->nan.has_value();
    figures.finite = figures.hasValues ? finiteElements(*summary) : 0;
    figures.firstNonfinite = summary->firstNonfinite;
    if (summary->parts.empty()) {
        addReal(figures, *summary, figures.finite);
        figures.mean = summary->mean;
    }
    for (const Summary& part : summary->parts)
        addReal(figures, part, finiteElements(part));
    figures.norm = finiteOrNone(figures.norm);
    figures.mean = finiteOrNone(figures.mean);
    return figures;
}

Result<std::optional<ChangeFigures>> readChange(
    const TensorPlace& a, const TensorFigures& before, const TensorPlace& b, const Work& work)
{
    if (undecodedGroup(*a.checkpoint, a.tensor) || undecodedGroup(*b.checkpoint, b.tensor))
        return std::nullopt;
    const auto elementsA = openWhole(a.checkpoint, a.tensor, work);
    if (!elementsA)
        return fail(elementsA.error());
    const auto elementsB = openWhole(b.checkpoint, b.tensor, work);
    if (!elementsB)
        return fail(elementsB.error());
    const auto delta = compareValues(*elementsA, *elementsB, {}, work);
    if (!delta)
        return fail(delta.error());
    if (!delta->identical && !delta->differing)
        return std::nullopt;
    if (delta->identical || *delta->differing == 0)
        return ChangeFigures{.signal = before.norm.value_or(0), .noise = 0};
    return normsOf(*delta, before);
}

void FigureSum::add(const TensorFigures& figures)
{
    ++m_sum.tensors;
    m_sum.unknown += figures.hasValues ? 0 : 1;
    m_sum.elements += figures.elements;
    m_sum.nan += figures.nan;
    m_sum.positiveInf += figures.positiveInf;
    m_sum.negativeInf += figures.negativeInf;
    if (figures.norm) {
        m_norm = std::hypot(m_norm, static_cast<long double>(*figures.norm));
        m_hasNorm = true;
    }
    if (figures.mean) {
        m_values += static_cast<long double>(*figures.mean) * static_cast<long double>(figures.finite);
        m_counted += static_cast<long double>(figures.finite);
    }
    if (figures.largest)
        m_sum.largest = std::max(m_sum.largest.value_or(0), *figures.largest);
}

StepFigures FigureSum::figures() const
{
    StepFigures figures = m_sum;
    if (m_hasNorm)
        figures.norm = finiteOrNone(static_cast<double>(m_norm));
    if (m_counted > 0)
        figures.mean = finiteOrNone(static_cast<double>(m_values / m_counted));
    return figures;
}

} // namespace loupe
