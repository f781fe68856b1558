#include "analysis/comparison/change_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

constexpr std::array mantissas{1, 2, 5};
constexpr double rounding = 1e-9; // tolerance of a logarithm, so that 0.001 is a step

/// The decade of a step, rounded down.
int decadeOf(int step)
{
    constexpr int perDecade = ChangeScale::stepsPerDecade;
    return step >= 0 ? step / perDecade : -((perDecade - 1 - step) / perDecade);
}

int mantissaOf(int step)
{
    return mantissas[static_cast<std::size_t>(step - decadeOf(step) * ChangeScale::stepsPerDecade)];
}

/// The last step at or below a logarithm.
int lastStepUpTo(double logarithm)
{
    int step = (static_cast<int>(std::floor(logarithm + rounding)) + 1) * ChangeScale::stepsPerDecade - 1;
    while (ChangeScale::logarithmOf(step) > logarithm + rounding)
        --step;
    return step;
}

/// The first step at or above a logarithm.
int firstStepFrom(double logarithm)
{
    const int last = lastStepUpTo(logarithm);
    return ChangeScale::logarithmOf(last) >= logarithm - rounding ? last : last + 1;
}

} // namespace

double ChangeScale::logarithmOf(int step)
{
    return decadeOf(step) + std::log10(mantissaOf(step));
}

std::string ChangeScale::textOf(int step)
{
    constexpr int plainDigits = 3;
    const int decade = decadeOf(step);
    const std::string digit = std::to_string(mantissaOf(step));
    if (decade < -plainDigits)
        return digit + "e−" + std::to_string(-decade);
    if (decade > plainDigits)
        return digit + "e" + std::to_string(decade);
    if (decade < 0)
        return "0." + std::string(static_cast<std::size_t>(-decade - 1), '0') + digit;
    return digit + std::string(static_cast<std::size_t>(decade), '0');
}

ChangeScale ChangeScale::of(const std::optional<double>& least, const std::optional<double>& largest)
{
    ChangeScale scale;
    if (!least || !largest)
        return scale;
    // Everything beyond 1 is drawn alike. An infinite change has no logarithm that fits a step number.
    scale.high = firstStepFrom(std::log10(std::min(*largest, 1.0)));
    const int lowest = std::min(scale.high - 1, lastStepUpTo(std::log10(std::min(*least, 1.0))));
    scale.low = std::max(lowest, scale.high - mostSteps);
    scale.clipped = lowest < scale.low;
    return scale;
}

double ChangeScale::position(const std::optional<double>& relativeL2) const
{
    if (!relativeL2)
        return 1;
    const double begin = logarithmOf(low);
    return *relativeL2 > 0 ? std::clamp((std::log10(*relativeL2) - begin) / (logarithmOf(high) - begin), 0.0, 1.0) : 0;
}

void ChangeRange::add(const Delta& delta)
{
    for (const std::optional<double>& change : {delta.relativeL2, delta.relativeToB}) {
        if (!change || !(*change > 0))
            continue;
        m_least = std::min(m_least.value_or(*change), *change);
        m_largest = std::max(m_largest.value_or(*change), *change);
    }
}

std::vector<ChangeScale::Label> ChangeScale::labels() const
{
    constexpr double nearest = 0.3; // as a fraction of the whole scale
    constexpr int shortScale = 4; // steps
    const double begin = logarithmOf(low);
    const double width = logarithmOf(high) - begin;
    std::vector<Label> labels{{0, (clipped ? "≤ " : "") + textOf(low)}};
    for (int step = low + 1; step < high; ++step) {
        const double place = (logarithmOf(step) - begin) / width;
        const bool isWanted = mantissaOf(step) == 1 || high - low <= shortScale;
        if (isWanted && place - labels.back().position >= nearest && 1 - place >= nearest)
            labels.push_back({place, textOf(step)});
    }
    labels.push_back({1, (high == 0 ? "≥ " : "") + textOf(high)});
    return labels;
}

} // namespace loupe
