#include "views/kit/color_scale.h"

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
constexpr int tickDistance = 48; // pixels between labels, about

/// Round numbers; where there is but one, beside a short bar, the ends instead.
std::vector<AxisTick> ticksOf(const ColorRange& range, int most)
{
    std::vector<AxisTick> ticks = roundTicks(range.low, range.high, most);
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
    setAccessibleDescription(range ? tr("From %1 to %2").arg(range->low).arg(range->high) : QString());
    update();
}

void ColorScale::setSpecials(bool nan, bool infinity)
{
    m_nan = nan;
    m_infinity = infinity;
    setToolTip(nan || infinity
            ? tr("NaN and infinities among several elements of a cell are drawn by their share: where "
                 "every tenth element is NaN, every tenth cell has its color. A frame points at a "
                 "lone one.")
            : QString());
    update();
}

QSize ColorScale::sizeHint() const
{
    return {barWidth + 3 * scaleSpace + fontMetrics().horizontalAdvance(QStringLiteral("−1.2345e+15")), 240};
}

void ColorScale::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    const int line = fontMetrics().height();
    const int specials = 2 * (line + scaleSpace / 2);
    const QRect bar(scaleSpace, line / 2 + scaleSpace, barWidth, height() - line - 3 * scaleSpace - specials);
    if (m_range)
        paintBar(painter, bar);
    int top = bar.bottom() + line / 2 + 2 * scaleSpace;
    const auto swatch = [&](bool shown, const QColor& color, const QString& text) {
        if (!shown)
            return;
        painter.fillRect(QRect(bar.left(), top + (line - barWidth) / 2, barWidth, barWidth), color);
        painter.setPen(theme.text);
        painter.drawText(bar.right() + scaleSpace, top + fontMetrics().ascent(), text);
        top += line + scaleSpace / 2;
    };
    swatch(m_nan, theme.nanFill, tr("NaN"));
    swatch(m_infinity, theme.infinityFill, tr("±Inf"));
}

void ColorScale::paintBar(QPainter& painter, const QRect& bar)
{
    const Theme& theme = Theme::of(palette());
    const ColorRange& range = *m_range;
    const bool constant = !(range.low < range.high);
    const ColorMap map(theme, range);
    const double width = range.high / 2 - range.low / 2;
    for (int y = 0; y < bar.height(); ++y) {
        const double share = 1 - (y + 0.5) / bar.height();
        painter.fillRect(bar.left(), bar.top() + y, bar.width(), 1,
            QColor(map(constant ? range.low : (range.low / 2 + width * share) * 2)));
    }
    painter.setPen(theme.border);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    if (range.clipped) { // the scale goes on beyond its ends
        const auto tip = [&](int base, int end, double value) {
            painter.setBrush(QColor(map(value)));
            painter.drawPolygon(
                QPolygon({QPoint(bar.left(), base), QPoint(bar.right(), base), QPoint(bar.center().x(), end)}));
        };
        tip(bar.top(), bar.top() - scaleSpace, range.high);
        if (range.diverging)
            tip(bar.bottom(), bar.bottom() + scaleSpace, range.low);
    }
    const auto label = [&](double y, const QString& text) {
        painter.setPen(theme.border);
        painter.drawLine(bar.right() + 1, int(y), bar.right() + scaleSpace / 2, int(y));
        painter.setPen(theme.text);
        painter.drawText(bar.right() + scaleSpace, int(y) + fontMetrics().ascent() - fontMetrics().height() / 2, text);
    };
    if (constant) {
        label(bar.center().y(), shownNumber(QString::number(range.low, 'g', 6)));
        return;
    }
    for (const AxisTick& tick : ticksOf(range, std::max(2, bar.height() / tickDistance))) {
        const double share = (tick.value / 2 - range.low / 2) / width;
        label(std::round(bar.bottom() - share * (bar.height() - 1)), tick.label);
    }
}

} // namespace loupe
