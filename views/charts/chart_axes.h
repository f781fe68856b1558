#pragma once

#include "views/kit/axis_ticks.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QChart;
class QPainter;

namespace loupe {

struct Theme;

/// The axes of a chart: ticks with their labels, grid lines and titles. Qt Charts leaves its own out where it finds a
/// chart too narrow for them: they only carry the ranges.
struct ChartAxes {
    static constexpr int markRows = 2; ///< of text above the plot of a chart with marks

    QString valueTitle;
    QString countTitle;
    std::vector<AxisTick> values; ///< along the x axis, from `left` to `right`
    std::vector<AxisTick> sides; ///< next to them on the same axis, of what is in no bin; always labelled
    std::vector<AxisTick> counts; ///< along the y axis, from 0 to `top`
    double left = 0;
    double right = 1;
    double top = 1;
    int rowsAbove = markRows; ///< of text above the plot

    /// Where the bars go inside `whole`, so that all labels have room; not valid where there is none.
    QRectF plotIn(const QRectF& whole, const QFont& font) const;
    /// So many ticks of counts have room.
    static int countTicksIn(const QRectF& whole);
    /// So many ticks of values, at places that may be unevenly far apart.
    static int valueTicksIn(const QRectF& whole);
    /// Gives all series of `chart`, which has no axes yet, the ranges from `left` to `right` and from `bottom`, in the
    /// chart's own values, to `bottom + top`.
    void setRangesOf(QChart& chart, double bottom = 0) const;
    void paint(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;

private:
    static bool hasTitles(const QRectF& whole);
    void paintCounts(QPainter& painter, const QRectF& plot, const Theme& theme) const;
    void paintValues(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;
    void paintTitles(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;
};

} // namespace loupe
