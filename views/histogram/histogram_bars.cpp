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

// As fractions of the width of all bins.
constexpr double sideGap = 0.14;
constexpr double sideWidth = 0.1;
constexpr double sideStep = 0.2; // room for the labels, also in a chart of 200 pixels
constexpr double beyondGap = 0.015;
constexpr double beyondWidth = 0.045;
constexpr double leastSideHeight = 0.02; // fraction of the y axis: a single NaN must be visible
constexpr double stackedLeast = 0.5; ///< fraction of the room for a layer
constexpr double stackedRoom = 1.03;
constexpr double stackedHeightMost = 0.95; // height of the tallest stacked bar, in distances between baselines
constexpr double stackedSideLeast = 0.04;
constexpr double stackedSideMost = 0.4; // height of the largest side bar if its share is too low to be visible
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
    add(QStringLiteral("NaN"), &Summary::nan, &Theme::nanFill, &Theme::nan);
    return sides;
}

std::vector<HistogramSide> beyondSides(const std::vector<HistogramPtr>& histograms)
{
    const Histogram* grid = nullptr;
    HistogramSide below{QStringLiteral("<"), {}, &Theme::beyond, &Theme::beyond, SidePlace::Below, {}};
    HistogramSide above{QStringLiteral(">"), {}, &Theme::beyond, &Theme::beyond, SidePlace::Above, {}};
    for (const HistogramPtr& histogram : histograms) {
        grid = grid ? grid : histogram.get();
        below.counts.push_back(histogram ? histogram->below : 0);
        above.counts.push_back(histogram ? histogram->above : 0);
    }
    below.name = HistogramBars::tr("Below %1").arg(shownValue(grid->edges.front()));
    above.name = HistogramBars::tr("Above %1").arg(shownValue(grid->edges.back()));
    return {std::move(below), std::move(above)};
}

HistogramBars::HistogramBars(
    std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, bool logarithmic, LayerPlaces places)
    : m_layers(std::move(layers))
    , m_places(places)
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
    if (isStacked()) {
        m_stackedUnit = tallestStacked();
        m_mostAside = 1;
        for (const HistogramSide& one : m_sides)
            m_mostAside = std::max(m_mostAside, mostOf(one));
        // Lower layers may have the tallest bars.
        m_top = 0;
        for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
            double tallest = stackedLeast;
            for (int bar = 0; bar < count(); ++bar)
                tallest = std::max(tallest,
                    bar < bins() ? height(layer, countOf(layer, bar)) : sideHeight(layer, countOf(layer, bar)));
            m_top = std::max(m_top, base(layer) + tallest * stackedRoom);
        }
        return;
    }
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

QString HistogramBars::nameOf(int bar) const
{
    if (bar < bins())
        return shownRange(edges()[std::size_t(bar)], edges()[std::size_t(bar) + 1]);
    return side(bar).name.isEmpty() ? side(bar).label : side(bar).name;
}

QString HistogramBars::countText(std::size_t layer, int bar, bool named) const
{
    const std::uint64_t count = countOf(layer, bar);
    const std::uint64_t elements = std::max<std::uint64_t>(m_layers[layer].elements, 1);
    const QString share = toQString(formatShare(double(count) / double(elements)));
    const QString text = toQString(formatCount(count));
    return named ? tr("%1 %2 (%3)").arg(m_layers[layer].name, text, share) : tr("%1 values, %2").arg(text, share);
}

QString HistogramBars::text(int bar) const
{
    QStringList counts;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer)
        counts << countText(layer, bar, m_layers.size() > 1);
    return tr("%1: %2").arg(nameOf(bar), counts.join(QStringLiteral(", ")));
}

QString HistogramBars::text(int bar, std::size_t layer) const
{
    return tr("%1: %2").arg(nameOf(bar), countText(layer, bar, false));
}

double HistogramBars::stackedHeight(std::size_t layer, std::uint64_t count) const
{
    return m_logarithmic ? height(count) : double(count) / double(std::max<std::uint64_t>(m_layers[layer].elements, 1));
}

double HistogramBars::tallestStacked() const
{
    double tallest = 0;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        for (int bar = 0; bar < bins(); ++bar)
            tallest = std::max(tallest, stackedHeight(layer, countOf(layer, bar)));
    }
    return tallest > 0 ? tallest : 1;
}

double HistogramBars::base(std::size_t layer) const
{
    return isStacked() ? double(m_layers.size() - 1 - layer) : 0;
}

std::size_t HistogramBars::layerAt(double y) const
{
    std::size_t layer = 0;
    while (layer + 1 < m_layers.size() && base(layer) > y)
        ++layer;
    return layer;
}

double HistogramBars::height(std::size_t layer, std::uint64_t count) const
{
    return isStacked() ? stackedHeight(layer, count) / m_stackedUnit * stackedHeightMost : height(count);
}

double HistogramBars::sideHeight(std::size_t layer, std::uint64_t count) const
{
    if (!isStacked())
        return std::min(uncutSideHeight(count), m_top);
    // Next to bars that show shares, a few outliers would all be equally low, so side bars also reflect counts.
    const double byCount = m_logarithmic ? 0 : stackedSideMost * double(count) / double(m_mostAside);
    return count == 0 ? 0 : std::clamp(std::max(height(layer, count), byCount), stackedSideLeast, stackedHeightMost);
}

double HistogramBars::height(std::uint64_t count) const
{
    if (!m_logarithmic)
        return double(count);
    return count == 0 ? 0 : std::log10(double(count)) + logarithmicOne;
}

double HistogramBars::uncutSideHeight(std::uint64_t count) const
{
    return count == 0 ? 0 : std::max(height(count), m_top * leastSideHeight);
}

double HistogramBars::sideHeight(const HistogramSide& side) const
{
    return std::min(uncutSideHeight(mostOf(side)), m_top);
}

bool HistogramBars::isCut(const HistogramSide& side) const
{
    return !isStacked() && uncutSideHeight(mostOf(side)) > m_top;
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
    // Uses halves, because a bin of a range over all doubles may have infinite width.
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
    int before = 0; // number of Apart bars before this one
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
    const auto apart = std::count_if(
        m_sides.begin(), m_sides.end(), [](const HistogramSide& side) { return side.place == SidePlace::Apart; });
    const double end = sideAt(SidePlace::Above) ? bins * (1 + 2 * beyondGap + beyondWidth) : bins;
    return apart == 0 ? end : end + bins * (sideGap + double(apart) * sideStep);
}

} // namespace loupe
