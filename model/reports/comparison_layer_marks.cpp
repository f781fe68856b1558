#include "reports/comparison_layer_marks.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace loupe {

namespace {

constexpr int steps = 12; // number of colors
// The first color, per theme, on which black text is more readable than white.
constexpr int firstLightStepInDark = 2;
constexpr int firstLightStepInLight = 5;

std::string_view inkOn(int step)
{
    if (step >= firstLightStepInLight)
        return "on-light";
    return step < firstLightStepInDark ? "on-dark" : "on-middle";
}

int stepOf(const std::optional<double>& relativeL2, const ChangeScale& scale)
{
    return std::min(static_cast<int>(scale.position(relativeL2) * steps), steps - 1);
}

} // namespace

std::string wholeNumber(double value)
{
    return std::to_string(std::lround(value));
}

std::string rectangle(double x, double y, double width, double height)
{
    return " x=\"" + wholeNumber(x) + "\" y=\"" + wholeNumber(y) + "\" width=\"" + wholeNumber(width) + "\" height=\""
        + wholeNumber(height) + '"';
}

std::string layerMark(const LayerCell& cell, const ChangeScale& scale, double x, double y, double width, double height,
    const std::string& title)
{
    constexpr double largestMark = 11;
    constexpr double largestCorner = 6;
    const double w = width - layerCellGap;
    const double h = height - layerCellGap;
    const auto change = cell.relativeL2();
    const int step = stepOf(change, scale);
    const std::string colored = "<rect class=\"s" + std::to_string(step) + '"' + rectangle(x, y, w, h) + "/>";
    const auto use = [&](std::string_view symbol, const std::string& ink) {
        const double size = std::min(w, largestMark);
        return "<use class=\"" + ink + "\" href=\"#" + std::string(symbol) + '"'
            + rectangle(x + std::floor((w - size) / 2), y + std::floor((h - size) / 2), size, size) + "/>";
    };
    std::string ink(change ? inkOn(step) : "");
    std::string svg = "<g><title>" + title + "</title>";
    if (cell.nonfiniteDiffer()) {
        ink = "on-nan";
        svg += "<rect class=\"nan\"" + rectangle(x, y, w, h) + "/>" + use("nonfinite", ink);
    } else if (const auto sign = cell.sign()) {
        const std::string name(pairStatusName(*sign));
        svg += change ? colored : "<rect class=\"ground " + name + '"' + rectangle(x, y, w, h) + "/>";
        svg += use(name, change ? ink : name);
    } else if (change) {
        svg += colored;
    } else {
        constexpr double dot = 3;
        svg += "<rect class=\"empty\"" + rectangle(x, y, w, h) + "/><rect class=\"same\""
            + rectangle(x + (w - dot) / 2, y + (h - dot) / 2, dot, dot) + "/>";
    }
    if (cell.dtypeChanged()) {
        const double corner = std::min(largestCorner, std::floor(w / 2));
        svg += "<path class=\"corner " + ink + "\" d=\"M" + wholeNumber(x + w - corner) + ' ' + wholeNumber(y) + 'h'
            + wholeNumber(corner) + 'v' + wholeNumber(corner) + "z\"/>";
    }
    return svg + "</g>";
}

std::string layerLegendEntry(const LayerCell& cell, std::string_view words)
{
    constexpr double size = 16;
    return "<li><svg width=\"16\" height=\"16\" aria-hidden=\"true\">"
        + layerMark(cell, {}, 0, 0, size, size, std::string(words)) + "</svg> " + std::string(words) + "</li>";
}

std::string layerLegendScale(const ChangeScale& scale)
{
    constexpr double width = 20; // of a color step
    constexpr double height = 12;
    constexpr double margin = 20; // half the width of the text below either end
    std::string svg = "<svg class=\"layers\" role=\"img\" aria-label=\"Colors of relative changes\" width=\""
        + wholeNumber(steps * width + 2 * margin) + "\" height=\"32\">";
    for (int step = 0; step < steps; ++step)
        svg +=
            "<rect class=\"s" + std::to_string(step) + '"' + rectangle(margin + step * width, 0, width, height) + "/>";
    for (const ChangeScale::Label& label : scale.labels()) {
        svg += "<text class=\"tick\" text-anchor=\"middle\" x=\"" + wholeNumber(margin + label.position * width * steps)
            + "\" y=\"26\">" + label.text + "</text>";
    }
    return svg + "</svg>";
}

} // namespace loupe
