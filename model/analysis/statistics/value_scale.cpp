#include "analysis/statistics/value_scale.h"

#include "analysis/statistics/histogram.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace loupe {

namespace {

/// The magnitude that about half of the values exceed. If that is 0 because most values are, one that fewer values
/// exceed.
double typicalMagnitude(const Summary& summary)
{
    for (const auto& [low, high] : {std::pair(0.25, 0.75), std::pair(0.01, 0.99), std::pair(0.001, 0.999)}) {
        double magnitude = 0;
        for (const Quantile& quantile : summary.quantiles) {
            if (quantile.value && (quantile.fraction == low || quantile.fraction == high))
                magnitude = std::max(magnitude, std::abs(*quantile.value));
        }
        if (magnitude > 0)
            return magnitude;
    }
    double magnitude = 0;
    for (const auto& extreme : {summary.minimum, summary.maximum}) {
        if (extreme)
            magnitude = std::max(magnitude, std::abs(extreme->toDouble()));
    }
    return magnitude;
}

} // namespace

ValueScale ValueScale::symmetricLogFor(const Summary& summary)
{
    const bool integers = summary.minimum && summary.minimum->kind != Scalar::Kind::Float;
    return symmetricLogAround(typicalMagnitude(summary), integers);
}

ValueScale ValueScale::symmetricLogAround(double magnitude, bool integers)
{
    if (magnitude == 0)
        return linear();
    // Smaller powers of ten are not round as doubles.
    constexpr double least = 1e-300;
    const double exponent = std::floor(std::log10(std::max(magnitude, least)) + 1e-9) - 1;
    return ValueScale(std::max(std::pow(10.0, exponent), integers ? 1.0 : least));
}

double ValueScale::placeOf(double value) const
{
    if (isLinear())
        return value;
    const double magnitude = std::abs(value);
    if (magnitude <= m_threshold)
        return value / m_threshold;
    return std::copysign(1 + std::log(magnitude) - std::log(m_threshold), value);
}

double ValueScale::valueAt(double place) const
{
    if (isLinear())
        return place;
    const double distance = std::abs(place);
    if (distance <= 1)
        return place * m_threshold;
    const double magnitude = std::exp(distance - 1 + std::log(m_threshold));
    return std::copysign(std::min(magnitude, std::numeric_limits<double>::max()), place);
}

std::vector<double> ValueScale::edges(double low, double high, std::size_t count) const
{
    if (isLinear() || low == high)
        return Bins(low, high, count).edges();
    std::vector<double> edges(count + 1);
    const double first = placeOf(low);
    const double width = placeOf(high) - first;
    for (std::size_t i = 0; i < count; ++i) {
        const double place = first + width * static_cast<double>(i) / static_cast<double>(count);
        edges[i] = std::clamp(valueAt(place), i == 0 ? low : edges[i - 1], high);
    }
    edges.front() = low;
    edges.back() = high;
    return edges;
}

} // namespace loupe
