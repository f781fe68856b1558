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

/// One of several histograms in a chart.
struct HistogramLayer {
    HistogramPtr histogram = {}; ///< null: all bins are empty
    std::uint64_t elements = 0; ///< all elements counted; shares refer to this number
    QColor Theme::*color = nullptr;
    bool outlined = false; ///< bars are outlined; otherwise filled
    QString name = {}; ///< precedes its counts if there are several layers
    QString legend = {}; ///< above the plot; all layers together have at most ChartAxes::markRows lines
};

/// Position of a side bar: before the first bin, after the last one, or farther right.
enum class SidePlace : std::uint8_t { Below, Above, Apart };

/// Side bars, one per layer, for elements that are in no bin.
struct HistogramSide {
    QString label; ///< below the axis
    std::vector<std::uint64_t> counts; ///< per layer
    QColor Theme::*fill = nullptr;
    QColor Theme::*edge = nullptr;
    SidePlace place = SidePlace::Apart; ///< bars next to the bins are cut off if they are taller than the axis
    QString name = {}; ///< used in sentences; empty: the label is used
};

/// Side bars for nonfinite values. A null summary has none.
std::vector<HistogramSide> specialSides(const std::vector<const Summary*>& summaries);
/// Side bars for values below and above the bins. A null histogram has none; at least one must not be null.
std::vector<HistogramSide> beyondSides(const std::vector<HistogramPtr>& histograms);

/// The baselines of layers. Together: the x axis. Stacked: one for each layer, the first layer on top and overlapped by
/// the next. Heights of stacked layers are shares of the layer's elements.
enum class LayerPlaces : std::uint8_t { Together, Stacked };

/// The bars of a chart: histogram bins with common edges, then side bars. The x axis counts bins, so bins of equal
/// width on any scale are drawn equally wide. The y axis counts elements, linearly or logarithmically.
class HistogramBars {
    Q_DECLARE_TR_FUNCTIONS(loupe::HistogramBars)

public:
    /// A range along the x axis.
    struct Span {
        double left;
        double right;
    };

    HistogramBars() = default;
    /// Precondition: at least one layer has bins. Side bars without elements are dropped.
    HistogramBars(std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, bool logarithmic,
        LayerPlaces places = LayerPlaces::Together);

    bool empty() const { return !m_grid; }
    const std::vector<HistogramLayer>& layers() const { return m_layers; }
    const std::vector<HistogramSide>& sides() const { return m_sides; }
    const HistogramSide& side(int bar) const { return m_sides[std::size_t(bar - bins())]; }
    const std::vector<double>& edges() const { return m_grid->edges; }
    int bins() const { return m_grid ? int(m_grid->counts.size()) : 0; }
    /// The number of bins and side bars.
    int count() const { return bins() + int(m_sides.size()); }
    /// The largest count of any layer in the bars [first, last], ignoring bars that may be cut off.
    std::uint64_t greatest(int first, int last) const;
    /// "−0.5 to −0.25: 1,234 values, 12.3 %"; for several layers "−0.5 to −0.25: A 1,234 (12.3 %), B 0 (0 %)".
    QString text(int bar) const;
    /// The text of a bar in one layer: "−0.5 to −0.25: 1,234 values, 12.3 %".
    QString text(int bar, std::size_t layer) const;

    bool isStacked() const { return m_places == LayerPlaces::Stacked; }
    /// The y of a layer's baseline.
    double base(std::size_t layer) const;
    /// The layer whose baseline is the next at or below `y`; the last one if several share it.
    std::size_t layerAt(double y) const;
    /// The height of a bar above its baseline.
    double height(std::size_t layer, std::uint64_t count) const;
    /// As above, for a side bar. It stays visible even with few elements.
    double sideHeight(std::size_t layer, std::uint64_t count) const;
    /// The number of the layer's elements in a bar.
    std::uint64_t countOf(std::size_t layer, int bar) const;

    void setLogarithmic(bool on);
    /// The upper end of the y axis.
    double top() const { return m_top; }
    double height(std::uint64_t count) const;
    /// The height of the tallest layer of a side bar, if not stacked.
    double sideHeight(const HistogramSide& side) const;
    bool isCut(const HistogramSide& side) const;
    /// The largest count on the y axis.
    double mostElements() const;

    /// The position of a value; outside the bins if the value is.
    double xOf(double value) const;
    double valueAt(double x) const;
    Span span(int bar) const;
    std::optional<int> at(double x) const;
    /// The start of the x axis; the bins start at 0.
    double left() const;
    /// The end of the x axis.
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
    HistogramPtr m_grid; ///< one layer's histogram, for the edges; null if there are no bars
    LayerPlaces m_places = LayerPlaces::Together;
    bool m_logarithmic = false;
    double m_top = 1;
    double m_stackedUnit = 1; ///< height of the tallest bar of all stacked layers
    std::uint64_t m_mostAside = 1; ///< most elements in a side bar of a stacked layer
};

} // namespace loupe
