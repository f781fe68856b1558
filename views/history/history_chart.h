#pragma once

#include "items/history/run_curve.h"
#include "views/charts/chart_axes.h"
#include "views/charts/chart_view.h"
#include "views/colors/theme.h"
#include "views/history/curve_legend.h"

#include <optional>
#include <vector>

namespace loupe {

/// The axes of a HistoryChart.
struct CurveAxes {
    QString along; ///< "Step"; whole numbers
    QString title; ///< title of the figure
    bool isCount = false; ///< the figure is a whole number
    bool fromZero = false; ///< a linear y axis starts at 0
    QString hint = {}; ///< a sentence after the names of several curves;
};

/// Draws a figure as curves: over the steps of a run, one curve per series, or over the blocks of a model, one per
/// role. Marks points with NaN or infinities, and incomplete ones. Ticks, labels and grid lines look like those of
/// histograms.
class HistoryChart : public ChartView {
    Q_OBJECT

public:
    explicit HistoryChart(QWidget* parent = nullptr);

    /// The number of curves that color and dashes can distinguish.
    static constexpr std::size_t mostCurves = Theme::groupHues + 1;
    /// Precondition: at least one curve has a point.
    void setCurves(std::vector<RunCurve> curves, const CurveAxes& axes);
    /// Shows a sentence in the middle of an empty chart.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }
    const std::vector<RunCurve>& curves() const { return m_curves; }

    /// Takes effect only if all values are positive.
    void setLogarithmic(bool on);
    bool isLogarithmic() const { return m_logarithmic && m_low > 0; }
    bool canBeLogarithmic() const { return m_low > 0; }

    /// Marks the points of this row in each curve that has it. Empty: none. Emits nothing.
    void setCurrentRow(std::optional<int> row);
    std::optional<int> currentRow() const { return m_row; }
    /// Hues repeat after mostCurves.
    static QColor colorOf(std::size_t hue, const Theme& theme);
    /// Shown only if there are several curves.
    const CurveLegend& legend() const { return m_legend; }
    /// The position of a point, in the view's pixels. Precondition: the chart shows curves.
    QPointF pixelOf(const RunCurvePoint& point) const;

    QSize sizeHint() const override { return {560, 360}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    /// The row under the pointer or chosen with keys; -1: the pointer has left.
    void rowChosen(int row);
    /// The user selected a row with a click or keys.
    void rowSelected(int row);
    /// The user pressed Return or double-clicked.
    void rowActivated(int row);

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild() override;
    void findRanges();
    void addCurve(std::size_t number, const Theme& theme);
    std::size_t hueOf(std::size_t number) const { return m_curves[number].hue.value_or(number); }
    QPen penOf(std::size_t number) const;
    void placePlot();
    /// The position on the y axis.
    double levelOf(double value) const;
    std::vector<AxisTick> valueTicks(int wanted) const;
    std::vector<AxisTick> stepTicks() const;
    /// The points of each curve at this row.
    std::vector<const RunCurvePoint*> pointsOf(int row) const;
    /// The row of the point nearest to `place`.
    std::optional<int> rowAt(QPointF place) const;
    double pixelOfStep(double step) const;
    void paintMarks(QPainter& painter, const Theme& theme) const;
    void paintFirst(QPainter& painter, const Theme& theme) const;
    void paintCurrent(QPainter& painter, const Theme& theme) const;
    void layOutLegend(const QRectF& plot);

    std::vector<RunCurve> m_curves; ///< empty while a message is shown instead
    CurveAxes m_figure;
    ChartAxes m_axes;
    CurveLegend m_legend; ///< used for several curves
    QString m_message;
    bool m_logarithmic = false;
    double m_low = 0; ///< smallest value
    double m_high = 0;
    double m_bottom = 0; ///< bottom of the y axis, as levelOf()
    double m_top = 1;
    std::optional<int> m_row;
};

} // namespace loupe
