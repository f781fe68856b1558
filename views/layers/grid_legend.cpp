#include "views/layers/grid_legend.h"

#include "views/colors/color_map.h"
#include "views/colors/theme.h"
#include "views/kit/plain_text.h"
#include "views/layers/layers_layout.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int legendUnit = LayersLayout::unit;
constexpr int markSize = 2 * legendUnit;
constexpr int markLine = 3 * legendUnit; // height of a line of marks
constexpr int legendScaleWidth = 24 * legendUnit;
constexpr int legendScaleHeight = 5 * legendUnit; // including its numbers

} // namespace

GridLegend::GridLegend(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Legend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void GridLegend::renew()
{
    setAccessibleDescription((scaleTexts() + texts()).join(QStringLiteral(", ")));
    setToolTip(plainToolTip(definition()));
    updateGeometry();
    update();
}

QStringList GridLegend::texts() const
{
    QStringList texts;
    for (const Entry& entry : entries())
        texts += entry.text;
    return texts;
}

QStringList GridLegend::scaleTexts() const
{
    const Scale shown = scale();
    QStringList texts;
    for (const Scale::Label& label : shown.labels)
        texts += label.text;
    return texts + QStringList{shown.caption};
}

std::vector<QRect> GridLegend::places(const std::vector<Entry>& entries, int width) const
{
    std::vector<QRect> places;
    const int scaleEnd = legendUnit + legendScaleHeight;
    QPoint next = areMarksBeside() ? QPoint(besideScale(), scaleEnd - markLine) : QPoint(legendUnit, scaleEnd);
    for (const Entry& entry : entries) {
        const int size = markSize + legendUnit / 2 + fontMetrics().horizontalAdvance(entry.text) + 2 * legendUnit;
        if (next.x() > legendUnit && next.x() + size - 2 * legendUnit > width - legendUnit)
            next = {legendUnit, next.y() + markLine};
        places.emplace_back(next + QPoint(0, (markLine - markSize) / 2), QSize(markSize, markSize));
        next.rx() += (size + legendUnit - 1) / legendUnit * legendUnit;
    }
    return places;
}

int GridLegend::heightForWidth(int width) const
{
    const std::vector<QRect> marks = places(entries(), width);
    const int least = legendUnit + legendScaleHeight + (areMarksBeside() ? 0 : markLine);
    return marks.empty() ? least : std::max(least, marks.back().bottom() + 1 + (markLine - markSize) / 2);
}

/// The x at which the caption begins, next to the scale.
int GridLegend::besideScale() const
{
    const int apart = (areMarksBeside() ? 5 : 3) * legendUnit; // labels reach beyond the ends of the scale
    return scale().labels.empty() ? legendUnit : legendScaleWidth + apart;
}

QSize GridLegend::sizeHint() const
{
    return {legendScaleWidth + 20 * legendUnit, heightForWidth(width())};
}

void GridLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(palette());
    paintScale(painter);
    const std::vector<Entry> shown = entries();
    const std::vector<QRect> marks = places(shown, width());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        shown[i].paint(painter, marks[i]);
        painter.setPen(theme.text);
        painter.drawText(QRect(marks[i].right() + 1 + legendUnit / 2, marks[i].top(), width(), markSize),
            int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, shown[i].text);
    }
}

/// Omits labels that would overlap the previous one.
void GridLegend::paintScale(QPainter& painter) const
{
    const Theme& theme = Theme::of(palette());
    const Scale shown = scale();
    const QRect bar(legendUnit, legendUnit, legendScaleWidth, 2 * legendUnit);
    if (!shown.labels.empty()) {
        const ColorMap map(theme, {});
        for (int x = 0; x < bar.width(); ++x)
            painter.fillRect(bar.left() + x, bar.top(), 1, bar.height(), QColor(map((x + 0.5) / legendScaleWidth)));
    }
    int free = 0;
    for (const Scale::Label& label : shown.labels) {
        const int x = bar.left() + int(std::lround(label.position * legendScaleWidth));
        painter.setPen(theme.border);
        painter.drawLine(x, bar.bottom() + 1, x, bar.bottom() + legendUnit / 2);
        const int width = fontMetrics().horizontalAdvance(label.text);
        const int left = std::max(legendUnit, x - width / 2);
        if (left < free)
            continue;
        free = left + width + legendUnit;
        painter.setPen(theme.text);
        painter.drawText(QRect(left, bar.bottom() + legendUnit / 2, width, 2 * legendUnit),
            int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip, label.text);
    }
    painter.setPen(theme.mutedText);
    const int left = besideScale();
    const QRect caption(left, bar.top(), width() - left - legendUnit, bar.height());
    painter.drawText(caption, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
        fontMetrics().elidedText(shown.caption, Qt::ElideRight, caption.width()));
}

} // namespace loupe
