#include "views/histogram/histogram_marks.h"

#include "views/charts/chart_axes.h"

#include <QPainter>

#include <algorithm>
#include <cstddef>

namespace loupe {

namespace {

constexpr double markLabelGap = 4; // pixels between a line and its label; minimum between labels
constexpr double clear = 2; // pixels between a label and another's line

struct Placed {
    MarkLabelPlace place;
    double x;
    double right;
};

bool crosses(double x, int row, const MarkLabelPlace& label, double right)
{
    return row <= label.row && x > label.left - clear && x < right + clear;
}

bool isFree(const MarkLabelPlace& place, double x, double width, const std::vector<Placed>& others)
{
    const double right = place.left + width;
    return std::none_of(others.begin(), others.end(), [&](const Placed& other) {
        const bool touches = place.row == other.place.row && place.left < other.right + markLabelGap
            && right > other.place.left - markLabelGap;
        return touches || crosses(other.x, other.place.row, place, right)
            || crosses(x, place.row, other.place, other.right);
    });
}

} // namespace

std::vector<std::optional<MarkLabelPlace>> placeMarkLabels(
    const std::vector<HistogramMark>& marks, const std::vector<double>& widths, double left, double right)
{
    std::vector<std::optional<MarkLabelPlace>> places(marks.size());
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const HistogramMark& mark = marks[i];
        for (const auto& [otherRow, otherSide] :
            {std::pair(false, false), std::pair(false, true), std::pair(true, false), std::pair(true, true)}) {
            const bool leftOfLine = mark.leftOfLine != otherSide;
            const MarkLabelPlace place{.row = otherRow ? 1 - mark.row : mark.row,
                .left = leftOfLine ? mark.x - markLabelGap - widths[i] : mark.x + markLabelGap};
            if (place.left < left || place.left + widths[i] > right || !isFree(place, mark.x, widths[i], placed))
                continue;
            places[i] = place;
            placed.push_back({place, mark.x, place.left + widths[i]});
            break;
        }
    }
    return places;
}

void paintMarks(
    QPainter& painter, const std::vector<HistogramMark>& marks, const QRectF& plot, double left, double right)
{
    const QFontMetricsF metrics(painter.font());
    std::vector<double> widths;
    for (const HistogramMark& mark : marks)
        widths.push_back(metrics.horizontalAdvance(mark.label));
    const auto places = placeMarkLabels(marks, widths, left, right);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (!places[i])
            continue;
        const double top = plot.top() - (ChartAxes::markRows - places[i]->row) * metrics.height() - 2;
        QPen pen(marks[i].color, 1);
        if (marks[i].dashed)
            pen.setDashPattern({4, 4});
        painter.setPen(pen);
        painter.drawLine(
            QPointF(marks[i].x, top + 2), QPointF(marks[i].x, std::max(top + metrics.height(), marks[i].end)));
        painter.setPen(marks[i].color);
        painter.drawText(QRectF(places[i]->left, top, widths[i] + 1, metrics.height()),
            int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextDontClip, marks[i].label);
    }
}

} // namespace loupe
