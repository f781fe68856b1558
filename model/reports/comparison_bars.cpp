#include "reports/comparison_bars.h"

#include "core/text/text.h"
#include "reports/html_text.h"
#include "reports/svg_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace loupe {

namespace {

// In the units of the picture, which are pixels if the page is wide enough.
constexpr double chartWidth = 960;
constexpr double nameWidth = 320;
constexpr double left = nameWidth + 12; // of the bars
constexpr double right = chartWidth - 84; // leaves room for the numbers after the bars
constexpr double rowHeight = 18;
constexpr double barHeight = 10;
constexpr double axisHeight = 28;
constexpr std::size_t nameCharacters = 48;

/// The range of the axis, and its ticks.
struct Scale {
    bool logarithmic = false;
    double low = 0; ///< the amount at the left end, or its decimal logarithm
    double high = 1;
    std::vector<double> ticks; ///< amounts

    double at(double amount) const
    {
        const double place = logarithmic ? std::log10(amount) : amount;
        return left + (right - left) * std::clamp((place - low) / (high - low), 0.0, 1.0);
    }
};

Scale logarithmicScale(double smallest, double largest)
{
    Scale scale{.logarithmic = true,
        .low = std::ceil(std::log10(smallest)) - 1,
        .high = std::ceil(std::log10(largest)),
        .ticks = {}};
    constexpr double mostTicks = 8;
    const double step = std::max(1.0, std::ceil((scale.high - scale.low) / mostTicks));
    const int steps = static_cast<int>((scale.high - scale.low) / step);
    for (int i = 0; i <= steps; ++i)
        scale.ticks.push_back(std::pow(10.0, scale.low + i * step));
    return scale;
}

Scale linearScale(double largest)
{
    constexpr double wantedSteps = 4;
    const double rough = largest / wantedSteps;
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    const double factor = rough <= decade ? 1 : rough <= 2 * decade ? 2 : rough <= 5 * decade ? 5 : 10;
    const double step = factor * decade;
    const int steps = static_cast<int>(std::ceil(largest / step));
    Scale scale{.low = 0, .high = steps * step, .ticks = {}};
    for (int i = 0; i <= steps; ++i)
        scale.ticks.push_back(i * step);
    return scale;
}

bool hasBars(std::span<const NamedAmount> amounts)
{
    return std::ranges::any_of(amounts, &std::string::empty, &NamedAmount::warning);
}

/// The smallest and largest of the amounts that have a bar.
std::pair<double, double> extremesOf(std::span<const NamedAmount> amounts)
{
    // Beyond these limits, computations with the scale would overflow a double.
    constexpr double least = 1e-300;
    constexpr double most = 1e300;
    double smallest = most;
    double largest = least;
    for (const NamedAmount& amount : amounts) {
        if (!amount.warning.empty())
            continue;
        smallest = std::clamp(amount.amount, least, smallest);
        largest = std::clamp(amount.amount, largest, most);
    }
    return {smallest, largest};
}

std::string axis(const Scale& scale, double bottom)
{
    std::string svg;
    for (const double tick : scale.ticks) {
        const double x = scale.at(tick);
        svg += "<line class=\"grid\"" + svgAttribute("x1", x) + svgAttribute("x2", x) + " y1=\"0\""
            + svgAttribute("y2", bottom) + "/><text class=\"tick\" text-anchor=\"middle\"" + svgAttribute("x", x)
            + svgAttribute("y", bottom + 16) + '>' + axisNumber(tick) + "</text>";
    }
    return svg;
}

std::string row(const NamedAmount& amount, const Scale& scale, double top)
{
    const std::string name = plainLine(amount.name);
    const std::string whole = htmlEscaped(name);
    const std::string shown = htmlEscaped(elidedMiddle(name, nameCharacters));
    const double middle = top + rowHeight / 2;
    const double end = scale.at(amount.amount);
    const std::string said = amount.warning.empty() ? htmlNumber(amount.amount) : htmlEscaped(amount.warning);
    std::string svg = "<g><title>" + whole + ": " + said + "</title>";
    svg += "<text class=\"name\" clip-path=\"url(#names)\" x=\"0\"" + svgAttribute("y", middle + 4) + '>' + shown
        + "</text>";
    if (!amount.warning.empty()) {
        constexpr double side = 14;
        const std::string place = svgAttribute("x", left) + svgAttribute("y", middle - side / 2)
            + svgAttribute("width", side) + svgAttribute("height", side);
        return svg + "<rect class=\"nan\"" + place + "/><use class=\"on-nan\" href=\"#nonfinite\"" + place + "/>"
            + "<text class=\"warning\"" + svgAttribute("x", left + side + 8) + svgAttribute("y", middle + 4) + '>'
            + said + "</text></g>\n";
    }
    if (scale.logarithmic) {
        svg += "<line class=\"stem\"" + svgAttribute("x1", left) + svgAttribute("x2", end) + svgAttribute("y1", middle)
            + svgAttribute("y2", middle) + "/><circle class=\"bar\"" + svgAttribute("cx", end)
            + svgAttribute("cy", middle) + " r=\"4\"/>";
    } else {
        svg += "<rect class=\"bar\"" + svgAttribute("x", left) + svgAttribute("y", middle - barHeight / 2)
            + svgAttribute("width", std::max(end - left, 1.0)) + svgAttribute("height", barHeight) + "/>";
    }
    return svg + "<text class=\"value\"" + svgAttribute("x", end + 8) + svgAttribute("y", middle + 4) + '>'
        + axisNumber(amount.amount) + "</text></g>\n";
}

} // namespace

bool isLogarithmic(std::span<const NamedAmount> amounts)
{
    constexpr double farBeyond = 50;
    if (!hasBars(amounts))
        return false;
    const auto [smallest, largest] = extremesOf(amounts);
    return largest / smallest > farBeyond;
}

std::string amountBars(std::span<const NamedAmount> amounts, std::string_view title)
{
    if (amounts.empty())
        return {};
    const auto [smallest, largest] = extremesOf(amounts);
    const Scale scale = isLogarithmic(amounts) ? logarithmicScale(smallest, largest) : linearScale(largest);
    const double bottom = rowHeight * static_cast<double>(amounts.size());
    const bool scaled = hasBars(amounts);
    std::string svg = "<svg class=\"bars\" role=\"img\" aria-label=\"" + htmlText(title) + "\" viewBox=\"0 0 "
        + svgNumber(chartWidth) + ' ' + svgNumber(bottom + (scaled ? axisHeight : 0))
        + "\">\n<defs><clipPath id=\"names\"><rect x=\"0\" y=\"0\"" + svgAttribute("width", nameWidth)
        + svgAttribute("height", bottom) + "/></clipPath></defs>" + (scaled ? axis(scale, bottom) : "");
    double top = 0;
    for (const NamedAmount& amount : amounts) {
        svg += row(amount, scale, top);
        top += rowHeight;
    }
    return svg + "</svg>\n";
}

std::string shareBar(std::span<const Share> shares, std::string_view title)
{
    constexpr double all = 1000;
    constexpr double least = 4; // so that even one in a million is visible
    constexpr double height = 12;
    double sum = 0;
    for (const Share& share : shares)
        sum += static_cast<double>(share.count);
    if (sum == 0)
        return {};
    const auto widthOf = [&](const Share& share) {
        return share.count == 0 ? 0 : std::max(least, all * static_cast<double>(share.count) / sum);
    };
    double widths = 0;
    for (const Share& share : shares)
        widths += widthOf(share);
    std::string svg = "<svg class=\"shares\" role=\"img\" aria-label=\"" + htmlText(title)
        + "\" preserveAspectRatio=\"none\" viewBox=\"0 0 " + svgNumber(widths) + ' ' + svgNumber(height) + "\">";
    double x = 0;
    for (const Share& share : shares) {
        if (share.count == 0)
            continue;
        svg += "<rect class=\"" + std::string(share.kind) + '"' + svgAttribute("x", x)
            + svgAttribute("width", widthOf(share)) + svgAttribute("height", height) + "><title>"
            + formatCount(share.count) + "</title></rect>";
        x += widthOf(share);
    }
    return svg + "</svg>\n";
}

} // namespace loupe
