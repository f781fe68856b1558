#include "views/histogram_chart.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "items/window_quantiles.h"
#include "views/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double markGap = 3; // pixels between a mark's line and the bar below it

} // namespace

void HistogramChart::drawBackground(QPainter* painter, const QRectF& rect)
{
    QChartView::drawBackground(painter, rect);
    if (!m_histogram)
        return;
    painter->setFont(font());
    m_axes.paint(*painter, viewport()->rect(), chart()->plotArea(), Theme::of(palette()));
}

void HistogramChart::drawForeground(QPainter* painter, const QRectF&)
{
    const Theme& theme = Theme::of(palette());
    painter->setFont(font());
    if (!m_histogram) {
        painter->setPen(theme.mutedText);
        painter->drawText(sceneRect().adjusted(24, 24, -24, -24), int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
        return;
    }
    QColor tint = theme.accent;
    tint.setAlphaF(0.25F);
    if (m_dragged) {
        const auto [left, right] = std::minmax(m_dragged->left, m_dragged->right);
        painter->fillRect(plotted({left, right}), tint);
    } else if (m_current) {
        painter->fillRect(plotted(spanOf(*m_current)), tint);
    }
    const double labelsEnd = m_sides.empty() ? sceneRect().right() : plotted(spanOf(bins())).left();
    paintMarks(*painter, marks(theme), chart()->plotArea(), 0, labelsEnd);
    paintSideCounts(*painter, theme);
}

/// Their lines end above the bars that stand at their place: a narrow bar must not vanish under one. Mean and median
/// are never further apart than σ, so labels that stand on the far sides of their lines are seldom in each other's way.
std::vector<HistogramMark> HistogramChart::marks(const Theme& theme) const
{
    std::vector<HistogramMark> marks;
    const auto add = [&](const QString& label, double value, const QColor& color, int row, bool leftOfLine) {
        const double place = xOf(value);
        if (!(place >= 0 && place <= bins()))
            return;
        const QRectF plot = chart()->plotArea();
        marks.push_back({.label = label,
            .color = color,
            .dashed = row == 1,
            .x = std::round(plotted({place, place}).left()) + 0.5,
            .end = plot.bottom() - plot.height() * heightAround(place) / m_axes.top - markGap,
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

/// They stand above their bars, or the marks' lines where those reach the top.
void HistogramChart::paintSideCounts(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(font());
    for (int bar = bins(); bar < barCount(); ++bar) {
        const Side& side = m_sides[std::size_t(bar - bins())];
        const QRectF column = plotted(spanOf(bar));
        const double top =
            column.bottom() - column.height() * std::max(barHeight(side.count) / m_axes.top, leastSideHeight);
        const QString text = toQString(side.count < 10'000 ? formatCount(side.count) : formatShort(side.count));
        QRectF place(0, 0, metrics.horizontalAdvance(text), metrics.height());
        place.moveCenter({column.center().x(), top - metrics.height() / 2 - 1});
        place.moveRight(std::min(place.right(), sceneRect().right() - 2));
        painter.setPen(theme.text);
        painter.drawText(place, int(Qt::AlignCenter) | Qt::TextDontClip, text);
    }
}

double HistogramChart::heightAround(double place) const
{
    const double pixel = right() / std::max(chart()->plotArea().width(), 1.0);
    const int first = std::clamp(int(place - 2 * pixel), 0, bins() - 1);
    const int last = std::clamp(int(place + 2 * pixel), 0, bins() - 1);
    const auto& counts = m_histogram->counts;
    return barHeight(*std::max_element(counts.begin() + first, counts.begin() + last + 1));
}

} // namespace loupe
