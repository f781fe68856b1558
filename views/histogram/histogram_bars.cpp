#include "views/histogram/histogram_bars.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"
#include "views/histogram/histogram_notes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace loupe {

namespace {

// In shares of the bins' width.
constexpr double sideGap = 0.14;
constexpr double sideWidth = 0.1;
constexpr double sideStep = 0.2; // room for the labels, also in a chart of 200 pixels
constexpr double beyondGap = 0.015;
constexpr double beyondWidth = 0.045;
constexpr double leastSideHeight = 0.02; // of the y axis: a single NaN must be seen
constexpr double logarithmicOne = 0.3; // height of a count of 1, in decades: it is not 0

std::uint64_t mostOf(const HistogramSide& side)
{
    return *std::max_element(side.counts.begin(), side.counts.end());
}

} // namespace

std::vector<HistogramSide> specialSides(const std::vector<const Summary*>& summaries)
{
    std::vector<HistogramSide> sides;
    const auto add = [&](const QString& label, auto count, QColor Theme::*fill, QColor Theme::*edge) {
        HistogramSide& side = sides.emplace_back(HistogramSide{label, {}, fill, edge});
        for (const Summary* const summary : summaries)
            side.counts.push_back(summary ? (summary->*count).value_or(0) : 0);
    };
    add(QChar(0x2212) + QStringLiteral("Inf"), &Summary::negativeInf, &Theme::infinityFill, &Theme::infinity);
    add(QStringLiteral("+Inf"), &Summary::positiveInf, &Theme::infinityFill, &Theme::infinity);
    add(QStringLiteral("NaN"), &Summary::nan, &Theme::nan, &Theme::nan);
    return sides;
}

std::vector<HistogramSide> beyondSides(const Histogram& histogram)
{
    const auto side = [](const QString& label, const QString& name, std::uint64_t count, SidePlace place) {
        return HistogramSide{label, {count}, &Theme::beyond, &Theme::beyond, place, name};
    };
    return {side(QStringLiteral("<"), HistogramBars::tr("Below %1").arg(shownValue(histogram.edges.front())),
                histogram.below, SidePlace::Below),
        side(QStringLiteral(">"), HistogramBars::tr("Above %1").arg(shownValue(histogram.edges.back())),
            histogram.above, SidePlace::Above)};
}

HistogramBars::HistogramBars(std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, bool logarithmic)
    : m_layers(std::move(layers))
{
    for (const HistogramLayer& layer : m_layers)
        m_grid = m_grid ? m_grid : layer.histogram;
    for (HistogramSide& side : sides) {
        if (mostOf(side) > 0)
            m_sides.push_back(std::move(side));
    }
    setLogarithmic(logarithmic);
}

void HistogramBars::setLogarithmic(bool on)
{
    m_logarithmic = on;
    m_top = std::max(height(greatest(0, count() - 1)), 1e-3) * 1.05;
}

std::uint64_t HistogramBars::countOf(std::size_t layer, int bar) const
{
    if (bar >= bins())
        return side(bar).counts[layer];
    const HistogramPtr& histogram = m_layers[layer].histogram;
    return histogram ? histogram->counts[std::size_t(bar)] : 0;
}

std::uint64_t HistogramBars::greatest(int first, int last) const
{
    std::uint64_t greatest = 0;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        for (int bar = first; bar <= last; ++bar) {
            if (bar >= bins() && side(bar).place != SidePlace::Apart)
                continue;
            greatest = std::max(greatest, countOf(layer, bar));
        }
    }
    return greatest;
}

QString HistogramBars::text(int bar) const
{
    const auto sideName = [](const HistogramSide& side) { return side.name.isEmpty() ? side.label : side.name; };
    const QString what =
        bar >= bins() ? sideName(side(bar)) : shownRange(edges()[std::size_t(bar)], edges()[std::size_t(bar) + 1]);
    QStringList counts;
    for (std::size_t number = 0; number < m_layers.size(); ++number) {
        const HistogramLayer& layer = m_layers[number];
        const std::uint64_t count = countOf(number, bar);
        const double share = double(count) / double(std::max<std::uint64_t>(layer.elements, 1));
        const QString countText = toQString(formatCount(count));
        const QString shareText = toQString(formatShare(share));
        counts << (m_layers.size() == 1 ? tr("%1 values, %2").arg(countText, shareText)
                                        : tr("%1 %2 (%3)").arg(layer.name, countText, shareText));
    }
    return tr("%1: %2").arg(what, counts.join(QStringLiteral(", ")));
}

double HistogramBars::height(std::uint64_t count) const
{
    if (!m_logarithmic)
        return double(count);
    return count == 0 ? 0 : std::log10(double(count)) + logarithmicOne;
}

double HistogramBars::sideHeight(std::uint64_t count) const
{
    return count == 0 ? 0 : std::max(height(count), m_top * leastSideHeight);
}

double HistogramBars::sideHeight(const HistogramSide& side) const
{
    return std::min(sideHeight(mostOf(side)), m_top);
}

bool HistogramBars::isCut(const HistogramSide& side) const
{
    return sideHeight(mostOf(side)) > m_top;
}

double HistogramBars::mostElements() const
{
    return m_logarithmic ? std::pow(10.0, m_top - logarithmicOne) : m_top;
}

double HistogramBars::xOf(double value) const
{
    const std::vector<double>& edges = m_grid->edges;
    if (value < edges.front())
        return -1;
    if (value > edges.back())
        return bins() + 1;
    const auto above = std::upper_bound(edges.begin(), edges.end() - 1, value);
    const auto bin = std::max<std::ptrdiff_t>(above - edges.begin() - 1, 0);
    // Halves, since the width of a bin of a range over all doubles may not be finite.
    const double low = edges[std::size_t(bin)] / 2;
    const double width = edges[std::size_t(bin) + 1] / 2 - low;
    return double(bin) + (width > 0 ? std::clamp((value / 2 - low) / width, 0.0, 1.0) : 0);
}

double HistogramBars::valueAt(double x) const
{
    const std::vector<double>& edges = m_grid->edges;
    const auto bin = std::size_t(std::clamp(x, 0.0, bins() - 0.5));
    const double share = std::clamp(x - double(bin), 0.0, 1.0);
    return edges[bin] * (1 - share) + edges[bin + 1] * share;
}

const HistogramSide* HistogramBars::sideAt(SidePlace place) const
{
    const auto found = std::find_if(
        m_sides.begin(), m_sides.end(), [place](const HistogramSide& side) { return side.place == place; });
    return found == m_sides.end() ? nullptr : &*found;
}

HistogramBars::Span HistogramBars::span(int bar) const
{
    if (bar < bins())
        return {double(bar), double(bar + 1)};
    if (side(bar).place == SidePlace::Below)
        return {-bins() * (beyondGap + beyondWidth), -bins() * beyondGap};
    if (side(bar).place == SidePlace::Above)
        return {bins() * (1 + beyondGap), bins() * (1 + beyondGap + beyondWidth)};
    int before = 0; // how many stand apart before this one
    for (int other = bins(); other < bar; ++other)
        before += side(other).place == SidePlace::Apart;
    const double begin = sideAt(SidePlace::Above) ? 1 + beyondGap + beyondWidth : 1;
    const double left = bins() * (begin + sideGap + before * sideStep);
    return {left, left + bins() * sideWidth};
}

std::optional<int> HistogramBars::at(double x) const
{
    if (x >= 0 && x < bins())
        return int(x);
    for (int bar = bins(); bar < count(); ++bar) {
        if (x >= span(bar).left && x < span(bar).right)
            return bar;
    }
    return std::nullopt;
}

double HistogramBars::left() const
{
    return sideAt(SidePlace::Below) ? -bins() * (2 * beyondGap + beyondWidth) : 0;
}

double HistogramBars::right() const
{
    const double bins = this->bins();
    const auto apart = std::count_if(m_sides.begin(), m_sides.end(),
        [](const HistogramSide& side) { return side.place == SidePlace::Apart; });
    const double end = sideAt(SidePlace::Above) ? bins * (1 + 2 * beyondGap + beyondWidth) : bins;
    return apart == 0 ? end : end + bins * (sideGap + double(apart) * sideStep);
}

} // namespace loupe
