#include "analysis/statistics/value_spacing.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double mostSpacings = 1000; // limit for a bin
constexpr double mostCells = 0x1p50; // up to here, halves between integers are exact doubles

double floatSpacing(const FloatLayout& layout, double magnitude)
{
    if (layout.specials == FloatSpecials::PowerOfTwo)
        return 0;
    const int mantissa = static_cast<int>(layout.mantissaBits);
    int exponent = 1 - layout.bias; // exponent of subnormal numbers and the smallest normal ones
    if (magnitude > 0) {
        // If the greatest number is a power of two, it ends an interval with the smaller spacing.
        int above = 0;
        const bool isPower = std::frexp(magnitude, &above) == 0.5;
        exponent = std::max(exponent, above - (isPower ? 2 : 1));
    }
    return std::ldexp(1.0, exponent - mantissa);
}

} // namespace

double valueSpacing(DType dtype, double low, double high)
{
    const DTypeInfo& type = info(dtype);
    switch (type.kind) {
    case DTypeKind::Boolean:
    case DTypeKind::Unsigned:
    case DTypeKind::Signed:
        return 1;
    case DTypeKind::Float:
    case DTypeKind::Complex:
        return low < high ? floatSpacing(type.layout, std::max(std::abs(low), std::abs(high))) : 0;
    case DTypeKind::Opaque:
        break;
    }
    return 0;
}

FittedBins fitBins(const FittedBins& wanted, double spacing, double least, double greatest)
{
    if (!(spacing > 0) || wanted.count == 0)
        return wanted;
    // In units of the spacing.
    const double low = wanted.low / spacing;
    const double high = wanted.high / spacing;
    double begin = std::ceil(low) - 0.5;
    if (wanted.low <= least && begin > low)
        begin -= 1;
    double end = std::floor(high) + 0.5;
    if (wanted.high >= greatest && end < high)
        end += 1;
    const double cells = end - begin;
    const double width = std::ceil(cells / wanted.count);
    if (!(std::max(std::abs(begin), std::abs(end)) < mostCells) || cells < 1 || width > mostSpacings)
        return wanted;
    const double count = std::ceil(cells / width);
    begin -= std::floor((count * width - cells) / 2);
    return {begin * spacing, (begin + count * width) * spacing, static_cast<std::uint32_t>(count),
        static_cast<std::uint32_t>(width)};
}

Bins fittedBins(DType dtype, double least, double greatest, std::uint32_t count)
{
    const FittedBins fitted = fitBins({least, greatest, count}, valueSpacing(dtype, least, greatest), least, greatest);
    return Bins(fitted.low, fitted.high, fitted.count);
}

FittedBins fitCenteredBins(const FittedBins& wanted, double spacing)
{
    if (!(spacing > 0) || wanted.count == 0)
        return wanted;
    const auto odd = [](double number) { return std::ceil((number - 1) / 2) * 2 + 1; };
    const double cells = odd(2 * std::ceil(wanted.high / spacing) + 1);
    const double width = odd(std::ceil(cells / wanted.count));
    if (!(cells < mostCells) || width > mostSpacings)
        return wanted;
    const double count = odd(std::ceil(cells / width));
    const double end = count * width / 2 * spacing;
    return {-end, end, static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(width)};
}

} // namespace loupe
