#include "views/kit/axis_ticks.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace loupe {

namespace {

/// The smallest of 1, 2, 5 times a power of ten that is at least `rough`.
double roundStep(double rough)
{
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

QString countLabel(double count)
{
    struct Unit {
        double size;
        const char16_t* name;
    };
    constexpr Unit units[] = {{1e12, u"T"}, {1e9, u"B"}, {1e6, u"M"}, {1e3, u"K"}};
    for (const Unit& unit : units) {
        if (count >= unit.size)
            return QString::number(count / unit.size, 'g', 4) + u' ' + QString::fromUtf16(unit.name);
    }
    return QString::number(count, 'g', 4);
}

} // namespace

std::vector<AxisTick> roundTicks(double low, double high, int wanted)
{
    if (!std::isfinite(low) || !std::isfinite(high) || !(low < high))
        return {};
    // Uses halves, because the width of a range over all doubles is not finite.
    double step = roundStep((high / 2 - low / 2) / wanted * 2);
    if (!std::isfinite(step) || step <= 0)
        return {};
    const auto first = [&] { return std::ceil(low / step - 1e-9); };
    const auto last = [&] { return std::floor(high / step + 1e-9); };
    constexpr double finer = 0.4; // fraction of a step: the next smaller of 1, 2, 5 is at least this
    if (const double smaller = roundStep(step * finer); last() <= first() && smaller > 0)
        step = smaller;
    constexpr double greatestWhole = 9007199254740992.0; // 2^53: integers above are not all representable
    if (!(std::max(std::abs(first()), std::abs(last())) < greatestWhole)) // the ends are nearly adjacent doubles
        return {};
    const double magnitude = std::max(std::abs(low), std::abs(high));
    const int digits = std::clamp(int(std::ceil(std::log10(magnitude / step))) + 1, 6, 17);
    std::vector<AxisTick> ticks;
    for (double number = first(), end = last(); number <= end; ++number) {
        const double value = number == 0 ? 0 : number * step;
        QString label = QString::number(value, 'g', digits);
        label.replace(u'-', QChar(0x2212));
        ticks.push_back({value, label});
    }
    return ticks;
}

std::vector<AxisTick> symmetricLogTicks(double low, double high, double threshold, int wanted)
{
    const double greatest = std::max(std::abs(low), std::abs(high));
    if (!(greatest > threshold))
        return roundTicks(low, high, wanted);
    const int first = int(std::lround(std::log10(threshold)));
    const int last = int(std::floor(std::log10(greatest) + 1e-9));
    // The threshold itself is too close to 0.
    std::vector<std::pair<int, double>> powers;
    for (int exponent = last; exponent > first; --exponent) {
        for (const double value : {-std::pow(10.0, exponent), std::pow(10.0, exponent)}) {
            if (value >= low && value <= high)
                powers.push_back({exponent, value});
        }
    }
    const bool zero = low <= 0 && high >= 0;
    constexpr std::size_t fewest = 3;
    if (powers.size() + zero < fewest)
        return roundTicks(low, high, wanted);
    const int step = std::max(1, (int(powers.size()) + wanted - 1) / wanted);
    std::vector<double> values;
    if (zero)
        values.push_back(0);
    for (const auto& [exponent, value] : powers) {
        if ((last - exponent) % step == 0)
            values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    std::vector<AxisTick> ticks;
    for (const double value : values)
        ticks.push_back({value, QString::number(value, 'g', 6).replace(u'-', QChar(0x2212))});
    return ticks;
}

std::vector<AxisTick> logTicks(double low, double high, int wanted)
{
    constexpr std::size_t fewest = 3;
    const int first = int(std::floor(low));
    const int last = int(std::floor(high));
    const int step = std::max(1, (last - first + wanted - 1) / std::max(wanted, 1));
    const int begin = step == 1 ? first : int(std::ceil(low)); // with gaps, a power outside would cost a tick
    const auto within = [&](std::initializer_list<double> factors) {
        std::vector<AxisTick> ticks;
        for (int exponent = begin; exponent <= last; exponent += step) {
            for (const double factor : factors) {
                const double value = exponent + std::log10(factor);
                if (value >= low && value <= high)
                    ticks.push_back({value, QString::number(factor * std::pow(10.0, exponent), 'g', 6)});
            }
        }
        return ticks;
    };
    std::vector<AxisTick> ticks = within({1.0});
    if (step == 1 && ticks.size() < fewest)
        ticks = within({1.0, 2.0, 5.0});
    if (step == 1 && ticks.size() < fewest) {
        ticks = roundTicks(std::pow(10.0, low), std::pow(10.0, high), wanted);
        std::erase_if(ticks, [](const AxisTick& tick) { return !(tick.value > 0); });
        for (AxisTick& tick : ticks)
            tick.value = std::log10(tick.value);
    }
    for (AxisTick& tick : ticks)
        tick.label.replace(u'-', QChar(0x2212));
    return ticks;
}

std::vector<bool> labelsThatFit(
    const std::vector<double>& places, const std::vector<double>& widths, std::size_t origin, double apart)
{
    std::vector<bool> shown(places.size());
    for (std::size_t step = 1; step <= places.size(); ++step) {
        bool fits = true;
        std::optional<double> end; // end of the previous label
        for (std::size_t i = 0; i < places.size(); ++i) {
            shown[i] = (i > origin ? i - origin : origin - i) % step == 0;
            if (!shown[i])
                continue;
            fits = fits && (!end || places[i] - widths[i] / 2 >= *end + apart);
            end = places[i] + widths[i] / 2;
        }
        if (fits)
            break;
    }
    return shown;
}

std::vector<AxisTick> countTicks(double high, int wanted)
{
    const double step = std::max(1.0, roundStep(high / wanted));
    std::vector<AxisTick> ticks;
    for (double value = 0; value <= high; value += step)
        ticks.push_back({value, countLabel(value)});
    return ticks;
}

std::vector<AxisTick> decadeTicks(double high, int wanted)
{
    const int decades = std::max(0, int(std::ceil(std::log10(std::max(high, 1.0)) - 1e-9)));
    const int step = std::max(1, (decades + wanted - 1) / wanted);
    std::vector<AxisTick> ticks;
    for (int decade = 0; decade <= decades; decade += step) {
        const double value = std::pow(10.0, decade);
        ticks.push_back({value, countLabel(value)});
    }
    return ticks;
}

} // namespace loupe
