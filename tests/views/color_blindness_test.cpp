// Tests that people who lack one kind of cone can distinguish the colors.

#include "views/colors/color_map.h"
#include "views/colors/theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace loupe {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Sight {
    const char* name;
    Matrix matrix; ///< of linear RGB
};

/// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
/// TVCG 15 (2009), severity 1.0.
constexpr Sight sights[] = {
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
        {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
};

Vector product(const Matrix& matrix, const Vector& vector)
{
    Vector result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            result[i] += matrix[i][j] * vector[j];
    return result;
}

/// The CIE 1976 L*a*b* value, for D65 white, of an sRGB color as perceived with `sight`.
Vector seen(const QColor& color, const Sight& sight)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    Vector rgb = product(sight.matrix, {linear(color.redF()), linear(color.greenF()), linear(color.blueF())});
    for (double& part : rgb)
        part = std::clamp(part, 0.0, 1.0);
    constexpr Matrix toXyz{{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
    const Vector xyz = product(toXyz, rgb);
    const auto root = [](double share) { return share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116; };
    const double x = root(xyz[0] / 0.9505);
    const double y = root(xyz[1]);
    const double z = root(xyz[2] / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// The CIE 1976 color difference. 2.3 is just noticeable side by side.
double difference(const QColor& a, const QColor& b, const Sight& sight)
{
    const Vector one = seen(a, sight);
    const Vector other = seen(b, sight);
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

struct Named {
    std::string name;
    QColor color;
};

void expectApart(const std::vector<Named>& these, const std::vector<Named>& those, double least)
{
    for (const Sight& sight : sights) {
        for (const Named& one : these)
            for (const Named& other : those)
                EXPECT_GE(difference(one.color, other.color, sight), least)
                    << one.name << " and " << other.name << ", " << sight.name;
    }
}

void expectApart(const std::vector<Named>& colors, double least)
{
    for (std::size_t i = 0; i < colors.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            expectApart({colors[i]}, {colors[j]}, least);
}

std::vector<Named> dtypes(const Theme& theme, std::initializer_list<DType> types)
{
    std::vector<Named> colors;
    for (const DType type : types)
        colors.push_back({std::string(dtypeName(type)), theme.colorOf(type)});
    return colors;
}

class ColorBlindness : public testing::TestWithParam<const Theme*> { };

/// Signed and unsigned types, and variants of one width below 16 bits, have similar colors for everyone.
TEST_P(ColorBlindness, KindsAndWidthsOfTypesDiffer)
{
    using enum DType;
    const Theme& theme = *GetParam();
    expectApart(dtypes(theme, {BOOL, F4, F8_E4M3, F16, BF16, F32, F64, I8, I16, I32, I64, C64}), 9);
    std::vector<Named> quantized = dtypes(theme, {I8, I32, F16, BF16, F32});
    quantized.push_back({"1 bit", theme.colorOfQuantized(1)});
    quantized.push_back({"8.5 bits", theme.colorOfQuantized(8.5)});
    expectApart(quantized, 9);
}

TEST_P(ColorBlindness, EndsOfScalesDiffer)
{
    const Theme& theme = *GetParam();
    expectApart({{"below", theme.diverging(-1)}, {"zero", theme.diverging(0)}, {"above", theme.diverging(1)}}, 30);
    std::vector<Named> steps;
    for (int step = 0; step <= 4; ++step)
        steps.push_back({"step " + std::to_string(step), theme.sequential(step / 4.0)});
    expectApart(steps, 15);
}

TEST_P(ColorBlindness, NaNAndInfinitiesAreFarFromAllColorsOfValues)
{
    const Theme& theme = *GetParam();
    std::vector<Named> values;
    for (int step = 0; step <= 64; ++step) {
        const double share = step / 64.0;
        values.push_back({"sequential " + std::to_string(share), theme.sequential(share)});
        values.push_back({"diverging " + std::to_string(2 * share - 1), theme.diverging(2 * share - 1)});
    }
    values.push_back({"below a clipped range", theme.offScaleBelow});
    values.push_back({"above one", theme.offScaleAbove});
    values.push_back({"above a sequential one", theme.offSequentialAbove});
    const ColorMap map(theme, {-1, 1});
    const Named nan{"NaN", QColor::fromRgb(map.nan())};
    const Named infinity{"infinity", QColor::fromRgb(map.infinity())};
    expectApart({nan, infinity}, values, 14);
    expectApart({nan, infinity},
        {{"below", theme.offScaleBelow}, {"above", theme.offScaleAbove},
            {"above a sequential one", theme.offSequentialAbove}},
        25);
    expectApart({nan}, {infinity}, 30);
}

TEST_P(ColorBlindness, SidesOfAComparisonDiffer)
{
    const Theme& theme = *GetParam();
    expectApart({{"A", theme.sideA}, {"B", theme.sideB}, {"surface", theme.surface}}, 25);
}

TEST_P(ColorBlindness, NeighboringGroupsDiffer)
{
    const Theme& theme = *GetParam();
    for (int hue = 0; hue < Theme::groupHues; ++hue) {
        const int next = (hue + 1) % Theme::groupHues;
        expectApart({{"group " + std::to_string(hue), theme.groups[hue]}},
            {{"group " + std::to_string(next), theme.groups[next]}}, 12);
    }
}

INSTANTIATE_TEST_SUITE_P(, ColorBlindness, testing::Values(&Theme::light(), &Theme::darkTheme()),
    [](const auto& column) { return column.param->dark ? "dark" : "light"; });

TEST(ColorBlindnessModel, KnownColors)
{
    const Sight& deuteranopia = sights[2];
    // A red and a green of equal lightness are easy to tell apart, unless green cones are missing.
    const QColor red(0xc8, 0x46, 0x32);
    const QColor green(0x50, 0x82, 0x1e);
    EXPECT_GT(difference(red, green, sights[0]), 70);
    EXPECT_LT(difference(red, green, deuteranopia), 25);
    for (const Sight& sight : sights)
        EXPECT_NEAR(seen(Qt::white, sight)[0], 100, 0.1) << sight.name;
}

} // namespace
} // namespace loupe
