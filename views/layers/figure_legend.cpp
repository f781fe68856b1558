#include "views/layers/figure_legend.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"
#include "views/kit/axis_ticks.h"
#include "views/kit/plain_text.h"
#include "views/layers/figure_canvas.h"
#include "views/layers/layers_mark.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr std::size_t mostListedTypes = 8;
constexpr qsizetype longestType = 40;
constexpr int scaleTicks = 4;

/// Round numbers; the two ends of the range if there is only one round number.
std::vector<AxisTick> scaleTicksOf(const ColorRange& range, double unit)
{
    const double low = range.low / unit;
    const double high = range.high / unit;
    std::vector<AxisTick> ticks = range.linear > 0
        ? symmetricLogTicks(low, high, std::pow(10, std::floor(std::log10(range.linear / unit))), scaleTicks)
        : roundTicks(low, high, scaleTicks);
    if (ticks.size() > 1)
        return ticks;
    constexpr int digits = 3;
    const auto tick = [](double value) { return AxisTick{value, QString::number(value, 'g', digits)}; };
    return {tick(low), tick(high)};
}

} // namespace

void FigureLegend::setContent(const FigureCells& cells, const std::optional<ColorRange>& range, bool byRow)
{
    m_figure = cells.figure;
    m_dtypes.assign(cells.dtypes.begin(),
        cells.dtypes.begin() + std::ptrdiff_t(std::min(cells.dtypes.size(), mostListedTypes + 1)));
    m_occurring = cells.occurring;
    m_range = range;
    m_byRow = byRow;
    m_above = m_below = false;
    if (range && range->clipped && !byRow) {
        for (const FigureCell& cell : cells.cells) {
            m_above = m_above || (cell.state == FigureCell::State::Known && cell.value > range->high);
            m_below = m_below || (cell.state == FigureCell::State::Known && cell.value < range->low);
        }
    }
    renew();
}

std::vector<GridLegend::Entry> FigureLegend::entries() const
{
    std::vector<Entry> entries;
    const Theme& theme = Theme::of(palette());
    const auto add = [&](bool occurs, const QString& text, auto paint) {
        if (occurs)
            entries.push_back({text, paint});
    };
    const auto addColor = [&](bool occurs, const QString& text, const QColor& color) {
        add(occurs, text, [color](QPainter& painter, const QRect& rect) { paintChangedMark(painter, rect, color); });
    };
    for (std::size_t i = 0; i < std::min(m_dtypes.size(), mostListedTypes); ++i)
        addColor(true, shownText(m_dtypes[i].name, longestType), colorOf(m_dtypes[i], theme));
    add(m_dtypes.size() > mostListedTypes, tr("and others"), [](QPainter&, const QRect&) {});
    const auto text = [this](double value) { return shortFigureText(m_figure, value); };
    addColor(m_above, m_range ? tr("above %1").arg(text(m_range->high)) : QString(), theme.offSequentialAbove);
    addColor(m_below, m_range ? tr("below %1").arg(text(m_range->low)) : QString(), theme.offScaleBelow);
    add(m_occurring.mixed, tr("several dtypes"), [&theme](QPainter& painter, const QRect& rect) {
        painter.setPen(theme.border);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, 0, -2, -2));
        paintDTypeMark(painter, rect, theme.text);
    });
    add(m_occurring.nonfinite && m_figure != CellFigure::Nonfinite, tr("has NaN or infinities"),
        [&theme](QPainter& painter, const QRect& rect) { paintNonfiniteMark(painter, rect, theme); });
    add(m_occurring.zero, tr("no NaN or infinities"),
        [&theme](QPainter& painter, const QRect& rect) { paintIdenticalMark(painter, rect, theme); });
    add(m_occurring.none, tr("n/a"),
        [&theme](QPainter& painter, const QRect& rect) { paintNoFigureMark(painter, rect, theme); });
    add(m_occurring.unreadable, tr("unreadable"),
        [&theme](QPainter& painter, const QRect& rect) { paintUnreadableMark(painter, rect, theme.error); });
    add(m_occurring.waiting, needsScan(m_figure) ? tr("not scanned yet") : tr("not computed"),
        [&theme](QPainter& painter, const QRect& rect) { paintWaitingMark(painter, rect, theme); });
    return entries;
}

GridLegend::Scale FigureLegend::scale() const
{
    if (m_figure == CellFigure::DType)
        return {.labels = {}, .caption = figureName(m_figure)};
    if (!m_range) {
        if (!m_byRow)
            return {.labels = {}, .caption = figureName(m_figure)};
        return {.labels = {{.position = 0, .text = tr("min", "of a role")},
                    {.position = 1, .text = tr("max", "of a role")}},
            .caption = tr("%1 (per role)", "statistic").arg(figureName(m_figure))};
    }
    const FigureUnit unit = unitOf(m_figure, m_range->high);
    Scale scale{.labels = {}, .caption = axisTitle(m_figure, unit)};
    if (m_range->linear > 0)
        scale.caption = tr("%1, log scale", "statistic").arg(scale.caption);
    if (m_byRow)
        scale.caption = tr("%1 (per role)", "statistic").arg(scale.caption);
    if (!(m_range->low < m_range->high)) {
        constexpr double middle = 0.5;
        constexpr int digits = 4;
        scale.labels.push_back({middle, QString::number(m_range->low / unit.size, 'g', digits)});
        return scale;
    }
    for (const AxisTick& tick : scaleTicksOf(*m_range, unit.size)) {
        const double position = m_range->positionOf(tick.value * unit.size);
        if (position >= 0 && position <= 1)
            scale.labels.push_back({position, tick.label});
    }
    return scale;
}

} // namespace loupe
