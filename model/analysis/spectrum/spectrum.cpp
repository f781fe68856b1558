#include "analysis/spectrum/spectrum.h"

#include <algorithm>
#include <cmath>

namespace loupe {

std::optional<double> Spectrum::stableRank() const
{
    if (largest() == 0)
        return std::nullopt;
    return relativeEnergy;
}

std::optional<double> Spectrum::effectiveRank() const
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    if (!isExact || sum == 0)
        return std::nullopt;
    double entropy = 0;
    for (const double value : values) {
        const double share = value / sum;
        if (share > 0)
            entropy -= share * std::log(share);
    }
    return std::exp(entropy);
}

std::optional<std::size_t> Spectrum::rank() const
{
    if (!isExact)
        return std::nullopt;
    return static_cast<std::size_t>(std::ranges::count_if(values, [this](double value) { return value > floor; }));
}

std::optional<double> Spectrum::condition() const
{
    if (!isExact || values.empty() || values.back() <= floor)
        return std::nullopt;
    return values.front() / values.back();
}

double Spectrum::energyKept(std::size_t count) const
{
    if (relativeEnergy == 0 || (isExact && count >= values.size()))
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
    double kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        kept += relativeSquare(i);
        if (kept >= share * relativeEnergy)
            return i + 1;
    }
    return isExact ? std::optional(values.size()) : std::nullopt;
}

std::vector<double> Spectrum::energyCurve() const
{
    std::vector<double> curve(values.size(), 1.0);
    double kept = 0;
    for (std::size_t i = 0; i < values.size() && relativeEnergy > 0; ++i) {
        kept += relativeSquare(i);
        if (!isExact || i + 1 < values.size())
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
