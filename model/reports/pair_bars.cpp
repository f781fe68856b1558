#include "reports/pair_bars.h"

#include "core/text/text.h"
#include "reports/html_text.h"
#include "reports/svg_text.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace loupe {

namespace {

// In the units of the picture, which are pixels if the page is wide enough.
constexpr double pairWidth = 560;
constexpr double height = 150;
constexpr double pairAxisHeight = 20;
constexpr double pairLeft = 28; // room for half the width of a number
constexpr double pairRight = pairWidth - 28;
constexpr double top = 14; // room for the count of a bin that is cut off

/// The highest count that is shown in full, and the bin that exceeds it, if any.
struct Heights {
    double most = 1;
    std::optional<std::size_t> cut;

    double of(std::uint64_t count) const
    {
        if (count == 0)
            return 0;
        return std::clamp(static_cast<double>(count) / most * (height - top), 1.0, height - top); // even a single value
                                                                                                  // is visible
    }
};

class Picture {
public:
    Picture(const Histogram* first, const Histogram* second, std::string_view title)
        : m_edges((first ? first : second)->edges)
        , m_counts(m_edges.size() - 1)
    {
        for (const Histogram* const histogram : {first, second}) {
            for (std::size_t bin = 0; histogram && bin < m_counts.size(); ++bin)
                m_counts[bin] = std::max(m_counts[bin], histogram->counts[bin]);
        }
        computeHeights();
        m_svg = "<svg class=\"histogram\" role=\"img\" aria-label=\"" + htmlText(title) + "\" viewBox=\"0 0 "
            + svgNumber(pairWidth) + ' ' + svgNumber(height + pairAxisHeight) + "\">\n";
        addAxis();
    }

    void addArea(const Histogram& histogram, std::string_view kind)
    {
        m_svg += "<path class=\"" + std::string(kind) + "\" d=\"M" + point(pairLeft, height) + steps(histogram) + 'L'
            + point(pairRight, height) + "z\"/>\n";
    }

    void addLine(const Histogram& histogram, std::string_view kind)
    {
        m_svg += "<path class=\"" + std::string(kind) + "\" d=\"M" + point(pairLeft, height) + steps(histogram) + 'L'
            + point(pairRight, height) + "\"/>\n";
    }

    /// Called last, so that the text is drawn on top.
    template <typename Text>
    std::string finish(const Text& text)
    {
        if (m_heights.cut)
            addCut(*m_heights.cut);
        for (std::size_t bin = 0; bin < m_counts.size(); ++bin) {
            m_svg += "<rect class=\"empty\"" + svgAttribute("x", x(bin)) + " y=\"0\""
                + svgAttribute("width", x(bin + 1) - x(bin)) + svgAttribute("height", height) + "><title>"
                + axisNumber(m_edges[bin]) + " to " + axisNumber(m_edges[bin + 1]) + ": " + text(bin)
                + "</title></rect>";
        }
        return std::move(m_svg) + "\n</svg>\n";
    }

private:
    static std::string point(double x, double y) { return svgNumber(x) + ' ' + svgNumber(y); }

    double x(std::size_t edge) const
    {
        return pairLeft + (pairRight - pairLeft) * static_cast<double>(edge) / static_cast<double>(m_counts.size());
    }

    void computeHeights()
    {
        constexpr double farAbove = 4;
        constexpr double room = 1.3; // factor above the second highest bin
        const auto highest = std::max_element(m_counts.begin(), m_counts.end());
        double second = 0;
        for (auto count = m_counts.begin(); count != m_counts.end(); ++count) {
            if (count != highest)
                second = std::max(second, static_cast<double>(*count));
        }
        const auto first = static_cast<double>(*highest);
        m_heights.most = std::max(1.0, first);
        if (second > 0 && first > farAbove * second) {
            m_heights.most = second * room;
            m_heights.cut = static_cast<std::size_t>(highest - m_counts.begin());
        }
    }

    std::string steps(const Histogram& histogram) const
    {
        std::string path;
        double before = 0;
        for (std::size_t bin = 0; bin < m_counts.size(); ++bin) {
            const double now = m_heights.of(histogram.counts[bin]);
            if (now != before || bin == 0)
                path += 'V' + svgNumber(height - now);
            before = now;
            path += 'H' + svgNumber(x(bin + 1));
        }
        return path;
    }

    void addAxis()
    {
        constexpr std::size_t widestCentred = 8; // characters
        const double low = m_edges.front();
        const double high = m_edges.back();
        for (const double tick : axisTicks(low, high)) {
            const double place = (tick / 2 - low / 2) / (high / 2 - low / 2); // halved because high - low may overflow
            const double at = pairLeft + (pairRight - pairLeft) * std::clamp(place, 0.0, 1.0);
            const std::string words = axisNumber(tick);
            const bool isWide = words.size() > widestCentred; // a wide text would extend beyond the picture at its ends
            const char* const anchor = isWide && at < pairLeft + 1 ? "start"
                : isWide && at > pairRight - 1                     ? "end"
                                                                   : "middle";
            m_svg += "<line class=\"grid\"" + svgAttribute("x1", at) + svgAttribute("x2", at) + svgAttribute("y1", top)
                + svgAttribute("y2", height + 4) + "/><text class=\"tick\" text-anchor=\"" + anchor + '"'
                + svgAttribute("x", at) + svgAttribute("y", height + 16) + '>' + words + "</text>";
        }
        m_svg += "<line class=\"base\"" + svgAttribute("x1", pairLeft) + svgAttribute("x2", pairRight)
            + svgAttribute("y1", height) + svgAttribute("y2", height) + "/>\n";
    }

    /// Draws a gap in the bar, and its actual count on the side that has room.
    void addCut(std::size_t bin)
    {
        const double begin = x(bin);
        const double end = x(bin + 1);
        const bool atRight = begin + end > pairLeft + pairRight;
        const std::string words = formatShort(m_counts[bin]);
        m_svg += "<path class=\"cut\" d=\"M" + point(begin - 2, top + 14) + 'L' + point(end + 2, top + 9)
            + "\"/><text class=\"value\" text-anchor=\"" + (atRight ? "end" : "start") + '"'
            + svgAttribute("x", atRight ? begin - 6 : end + 6) + svgAttribute("y", top + 10) + '>' + words
            + "</text>\n";
    }

    const std::vector<double>& m_edges;
    std::vector<std::uint64_t> m_counts; ///< for each bin, the larger count
    Heights m_heights;
    std::string m_svg;
};

} // namespace

std::string pairBars(const Histogram* a, const Histogram* b, std::string_view title)
{
    if (!a && !b)
        return {};
    Picture picture(a, b, title);
    if (a)
        picture.addArea(*a, "side-a");
    if (b)
        picture.addLine(*b, "side-b");
    return picture.finish([&](std::size_t bin) {
        std::string text;
        if (a)
            text = "A " + formatCount(a->counts[bin]);
        if (b)
            text += (text.empty() ? "B " : ", B ") + formatCount(b->counts[bin]);
        return text;
    });
}

std::string differenceBars(const Histogram& differences, std::string_view title)
{
    Picture picture(&differences, nullptr, title);
    picture.addArea(differences, "difference");
    return picture.finish([&](std::size_t bin) { return counted(differences.counts[bin], "element"); });
}

} // namespace loupe
