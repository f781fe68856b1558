#include "history/tensor_figures.h"

#include "analysis/comparison/delta.h"
#include "analysis/digests/undecoded_weight.h"
#include "analysis/digests/whole_reading.h"
#include "analysis/statistics/summary.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

/// The finite elements of a summary that is not about complex numbers.
void addReal(TensorFigures& figures, const Summary& summary, std::uint64_t finite)
{
    if (!summary.mean || !summary.standardDeviation)
        return;
    // The mean of the squares is mean^2 + deviation^2: two terms that are not negative, so nothing cancels.
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

/// Nothing where it is no finite number.
std::optional<double> finiteOrNone(std::optional<double> number)
{
    return number && std::isfinite(*number) ? number : std::nullopt;
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
    figures.finite = summary->nan ? finiteElements(*summary) : 0;
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
    const double norm = before.norm.value_or(0);
    if (delta->identical || *delta->differing == 0)
        return ChangeFigures{.signal = norm * norm, .noise = 0};
    return ChangeFigures{.signal = delta->signal.value_or(0), .noise = delta->noise.value_or(0)};
}

void FigureSum::add(const TensorFigures& figures)
{
    ++m_sum.tensors;
    m_sum.elements += figures.elements;
    m_sum.nan += figures.nan;
    m_sum.positiveInf += figures.positiveInf;
    m_sum.negativeInf += figures.negativeInf;
    if (figures.norm) {
        m_squares += static_cast<long double>(*figures.norm) * static_cast<long double>(*figures.norm);
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
        figures.norm = finiteOrNone(static_cast<double>(std::sqrt(m_squares)));
    if (m_counted > 0)
        figures.mean = finiteOrNone(static_cast<double>(m_values / m_counted));
    return figures;
}

} // namespace loupe
