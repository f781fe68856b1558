#include "views/histogram/histogram_canvas.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/kit/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

// Pixels.
constexpr double bandSwatchWidth = 16;
constexpr double bandSwatchGap = 6;

} // namespace

void HistogramCanvas::drawBackground(QPainter* painter, const QRectF& rect)
{
    QChartView::drawBackground(painter, rect);
    if (!m_grid)
        return;
    painter->setFont(font());
    m_axes.paint(*painter, viewport()->rect(), chart()->plotArea(), Theme::of(palette()));
}

void HistogramCanvas::drawForeground(QPainter* painter, const QRectF&)
{
    const Theme& theme = Theme::of(palette());
    painter->setFont(font());
    if (!m_grid) {
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
    const double labelsEnd =
        sidesReach(chart()->plotArea().top()) ? plotted(spanOf(bins())).left() : sceneRect().right();
    paintAbove(*painter, theme, labelsEnd);
    paintSideCounts(*painter, theme);
}

/// Of each layer its color and what it is, one below the other.
void HistogramCanvas::paintAbove(QPainter& painter, const Theme& theme, double right) const
{
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height();
    const double left = chart()->plotArea().left();
    double top = chart()->plotArea().top() - HistogramAxes::markRows * line - 2;
    for (const HistogramLayer& layer : m_layers) {
        if (layer.legend.isEmpty())
            continue;
        const QColor color = theme.*layer.color;
        const QRectF swatch(left, top + 3, bandSwatchWidth, line - 6);
        if (layer.outlined) {
            painter.setPen(QPen(color, 2));
            painter.drawRect(swatch.adjusted(1, 1, -1, -1));
        } else {
            painter.fillRect(swatch, color);
        }
        const double begin = swatch.right() + bandSwatchGap;
        painter.setPen(theme.text);
        for (const QString& text : layer.legend.split(u'\n')) {
            painter.drawText(QRectF(begin, top, right - begin, line), int(Qt::AlignLeft | Qt::AlignVCenter),
                metrics.elidedText(text, Qt::ElideRight, right - begin));
            top += line;
        }
    }
}

bool HistogramCanvas::sidesReach(double y) const
{
    const QRectF plot = chart()->plotArea();
    double highest = 0;
    for (const HistogramSide& side : m_sides)
        highest = std::max(highest, sideHeight(*std::max_element(side.counts.begin(), side.counts.end())));
    return highest > 0 && plot.bottom() - plot.height() * highest / m_axes.top - QFontMetricsF(font()).height() - 1 < y;
}

/// They stand above their bars, or the marks' lines where those reach the top.
void HistogramCanvas::paintSideCounts(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(font());
    for (int bar = bins(); bar < barCount(); ++bar) {
        const auto& counts = m_sides[std::size_t(bar - bins())].counts;
        const QRectF column = plotted(spanOf(bar));
        const double height = sideHeight(*std::max_element(counts.begin(), counts.end())) / m_axes.top;
        const double top = column.bottom() - column.height() * height;
        QStringList texts;
        for (const std::uint64_t count : counts)
            texts << toQString(count < 10'000 ? formatCount(count) : formatShort(count));
        const QString text = texts.join(QStringLiteral(" | "));
        QRectF place(0, 0, metrics.horizontalAdvance(text), metrics.height());
        place.moveCenter({column.center().x(), top - metrics.height() / 2 - 1});
        place.moveRight(std::min(place.right(), sceneRect().right() - 2));
        painter.setPen(theme.text);
        painter.drawText(place, int(Qt::AlignCenter) | Qt::TextDontClip, text);
    }
}

double HistogramCanvas::topAround(double x) const
{
    const double pixel = right() / std::max(chart()->plotArea().width(), 1.0);
    const int first = std::clamp(int(x - 2 * pixel), 0, bins() - 1);
    const int last = std::clamp(int(x + 2 * pixel), 0, bins() - 1);
    std::uint64_t greatest = 0;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        for (int bar = first; bar <= last; ++bar)
            greatest = std::max(greatest, countOf(layer, bar));
    }
    const QRectF plot = chart()->plotArea();
    return plot.bottom() - plot.height() * barHeight(greatest) / m_axes.top;
}

} // namespace loupe
