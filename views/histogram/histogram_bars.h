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
    QString legend = {}; ///< above the plot; for all layers as many lines as HistogramAxes has rows for marks
};

/// Bars at the side, one for each layer, of what is in no bin.
struct HistogramSide {
    QString label;
    std::vector<std::uint64_t> counts; ///< of each layer
    QColor Theme::*fill = nullptr;
    QColor Theme::*edge = nullptr;
};

/// What is not finite of each summary; null: nothing.
std::vector<HistogramSide> specialSides(const std::vector<const Summary*>& summaries);

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
    HistogramBars(std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, bool logarithmic);

    bool empty() const { return !m_grid; }
    const std::vector<HistogramLayer>& layers() const { return m_layers; }
    const std::vector<HistogramSide>& sides() const { return m_sides; }
    const HistogramSide& side(int bar) const { return m_sides[std::size_t(bar - bins())]; }
    const std::vector<double>& edges() const { return m_grid->edges; }
    int bins() const { return m_grid ? int(m_grid->counts.size()) : 0; }
    /// Bins, then the bars at the side.
    int count() const { return bins() + int(m_sides.size()); }
    /// The count of the layer with the most in one of the bars [first, last].
    std::uint64_t greatest(int first, int last) const;
    /// "−0.5 to −0.25: 1,234 values, 12.3 %"; for several layers "−0.5 to −0.25: A 1,234 (12.3 %), B 0 (0 %)".
    QString text(int bar) const;

    void setLogarithmic(bool on);
    /// End of the y axis.
    double top() const { return m_top; }
    double height(std::uint64_t count) const;
    /// The height of a bar at the side, which is seen however few elements it has.
    double sideHeight(std::uint64_t count) const;
    /// The tallest of a bar at the side.
    double sideHeight(const HistogramSide& side) const;
    /// The most elements that the y axis has room for.
    double mostElements() const;

    /// Beyond the bins where the value is.
    double xOf(double value) const;
    double valueAt(double x) const;
    Span span(int bar) const;
    std::optional<int> at(double x) const;
    /// End of the x axis.
    double right() const;

private:
    std::uint64_t countOf(std::size_t layer, int bar) const;

    std::vector<HistogramLayer> m_layers;
    std::vector<HistogramSide> m_sides;
    HistogramPtr m_grid; ///< of one of the layers, for its edges; null: there are no bars
    bool m_logarithmic = false;
    double m_top = 1;
};

} // namespace loupe
