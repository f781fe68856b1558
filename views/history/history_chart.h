#pragma once

#include "items/history/run_curve.h"
#include "views/charts/chart_axes.h"
#include "views/colors/theme.h"
#include "views/history/curve_legend.h"

#include <QtCharts/QChartView>

#include <optional>
#include <vector>

namespace loupe {

/// What a HistoryChart's axes count.
struct CurveAxes {
    QString along; ///< "Step"; whole numbers
    QString title; ///< of the figure
    bool isCount = false; ///< the figure is a whole number
    bool fromZero = false; ///< a linear axis begins at 0
    QString hint = {}; ///< a sentence behind the names of several curves; may be empty
};

/// Draws a figure as curves: of a run's checkpoints over steps, one for each series, or of a model's roles over
/// blocks. Marks points with NaN or infinities, and those that are not whole. Ticks, labels and grid lines are those of
/// histograms.
class HistoryChart : public QChartView {
    Q_OBJECT

public:
    explicit HistoryChart(QWidget* parent = nullptr);

    /// So many can be told apart, by color and by dashes.
    static constexpr std::size_t mostCurves = Theme::groupHues + 1;
    /// One at least has a point.
    void setCurves(std::vector<RunCurve> curves, const CurveAxes& axes);
    /// Shows a sentence in the middle of an empty chart.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }
    const std::vector<RunCurve>& curves() const { return m_curves; }

    /// Holds where all values are positive.
    void setLogarithmic(bool on);
    bool isLogarithmic() const { return m_logarithmic && m_low > 0; }
    bool canBeLogarithmic() const { return m_low > 0; }

    /// The row whose points are marked, in each curve that has it; nothing: none. Emits nothing.
    void setCurrentRow(std::optional<int> row);
    std::optional<int> currentRow() const { return m_row; }
    /// The color of the curve with this number. Colors repeat after mostCurves.
    static QColor colorOf(std::size_t curve, std::size_t curves, const Theme& theme);
    /// Names the curves, if there are several.
    const CurveLegend& legend() const { return m_legend; }
    /// Where a point stands, in the view's pixels. Precondition: the chart shows curves.
    QPointF pixelOf(const RunCurvePoint& point) const;

    QSize sizeHint() const override { return {560, 360}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    /// Under the pointer, or chosen by keys; -1: the pointer has left.
    void rowChosen(int row);
    /// Chosen by a click or by keys.
    void rowSelected(int row);
    /// Return or a double click.
    void rowActivated(int row);

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void findRanges();
    void addCurve(std::size_t number, const Theme& theme);
    void placePlot();
    /// On the y axis.
    double levelOf(double value) const;
    std::vector<AxisTick> valueTicks(int wanted) const;
    std::vector<AxisTick> stepTicks() const;
    /// The points of each curve at this row.
    std::vector<const RunCurvePoint*> pointsOf(int row) const;
    /// The row of the point that is nearest to a place.
    std::optional<int> rowAt(QPointF place) const;
    double pixelOfStep(double step) const;
    void paintMarks(QPainter& painter, const Theme& theme) const;
    void paintFirst(QPainter& painter, const Theme& theme) const;
    void paintCurrent(QPainter& painter, const Theme& theme) const;
    void layOutLegend(const QRectF& plot);

    std::vector<RunCurve> m_curves; ///< empty if there is a message instead
    CurveAxes m_figure;
    ChartAxes m_axes;
    CurveLegend m_legend; ///< of several curves
    QString m_message;
    bool m_logarithmic = false;
    double m_low = 0; ///< of the values
    double m_high = 0;
    double m_bottom = 0; ///< of the y axis, as levelOf()
    double m_top = 1;
    std::optional<int> m_row;
};

} // namespace loupe
