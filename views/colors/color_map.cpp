#include "views/colors/color_map.h"

#include "views/colors/theme.h"

namespace loupe {

ColorMap::ColorMap(const Theme& theme, const ColorRange& range)
    : m_range(range)
    , m_halfWidth(range.high / 2 - range.low / 2)
    , m_first(1.5)
    , m_ends(range.clipped ? 1 : 0)
    , m_nan(theme.nanFill.rgb())
    , m_infinity(theme.infinityFill.rgb())
{
    if (!(m_halfWidth > 0)) { // a single value has the middle color
        m_halfWidth = 1;
        m_first += (steps - 1) / 2.0;
    }
    if (range.linear > 0)
        makeLogarithms();
    for (int step = 0; step < steps; ++step) {
        const double position = double(step) / (steps - 1);
        m_colors[std::size_t(step) + 1] =
            (range.diverging ? theme.diverging(2 * position - 1) : theme.sequential(position)).rgb();
    }
    m_colors.front() = range.clipped ? theme.offScaleBelow.rgb() : m_colors[1];
    m_colors.back() =
        range.clipped ? (range.diverging ? theme.offScaleAbove : theme.offSequentialAbove).rgb() : m_colors[steps];
}

void ColorMap::makeLogarithms()
{
    m_logarithms.resize(logPlace(m_range.diverging ? m_range.high : m_range.high - m_range.low) + 1);
    const auto logarithm = [](std::size_t place) {
        const std::uint32_t bits = (std::uint32_t(place) + (exponentOf1 << keptBits)) << (fractionBits - keptBits);
        return std::log(double(std::bit_cast<float>(bits)));
    };
    const double whole = logarithm(m_logarithms.size() - 1);
    for (std::size_t place = 0; place < m_logarithms.size(); ++place)
        m_logarithms[place] = float(logarithm(place) / whole);
}

QRgb ColorMap::ofMixed(const GridCell& cell, std::uint64_t row, std::uint64_t column, QRgb finite) const
{
    // Multiples of two irrational numbers: evenly spread over [0, 1), and over any few neighbors too.
    constexpr std::uint32_t perColumn = 3242174889; // of 2^32: 1 / g and 1 / g^2, where g^3 = g + 1
    constexpr std::uint32_t perRow = 2447445414;
    const double place = (std::uint32_t(column) * perColumn + std::uint32_t(row) * perRow + 0.5) / 4294967296.0;
    const double element = place * double(cell.elements());
    if (element < double(cell.nan))
        return m_nan;
    return element < double(cell.nan + cell.infinite()) ? m_infinity : finite;
}

void ColorMap::color(
    GridNumbers numbers, std::span<const GridCell> cells, std::uint64_t row, std::uint64_t column, QRgb* colors) const
{
    withNumber(numbers, [&](const auto& number) {
        for (const GridCell& cell : cells) {
            QRgb color = cell.finite > 0 ? (*this)(cellNumber(cell, m_range.diverging, number)) : qRgba(0, 0, 0, 0);
            if (cell.nan > 0 || cell.infinite() > 0) [[unlikely]]
                color = ofMixed(cell, row, column, color);
            *colors++ = color;
            ++column;
        }
    });
}

} // namespace loupe
