#pragma once

#include "views/charts/chart_axes.h"
#include "views/charts/chart_view.h"
#include "views/histogram/histogram_bars.h"

#include <optional>
#include <vector>

class QLineSeries;

namespace loupe {

struct Theme;

/// Draws histograms with common edges, and side bars on the right for elements in no bin. The x axis counts bins, so
/// any range of values fits, and bins of equal width on any scale are drawn equally wide; labels are at round values.
/// Layers may be stacked. Requests other value ranges by signals, and keeps showing the current one until it gets
/// another.
class HistogramCanvas : public ChartView {
    Q_OBJECT

public:
    explicit HistogramCanvas(QWidget* parent = nullptr);

    /// Precondition: at least one layer has bins, and they are equally wide on `scale`. A side bar is shown if any
    /// layer has elements in it.
    void setLayers(std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, const ValueScale& scale,
        LayerPlaces places = LayerPlaces::Together);
    /// Shows a sentence in the middle of an empty chart.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }
    /// The title of the x axis: "Value".
    void setValueName(const QString& name) { m_valueName = name; }

    /// If off, the chart requests no other ranges, and the wheel scrolls the page that contains it.
    void setZoomable(bool on) { m_isZoomable = on; }

    void setLogarithmic(bool on);
    bool isLogarithmic() const { return m_logarithmic; }

    const HistogramBars& bars() const { return m_bars; }
    /// True if bins are marked because their bars would be less than a pixel high.
    bool hasMarks() const { return !m_rare.empty(); }
    /// The bar under the pointer, or chosen with the arrow keys.
    std::optional<int> currentBar() const { return m_current; }
    /// The x of a value, in the view's pixels. Precondition: a histogram is shown.
    double pixelOf(double value) const;

    QSize sizeHint() const override { return {480, 320}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    void currentBarChanged();
    /// The user dragged across these values.
    void rangeChosen(double low, double high);
    /// The range should be scaled to `factor` times its width, keeping `value` in place.
    void zoomWanted(double value, double factor);
    /// The range should move by this fraction of its width.
    void moveWanted(double share);
    void wholeRangeWanted();

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    /// Ticks along the y axis.
    virtual std::vector<AxisTick> levelTicks() const;
    virtual QString levelTitle() const;
    /// The text of a bar for assistive technology.
    virtual QString describe(int bar) const { return m_bars.text(bar); }
    /// The description of the current bar has changed, but not the bar.
    void refreshCurrent() { setCurrent(m_current); }
    /// Draws the content above the bars, between `left` and `right`; by default the legend.
    virtual void paintAbove(QPainter& painter, const Theme& theme, double left, double right) const;

    double pixelAt(double x) const; ///< `x` counts bins
    /// Convert between pixels and heights on the y axis.
    double levelAt(double pixel) const;
    double pixelOfLevel(double level) const;
    /// The y of the highest bar that a vertical line at `x`, in bins, would touch.
    double topAround(double x) const;

private:
    void setCurrent(std::optional<int> bar);
    void show(HistogramBars bars, const QString& message);
    void rebuild() override;
    void addBars(std::size_t number, const Theme& theme);
    void placeBars();
    void findRare();
    void keepFarthest(std::size_t first);
    void addRare(double base, const std::function<double(int bin)>& heightOf);
    void paintRare(QPainter& painter, const Theme& theme) const;
    void paintCuts(QPainter& painter, const Theme& theme) const;
    QList<QPointF> stepsOf(std::size_t number) const;
    void addSide(int number, const Theme& theme);
    QString valueTitle() const;
    void placeValueTicks();
    void placePlot();
    void paintSideCounts(QPainter& painter, const Theme& theme) const;
    void paintSideCount(QPainter& painter, const QString& text, double x, double top) const;
    /// True if side bars, with the counts above them, extend beyond `y` in pixels.
    bool sidesReach(double y, bool below) const;
    QRectF plotted(HistogramBars::Span span) const; ///< as tall as the plot
    double binsAt(double pixel) const; ///< the inverse of pixelAt()
    std::optional<int> barAt(QPointF position) const;
    void zoomByKey(QKeyEvent& event);
    void zoom(double factor);

    HistogramBars m_bars; ///< empty while a message is shown instead
    ValueScale m_scale = ValueScale::linear();
    std::vector<QLineSeries*> m_edges; ///< one per layer: the upper edge of its bars
    /// Adjacent bins that have values but no visible bar.
    struct RareBins {
        HistogramBars::Span span;
        double base; ///< the baseline of their bars
    };
    std::vector<RareBins> m_rare;
    ChartAxes m_axes; ///< the x axis counts bins
    QString m_valueName = tr("Value");
    QString m_message;
    bool m_isZoomable = true;
    bool m_logarithmic = false;
    std::optional<int> m_current;
    std::optional<HistogramBars::Span> m_dragged; ///< from the press to the pointer, in either direction
};

} // namespace loupe
