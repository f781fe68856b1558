#pragma once

#include "items/histogram/histogram_cache.h"

#include <QColor>
#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

struct Theme;

/// One of the histograms that are drawn over each other.
struct HistogramLayer {
    HistogramPtr histogram = {}; ///< null: nothing is in any bin
    std::uint64_t elements = 0; ///< all that were looked at: shares are of these
    QColor Theme::*color = nullptr;
    bool outlined = false; ///< a line around its bars; else they are filled
    QString name = {}; ///< stands before its counts where there are several
    QString legend = {}; ///< above the plot; for all layers as many lines as ChartAxes has rows for marks
};

/// Where a bar at the side stands: next to the first bin, next to the last one, or farther right.
enum class SidePlace : std::uint8_t { Below, Above, Apart };

/// Bars at the side, one for each layer, of what is in no bin.
struct HistogramSide {
    QString label; ///< below the axis
    std::vector<std::uint64_t> counts; ///< of each layer
    QColor Theme::*fill = nullptr;
    QColor Theme::*edge = nullptr;
    SidePlace place = SidePlace::Apart; ///< those next to the bins are cut where they are higher than the axis
    QString name = {}; ///< in sentences; empty: the label
};

/// What is not finite of each summary; null: nothing.
std::vector<HistogramSide> specialSides(const std::vector<const Summary*>& summaries);
/// What lies below and above the bins of each histogram; null: nothing. One at least is not.
std::vector<HistogramSide> beyondSides(const std::vector<HistogramPtr>& histograms);

/// Whether the bars of all layers stand on the x axis, or each layer on a line of its own, the first one uppermost and
/// overlapped by the next: then heights are shares of the layer's elements.
enum class LayerPlaces : std::uint8_t { Together, Stacked };

/// The bars of a chart: the bins of histograms with the same edges, then bars at the side. The x axis counts bins, so
/// that bins of equal width on any scale are equally wide. The y axis counts elements, or their decades.
class HistogramBars {
    Q_DECLARE_TR_FUNCTIONS(loupe::HistogramBars)

public:
    /// Along the x axis.
    struct Span {
        double left;
        double right;
    };

    HistogramBars() = default;
    /// At least one layer has bins. Sides without elements are dropped.
    HistogramBars(std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, bool logarithmic,
        LayerPlaces places = LayerPlaces::Together);

    bool empty() const { return !m_grid; }
    const std::vector<HistogramLayer>& layers() const { return m_layers; }
    const std::vector<HistogramSide>& sides() const { return m_sides; }
    const HistogramSide& side(int bar) const { return m_sides[std::size_t(bar - bins())]; }
    const std::vector<double>& edges() const { return m_grid->edges; }
    int bins() const { return m_grid ? int(m_grid->counts.size()) : 0; }
    /// Bins, then the bars at the side.
    int count() const { return bins() + int(m_sides.size()); }
    /// The count of the layer with the most in one of the bars [first, last], without those that may be cut.
    std::uint64_t greatest(int first, int last) const;
    /// "−0.5 to −0.25: 1,234 values, 12.3 %"; for several layers "−0.5 to −0.25: A 1,234 (12.3 %), B 0 (0 %)".
    QString text(int bar) const;
    /// The text of a bar in one layer: "−0.5 to −0.25: 1,234 values, 12.3 %".
    QString text(int bar, std::size_t layer) const;

    bool isStacked() const { return m_places == LayerPlaces::Stacked; }
    /// The y of the line that a layer stands on.
    double base(std::size_t layer) const;
    /// The layer whose line is the next below `y`; of several at one place, the last one.
    std::size_t layerAt(double y) const;
    /// Height of a bar above its line.
    double height(std::size_t layer, std::uint64_t count) const;
    /// The same of a bar at the side, which is seen however few elements it has.
    double sideHeight(std::size_t layer, std::uint64_t count) const;
    /// The count of all elements in a bar.
    std::uint64_t countOf(std::size_t layer, int bar) const;

    void setLogarithmic(bool on);
    /// End of the y axis.
    double top() const { return m_top; }
    double height(std::uint64_t count) const;
    /// The tallest of a bar at the side; not stacked.
    double sideHeight(const HistogramSide& side) const;
    bool isCut(const HistogramSide& side) const;
    /// The most elements that the y axis has room for.
    double mostElements() const;

    /// Beyond the bins where the value is.
    double xOf(double value) const;
    double valueAt(double x) const;
    Span span(int bar) const;
    std::optional<int> at(double x) const;
    /// Begin of the x axis; the bins begin at 0.
    double left() const;
    /// End of the x axis.
    double right() const;

private:
    const HistogramSide* sideAt(SidePlace place) const;
    QString nameOf(int bar) const;
    QString countText(std::size_t layer, int bar, bool named) const;
    double uncutSideHeight(std::uint64_t count) const;
    double stackedHeight(std::size_t layer, std::uint64_t count) const;
    double tallestStacked() const;

    std::vector<HistogramLayer> m_layers;
    std::vector<HistogramSide> m_sides;
    HistogramPtr m_grid; ///< of one of the layers, for its edges; null: there are no bars
    LayerPlaces m_places = LayerPlaces::Together;
    bool m_logarithmic = false;
    double m_top = 1;
    double m_stackedUnit = 1; ///< the tallest bar of all stacked layers
    std::uint64_t m_mostAside = 1; ///< elements in a bar at the side of a stacked layer
};

} // namespace loupe
