#pragma once

#include "items/histogram_cache.h"
#include "items/summary_cache.h"
#include "views/histogram_axes.h"
#include "views/histogram_marks.h"

#include <QtCharts/QChartView>

#include <optional>
#include <vector>

class QLineSeries;

namespace loupe {

struct Theme;

/// Draws a histogram and, at its right side, what is not finite. Its x axis counts bins, so that no range of values is
/// too wide or too narrow for it and bins of equal width on any scale are equally wide; labels stand at round values.
/// Asks for other ranges of values by signals and keeps what it shows until it is given another histogram.
/// The only user of Qt Charts.
class HistogramChart : public QChartView {
    Q_OBJECT

public:
    explicit HistogramChart(QWidget* parent = nullptr);

    /// `histogram` is of the summary's values, its bins equally wide on `scale`.
    void setHistogram(SummaryPtr summary, HistogramPtr histogram, const ValueScale& scale);
    /// Shows a sentence in the middle of an empty chart.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }

    void setLogarithmic(bool on);
    bool isLogarithmic() const { return m_logarithmic; }

    /// Bins, then the bars at the side.
    int barCount() const { return bins() + int(m_sides.size()); }
    /// The bar under the pointer or chosen by the arrow keys.
    std::optional<int> currentBar() const { return m_current; }
    /// "−0.5 to −0.25: 1,234 values, 12.3 %".
    QString barText(int bar) const;
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

private:
    static constexpr double leastSideHeight = 0.02; ///< of the plot: a single NaN must be seen

    /// A bar of what is not finite.
    struct Side {
        QString label;
        std::uint64_t count;
        QColor Theme::*fill;
        QColor Theme::*edge;
    };
    /// Along the x axis, in bins.
    struct Span {
        double left;
        double right;
    };

    int bins() const;
    void setCurrent(std::optional<int> bar);
    void rebuild();
    void addBars(const QColor& color);
    void placeBars();
    void addSide(std::size_t number, const Theme& theme);
    void addAxes();
    void placeCountTicks();
    void placeValueTicks();
    void placePlot();
    std::vector<HistogramMark> marks(const Theme& theme) const;
    void paintSideCounts(QPainter& painter, const Theme& theme) const;
    /// Of the highest bar that a line at `place` would touch.
    double heightAround(double place) const;
    double barHeight(std::uint64_t count) const; ///< of a bar, in units of the y axis
    double xOf(double value) const; ///< in bins
    double valueAt(double x) const; ///< at a place in bins
    Span spanOf(int bar) const;
    double right() const; ///< end of the x axis, in bins
    QRectF plotted(Span span) const; ///< as high as the plot
    double binsAt(double pixel) const; ///< place on the x axis
    std::optional<int> barAt(QPointF position) const;
    void zoomByKey(double factor);

    SummaryPtr m_summary;
    HistogramPtr m_histogram; ///< null where there is a message instead
    ValueScale m_scale = ValueScale::linear();
    QLineSeries* m_bars = nullptr; ///< the upper edge of the bins' bars; valid while there is a histogram
    std::vector<Side> m_sides;
    HistogramAxes m_axes; ///< the x axis counts bins
    QString m_message;
    bool m_logarithmic = false;
    std::optional<int> m_current;
    std::optional<Span> m_dragged; ///< from where the button was pressed to the pointer, either way
};

} // namespace loupe
