#include "views/colors/lab_color.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

/// L*, a*, b* under D65.
using Lab = std::array<double, 3>;

constexpr std::array<double, 3> white{0.95047, 1, 1.08883};

Lab toLab(const QColor& color)
{
    const double red = linearChannel(color.redF());
    const double green = linearChannel(color.greenF());
    const double blue = linearChannel(color.blueF());
    const std::array<double, 3> xyz{0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue, 0.0193 * red + 0.1192 * green + 0.9505 * blue};
    std::array<double, 3> root{};
    for (std::size_t i = 0; i < xyz.size(); ++i) {
        const double share = xyz[i] / white[i];
        root[i] = share > 216.0 / 24389 ? std::cbrt(share) : (24389.0 / 27 * share + 16) / 116;
    }
    return {116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])};
}

QColor fromLab(const Lab& lab)
{
    const double middle = (lab[0] + 16) / 116;
    std::array<double, 3> xyz{middle + lab[1] / 500, middle, middle - lab[2] / 200};
    for (std::size_t i = 0; i < xyz.size(); ++i)
        xyz[i] = white[i] * (xyz[i] > 6.0 / 29 ? std::pow(xyz[i], 3) : (116 * xyz[i] - 16) * 27 / 24389);
    const auto channel = [](double value) {
        const double coded = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
        return int(std::lround(std::clamp(coded, 0.0, 1.0) * 255));
    };
    return {channel(3.2406 * xyz[0] - 1.5372 * xyz[1] - 0.4986 * xyz[2]),
        channel(-0.9689 * xyz[0] + 1.8758 * xyz[1] + 0.0415 * xyz[2]),
        channel(0.0557 * xyz[0] - 0.2040 * xyz[1] + 1.0570 * xyz[2])};
}

} // namespace

double linearChannel(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

QColor mixLab(const QColor& a, const QColor& b, double share)
{
    const Lab from = toLab(a);
    const Lab to = toLab(b);
    Lab color{};
    for (std::size_t i = 0; i < color.size(); ++i)
        color[i] = from[i] + (to[i] - from[i]) * share;
    return fromLab(color);
}

} // namespace loupe
