#include "analysis/spectrum/spectrum.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace loupe {

Spectrum Spectrum::ofValues(std::vector<double> values)
{
    Spectrum spectrum;
    spectrum.values = std::move(values);
    for (std::size_t i = 0; spectrum.largest() > 0 && i < spectrum.values.size(); ++i)
        spectrum.relativeEnergy += spectrum.relativeSquare(i);
    return spectrum;
}

std::optional<double> Spectrum::stableRank() const
{
    if (largest() == 0)
        return std::nullopt;
    return relativeEnergy;
}

std::optional<double> Spectrum::effectiveRank() const
{
    const std::size_t count = rank().value_or(0);
    if (count == 0)
        return std::nullopt;
    double sum = 0; // in units of the largest value
    for (std::size_t i = 0; i < count; ++i)
        sum += values[i] / largest();
    double entropy = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = values[i] / largest() / sum;
        entropy -= share * std::log(share);
    }
    return std::exp(entropy);
}

std::optional<std::size_t> Spectrum::rank() const
{
    if (!isExact)
        return std::nullopt;
    return static_cast<std::size_t>(
        std::ranges::count_if(values, [this](double value) { return isAboveFloor(value); }));
}

std::optional<double> Spectrum::condition() const
{
    if (!isExact || values.empty() || !isAboveFloor(values.back()))
        return std::nullopt;
    return values.front() / values.back();
}

std::optional<double> Spectrum::leastCondition() const
{
    if (!isExact || largest() == 0)
        return std::nullopt;
    return condition().value_or(largest() / floor);
}

double Spectrum::largestError() const
{
    return isExact ? floor : errors.empty() ? 0 : *std::ranges::max_element(errors);
}

double Spectrum::energyKept(std::size_t count) const
{
    if (relativeEnergy == 0 || (isExact && count >= *rank()))
        return 1;
    double kept = 0;
    for (std::size_t i = 0; i < std::min(count, values.size()); ++i)
        kept += relativeSquare(i);
    return std::min(kept / relativeEnergy, 1.0);
}

std::optional<std::size_t> Spectrum::rankFor(double share) const
{
    if (relativeEnergy == 0)
        return 0;
    const double rounding = floor / largest() * (floor / largest()); // relative to the energy of the largest value
    const double wanted = (share - rounding) * relativeEnergy;
    double kept = 0;
    for (std::size_t i = 0; i < values.size() && isAboveFloor(values[i]); ++i) {
        kept += relativeSquare(i);
        if (kept >= wanted)
            return i + 1;
    }
    return rank();
}

std::vector<double> Spectrum::energyCurve() const
{
    std::vector<double> curve(values.size(), 1.0);
    const std::size_t below = isExact && !values.empty() ? std::max<std::size_t>(*rank(), 1) - 1 : values.size();
    double kept = 0;
    for (std::size_t i = 0; i < below && relativeEnergy > 0; ++i) {
        kept += relativeSquare(i);
        curve[i] = std::min(kept / relativeEnergy, 1.0);
    }
    return curve;
}

double Spectrum::relativeSquare(std::size_t index) const
{
    const double share = values[index] / largest();
    return share * share;
}

} // namespace loupe
