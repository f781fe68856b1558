#pragma once

#include "views/kit/axis_ticks.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QChart;
class QPainter;

namespace loupe {

struct Theme;

/// The axes of a chart: ticks, labels, grid lines and titles. Qt Charts omits its own axes if it considers a chart too
/// narrow, so they are used only for the ranges.
struct ChartAxes {
    static constexpr int markRows = 2; ///< lines of text above the plot of a chart with marks

    QString valueTitle;
    QString countTitle;
    std::vector<AxisTick> values; ///< along the x axis, from `left` to `right`
    std::vector<AxisTick> sides; ///< on the same axis, for side bars; always labelled
    std::vector<AxisTick> counts; ///< along the y axis, from 0 to `top`
    double left = 0;
    double right = 1;
    double top = 1;
    int rowsAbove = markRows; ///< lines of text above the plot

    /// The rectangle of the plot inside `whole` that leaves room for all labels; invalid if there is too little.
    QRectF plotIn(const QRectF& whole, const QFont& font) const;
    /// The number of count ticks that fit.
    static int countTicksIn(const QRectF& whole);
    /// The number of value ticks that fit; they may be unevenly spaced.
    static int valueTicksIn(const QRectF& whole);
    /// Sets the ranges of all series of `chart`: `left` to `right`, and `bottom`, in the chart's own values, to `bottom
    /// + top`. Precondition: `chart` has no axes yet.
    void setRangesOf(QChart& chart, double bottom = 0) const;
    void paint(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;

private:
    static bool hasTitles(const QRectF& whole);
    void paintCounts(QPainter& painter, const QRectF& plot, const Theme& theme) const;
    void paintValues(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;
    void paintTitles(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;
};

} // namespace loupe
