#pragma once

#include "views/charts/chart_axes.h"
#include "views/histogram/histogram_bars.h"

#include <QtCharts/QChartView>

#include <optional>
#include <vector>

class QLineSeries;

namespace loupe {

struct Theme;

/// Draws histograms with the same edges over each other and, at the right side, what is in no bin. Its x axis counts
/// bins, so that no range of values is too wide or too narrow for it and bins of equal width on any scale are equally
/// wide; labels stand at round values. Layers may be stacked. Asks for other ranges of values by signals and keeps what
/// it shows until it is given another one.
class HistogramCanvas : public QChartView {
    Q_OBJECT

public:
    explicit HistogramCanvas(QWidget* parent = nullptr);

    /// One at least has bins, and these are equally wide on `scale`. Bars at the side are shown where one is not empty.
    void setLayers(std::vector<HistogramLayer> layers, std::vector<HistogramSide> sides, const ValueScale& scale,
        LayerPlaces places = LayerPlaces::Together);
    /// Shows a sentence in the middle of an empty chart.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }
    /// What the x axis counts: "Value".
    void setValueName(const QString& name) { m_valueName = name; }

    /// Without zoom, nothing asks for other ranges and the wheel scrolls what the chart is on.
    void setZoomable(bool on) { m_isZoomable = on; }

    void setLogarithmic(bool on);
    bool isLogarithmic() const { return m_logarithmic; }

    const HistogramBars& bars() const { return m_bars; }
    /// Bins are marked whose bars would be less than a pixel high.
    bool hasMarks() const { return !m_rare.empty(); }
    /// The bar under the pointer or chosen by the arrow keys.
    std::optional<int> currentBar() const { return m_current; }
    /// Where a value stands, in the view's pixels. Precondition: there is a histogram.
    double pixelOf(double value) const;

    QSize sizeHint() const override { return {480, 320}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    void currentBarChanged();
    /// Someone dragged across these values.
    void rangeChosen(double low, double high);
    /// The range should shrink or grow to `factor` times its width, `value` staying where it is.
    void zoomWanted(double value, double factor);
    /// The range should move by this share of its width.
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

    /// Draws what stands above the bars, between `left` and `right`: here the legend.
    /// Ticks along the y axis.
    virtual std::vector<AxisTick> levelTicks() const;
    virtual QString levelTitle() const;
    /// What an assistive tool reads of a bar.
    virtual QString describe(int bar) const { return m_bars.text(bar); }
    /// The bar is the same, but what is said of it is not.
    void refreshCurrent() { setCurrent(m_current); }
    virtual void paintAbove(QPainter& painter, const Theme& theme, double left, double right) const;

    double pixelAt(double x) const; ///< of a place in bins
    /// Between pixels and heights on the y axis.
    double levelAt(double pixel) const;
    double pixelOfLevel(double level) const;
    /// y of the highest bar that a line at `x`, in bins, would touch.
    double topAround(double x) const;

private:
    void setCurrent(std::optional<int> bar);
    void show(HistogramBars bars, const QString& message);
    void rebuild();
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
    /// Whether bars at the side, with their counts above them, go beyond `y` in pixels.
    bool sidesReach(double y, bool below) const;
    QRectF plotted(HistogramBars::Span span) const; ///< as high as the plot
    double binsAt(double pixel) const; ///< place on the x axis
    std::optional<int> barAt(QPointF position) const;
    void zoomByKey(QKeyEvent& event);
    void zoom(double factor);

    HistogramBars m_bars; ///< empty if there is a message instead
    ValueScale m_scale = ValueScale::linear();
    std::vector<QLineSeries*> m_edges; ///< of each layer, the upper edge of the bins' bars
    /// Neighboring bins with values, but without a visible bar.
    struct RareBins {
        HistogramBars::Span span;
        double base; ///< the level that their bars stand on
    };
    std::vector<RareBins> m_rare;
    ChartAxes m_axes; ///< the x axis counts bins
    QString m_valueName = tr("Value");
    QString m_message;
    bool m_isZoomable = true;
    bool m_logarithmic = false;
    std::optional<int> m_current;
    std::optional<HistogramBars::Span> m_dragged; ///< from where the button was pressed to the pointer, either way
};

} // namespace loupe
