#pragma once

#include <QColor>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace loupe {

/// A value marked by a thin line down to the bars, with a label next to its upper end.
struct HistogramMark {
    QString label;
    QColor color;
    bool dashed = false;
    double x = 0; ///< pixels
    double end = 0; ///< y of the line's lower end
    int row = 0; ///< preferred row of the label:
    bool leftOfLine = false; ///< the label's preferred side
};

struct MarkLabelPlace {
    int row = 0;
    double left = 0;
};

/// Places labels of the given widths, in order of importance, within [left, right] so that none touches another or is
/// crossed by another's line. Empty if there is no room: that mark is omitted.
std::vector<std::optional<MarkLabelPlace>> placeMarkLabels(
    const std::vector<HistogramMark>& marks, const std::vector<double>& widths, double left, double right);

/// Draws the marks above `plot`, with labels within [left, right].
void paintMarks(
    QPainter& painter, const std::vector<HistogramMark>& marks, const QRectF& plot, double left, double right);

} // namespace loupe
