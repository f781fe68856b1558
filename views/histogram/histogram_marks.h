#pragma once

#include <QColor>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace loupe {

/// A value that a thin line marks, down to the bars that stand there, with a label next to its upper end.
struct HistogramMark {
    QString label;
    QColor color;
    bool dashed = false;
    double x = 0; ///< pixels
    double end = 0; ///< y of the line's lower end
    int row = 0; ///< where its label would rather stand: 0 or 1 from the top
    bool leftOfLine = false; ///< likewise
};

struct MarkLabelPlace {
    int row = 0;
    double left = 0;
};

/// Labels of the given widths, in the order of their importance, at places where none touches another or is crossed by
/// another's line, within [left, right]. Nothing if there is no room: such a mark is omitted.
std::vector<std::optional<MarkLabelPlace>> placeMarkLabels(
    const std::vector<HistogramMark>& marks, const std::vector<double>& widths, double left, double right);

/// Draws above `plot`, labels within [left, right].
void paintMarks(
    QPainter& painter, const std::vector<HistogramMark>& marks, const QRectF& plot, double left, double right);

} // namespace loupe
