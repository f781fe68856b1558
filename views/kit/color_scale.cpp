#include "views/kit/color_scale.h"

#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"
#include "views/colors/theme.h"
#include "views/kit/axis_ticks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int barWidth = 16;
constexpr int scaleSpace = 8;
constexpr int tickDistance = 48; // approximate pixels between labels
constexpr std::uint64_t mostCounted = 1'000'000; // approximate number of elements; more are sampled

QString shortText(double value)
{
    constexpr int digits = 6;
    return shownNumber(QString::number(value, 'g', digits));
}

/// Round numbers; if there is only one, next to a short bar, the ends instead.
std::vector<AxisTick> ticksOf(const ColorRange& range, int most)
{
    std::vector<AxisTick> ticks = range.linear > 0
        ? symmetricLogTicks(range.low, range.high, std::pow(10, std::floor(std::log10(range.linear))), most)
        : roundTicks(range.low, range.high, most);
    if (ticks.size() > 1)
        return ticks;
    constexpr int digits = 3;
    const auto tick = [](double value) { return AxisTick{value, shownNumber(QString::number(value, 'g', digits))}; };
    ticks = {tick(range.low), tick(range.high)};
    if (range.diverging)
        ticks.push_back(tick(0));
    return ticks;
}

} // namespace

ColorScale::ColorScale(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Color scale"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void ColorScale::setRange(std::optional<ColorRange> range)
{
    m_range = range;
    describe();
    update();
}

void ColorScale::setSpecials(bool nan, bool infinity)
{
    m_nan = nan;
    m_infinity = infinity;
    describe();
    update();
}

void ColorScale::setOffScale(const OffScale& elements)
{
    m_offScale = elements;
    describe();
    update();
}

void ColorScale::describe()
{
    QStringList sentences;
    const QString looked = groupedCount(m_offScale.elements);
    if (m_range)
        sentences << tr("From %1 to %2.").arg(shortText(m_range->low), shortText(m_range->high));
    if (m_range && m_range->linear > 0)
        sentences << tr("The scale is logarithmic, because half of the elements are within %1 of %2.")
                         .arg(shortText(m_range->linear), shortText(m_range->diverging ? 0 : m_range->low));
    if (m_offScale.above > 0)
        sentences << tr("%1 of %2 elements above %3.").arg(amount(m_offScale.above), looked, shortText(m_range->high));
    if (m_offScale.below > 0)
        sentences << tr("%1 of %2 elements below %3.").arg(amount(m_offScale.below), looked, shortText(m_range->low));
    if (m_offScale.isSample && (m_offScale.above > 0 || m_offScale.below > 0))
        sentences << tr("These elements are a sample of the slice.");
    setAccessibleDescription(sentences.join(u' '));
    if (m_nan || m_infinity)
        sentences << tr("Cells of several elements show NaN and infinities in proportion: where 10 % of the "
                        "elements are NaN, 10 % of the cells have its color. A frame marks a lone one.");
    setToolTip(sentences.join(u'\n'));
}

QSize ColorScale::sizeHint() const
{
    const auto width = [this](const QString& text) { return fontMetrics().horizontalAdvance(text); };
    return {barWidth + 3 * scaleSpace
            + std::max(width(QStringLiteral("−1.2345e+15")), width(tr("%1 above").arg(groupedCount(mostCounted)))),
        240};
}

/// A count, or a percentage if not all elements were visited.
QString ColorScale::amount(std::uint64_t counted) const
{
    if (!m_offScale.isSample)
        return groupedCount(counted);
    constexpr double smallest = 0.001;
    constexpr int digits = 2;
    const double percent = 100.0 * double(counted) / double(m_offScale.elements);
    return percent < smallest ? tr("< %1 %").arg(smallest) : tr("%1 %").arg(QString::number(percent, 'g', digits));
}

std::vector<ColorScale::Swatch> ColorScale::swatches() const
{
    const Theme& theme = Theme::of(palette());
    const bool isDiverging = m_range && m_range->diverging;
    std::vector<Swatch> swatches;
    if (m_range && m_range->linear > 0)
        swatches.push_back({QColor(), tr("Log scale")});
    if (m_offScale.above > 0)
        swatches.push_back({isDiverging ? theme.offScaleAbove : theme.offSequentialAbove,
            tr("%1 above").arg(amount(m_offScale.above))});
    if (m_offScale.below > 0)
        swatches.push_back({theme.offScaleBelow, tr("%1 below").arg(amount(m_offScale.below))});
    if (m_nan)
        swatches.push_back({theme.nanFill, tr("NaN")});
    if (m_infinity)
        swatches.push_back({theme.infinityFill, tr("±Inf")});
    return swatches;
}

void ColorScale::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    const int line = fontMetrics().height();
    const std::vector<Swatch> shown = swatches();
    const int lines = std::max(2, int(shown.size())); // so that the bar keeps its length when NaN are found
    const int below = lines * (line + scaleSpace / 2);
    const QRect bar(scaleSpace, line / 2 + scaleSpace, barWidth, height() - line - 3 * scaleSpace - below);
    if (m_range)
        paintBar(painter, bar);
    int top = bar.bottom() + line / 2 + 2 * scaleSpace;
    for (const Swatch& swatch : shown) {
        const bool hasColor = swatch.color.isValid();
        if (hasColor)
            painter.fillRect(QRect(bar.left(), top + (line - barWidth) / 2, barWidth, barWidth), swatch.color);
        painter.setPen(hasColor ? theme.text : theme.mutedText);
        painter.drawText(hasColor ? bar.right() + scaleSpace : bar.left(), top + fontMetrics().ascent(), swatch.text);
        top += line + scaleSpace / 2;
    }
}

void ColorScale::paintBar(QPainter& painter, const QRect& bar)
{
    const Theme& theme = Theme::of(palette());
    const ColorRange& range = *m_range;
    const bool constant = !(range.low < range.high);
    const ColorMap map(theme, range);
    for (int y = 0; y < bar.height(); ++y) {
        const double share = 1 - (y + 0.5) / bar.height();
        painter.fillRect(
            bar.left(), bar.top() + y, bar.width(), 1, QColor(map(constant ? range.low : range.valueAt(share))));
    }
    painter.setPen(theme.border);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    if (range.clipped) { // the scale goes on beyond its ends
        const auto tip = [&](int base, int end, QRgb color) {
            painter.setBrush(QColor(color));
            painter.drawPolygon(
                QPolygon({QPoint(bar.left(), base), QPoint(bar.right(), base), QPoint(bar.center().x(), end)}));
        };
        if (m_offScale.above > 0)
            tip(bar.top(), bar.top() - scaleSpace, map.above());
        if (m_offScale.below > 0)
            tip(bar.bottom(), bar.bottom() + scaleSpace, map.below());
    }
    const auto label = [&](double y, const QString& text) {
        painter.setPen(theme.border);
        painter.drawLine(bar.right() + 1, int(y), bar.right() + scaleSpace / 2, int(y));
        painter.setPen(theme.text);
        painter.drawText(bar.right() + scaleSpace, int(y) + fontMetrics().ascent() - fontMetrics().height() / 2, text);
    };
    if (constant) {
        label(bar.center().y(), shortText(range.low));
        return;
    }
    for (const AxisTick& tick : ticksOf(range, std::max(2, bar.height() / tickDistance))) {
        const double share = range.positionOf(tick.value);
        label(std::round(bar.bottom() - share * (bar.height() - 1)), tick.label);
    }
}

} // namespace loupe
