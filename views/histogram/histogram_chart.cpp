#include "views/histogram/histogram_chart.h"

#include "items/histogram/window_quantiles.h"
#include "views/colors/theme.h"

#include <QPainter>

#include <cmath>

namespace loupe {

namespace {

constexpr double markGap = 3; // pixels between a mark's line and the bar below it

} // namespace

HistogramChart::HistogramChart(QWidget* parent)
    : HistogramCanvas(parent)
{
}

void HistogramChart::setHistogram(SummaryPtr summary, HistogramPtr histogram, const ValueScale& scale)
{
    m_summary = std::move(summary);
    std::vector<HistogramSide> sides = beyondSides({histogram});
    for (HistogramSide& side : specialSides({m_summary.get()}))
        sides.push_back(std::move(side));
    std::vector<HistogramLayer> layers;
    layers.push_back(
        {.histogram = std::move(histogram), .elements = presentElements(*m_summary), .color = &Theme::bar});
    setLayers(std::move(layers), std::move(sides), scale);
}

void HistogramChart::paintAbove(QPainter& painter, const Theme& theme, double left, double right) const
{
    paintMarks(painter, marks(theme), chart()->plotArea(), left, right);
}

/// The lines end above the bars, so that a narrow bar does not disappear under one. Mean and median are never further
/// apart than σ, so labels on the far sides of their lines seldom collide.
std::vector<HistogramMark> HistogramChart::marks(const Theme& theme) const
{
    std::vector<HistogramMark> marks;
    const auto add = [&](const QString& label, double value, const QColor& color, int row, bool leftOfLine) {
        const double place = bars().xOf(value);
        if (!(place >= 0 && place <= bars().bins()))
            return;
        marks.push_back({.label = label,
            .color = color,
            .dashed = row == 1,
            .x = std::round(pixelAt(place)) + 0.5,
            .end = topAround(place) - markGap,
            .row = row,
            .leftOfLine = leftOfLine});
    };
    const auto median = quantileOf(*m_summary, 0.5);
    if (median)
        add(tr("median"), *median, theme.text, 0, *median < m_summary->mean.value_or(*median));
    if (!m_summary->mean)
        return marks;
    const double mean = *m_summary->mean;
    add(tr("mean"), mean, theme.text, 0, mean <= median.value_or(mean));
    if (const double sigma = m_summary->standardDeviation.value_or(0); sigma > 0) {
        add(QChar(0x2212) + QStringLiteral("σ"), mean - sigma, theme.mutedText, 1, true);
        add(QStringLiteral("+σ"), mean + sigma, theme.mutedText, 1, false);
    }
    return marks;
}

} // namespace loupe
