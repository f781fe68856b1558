#pragma once

#include "items/summary_cache.h"
#include "views/histogram_axes.h"

#include <QtCharts/QChartView>

#include <optional>
#include <vector>

namespace loupe {

struct Theme;

/// Draws a histogram and, at its right side, what is not finite. Its x axis counts bins, so that no range of values is
/// too wide or too narrow for it; labels stand at round values. The only user of Qt Charts.
class HistogramChart : public QChartView {
    Q_OBJECT

public:
    explicit HistogramChart(QWidget* parent = nullptr);

    /// Precondition: the summary has a histogram.
    void setSummary(SummaryPtr summary);
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

    QSize sizeHint() const override { return {480, 320}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    void currentBarChanged();

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A bar of what is not finite.
    struct Side {
        QString label;
        std::uint64_t count;
        QColor Theme::*color;
    };
    struct Span {
        double left;
        double right;
    };

    int bins() const;
    void setCurrent(std::optional<int> bar);
    void rebuild();
    void addBars(const QColor& color);
    void addSide(std::size_t number, const QColor& color);
    void addAxes();
    void placeCountTicks();
    void placePlot();
    void paintMarks(QPainter& painter, const Theme& theme) const;
    void paintMark(QPainter& painter, const QColor& color, double value, const QString& label, int line,
        Qt::Alignment alignment) const;
    /// Of the highest bar that a line at `place` would touch.
    double heightAround(double place) const;
    double height(std::uint64_t count) const; ///< of a bar, in units of the y axis
    double xOf(double value) const; ///< in bins
    Span spanOf(int bar) const; ///< in bins
    double right() const; ///< end of the x axis, in bins
    QRectF plotted(Span span) const; ///< as high as the plot

    SummaryPtr m_summary;
    std::vector<Side> m_sides;
    HistogramAxes m_axes; ///< the x axis counts bins
    QString m_message;
    bool m_logarithmic = false;
    std::optional<int> m_current;
};

} // namespace loupe
