#pragma once

#include "views/kit/axis_ticks.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QPainter;

namespace loupe {

struct Theme;

/// Draws what stands around a histogram's bars: ticks with their labels, grid lines and what the axes count.
struct HistogramAxes {
    static constexpr int markRows = 2; ///< of text above the plot of a chart with marks

    QString valueTitle;
    QString countTitle;
    std::vector<AxisTick> values; ///< along the x axis, from `left` to `right`
    std::vector<AxisTick> sides; ///< beside them on the same axis, of what is in no bin; always labelled
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
    void paint(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;

private:
    static bool hasTitles(const QRectF& whole);
    void paintCounts(QPainter& painter, const QRectF& plot, const Theme& theme) const;
    void paintValues(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;
    void paintTitles(QPainter& painter, const QRectF& whole, const QRectF& plot, const Theme& theme) const;
};

} // namespace loupe
