#include "views/layers/layers_legend.h"

#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"
#include "views/layers/layers_canvas.h"
#include "views/layers/layers_mark.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

constexpr int unit = LayersLayout::unit;
constexpr int mark = 2 * unit;
constexpr int line = 3 * unit; // of marks
constexpr int scaleWidth = 24 * unit;
constexpr int scaleHeight = 5 * unit; // with its numbers
} // namespace

LayersLegend::LayersLegend(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Legend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LayersLegend::setOccurring(std::optional<LayerFigures::Occurring> occurring)
{
    if (m_occurring == occurring)
        return;
    m_occurring = occurring;
    setAccessibleDescription(texts().join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

void LayersLegend::setScale(const ChangeScale& scale)
{
    if (m_scale == scale)
        return;
    m_scale = scale;
    update();
}

QStringList LayersLegend::texts() const
{
    QStringList texts;
    for (const Entry& entry : entries())
        texts += entry.text;
    return texts;
}

std::vector<LayersLegend::Entry> LayersLegend::entries() const
{
    std::vector<Entry> entries;
    if (!m_occurring)
        return entries;
    const Theme& theme = Theme::of(palette());
    const auto add = [&](bool occurs, const QString& text, auto paint) {
        if (occurs)
            entries.push_back({text, paint});
    };
    add(m_occurring->nonfiniteDiffer, tr("NaN or Inf differs"),
        [&theme](QPainter& painter, const QRect& rect) { paintNonfiniteMark(painter, rect, theme); });
    constexpr std::array signs{
        PairStatus::NotCompared, PairStatus::OnlyA, PairStatus::OnlyB, PairStatus::ShapeChanged, PairStatus::Changed};
    for (const PairStatus status : signs) {
        add(m_occurring->has(status),
            status == PairStatus::Changed ? tr("changed, no relative L2") : statusName(status),
            [&theme, status](QPainter& painter, const QRect& rect) { paintSignMark(painter, rect, status, theme); });
    }
    add(m_occurring->dtypeChanged, tr("other dtype"), [&theme](QPainter& painter, const QRect& rect) {
        painter.setPen(theme.border);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, 0, -2, -2));
        paintDTypeMark(painter, rect, theme.text);
    });
    add(m_occurring->identical, statusName(PairStatus::Identical),
        [&theme](QPainter& painter, const QRect& rect) { paintIdenticalMark(painter, rect, theme); });
    add(m_occurring->waiting, tr("not compared yet"),
        [&theme](QPainter& painter, const QRect& rect) { paintWaitingMark(painter, rect, theme); });
    return entries;
}

std::vector<QRect> LayersLegend::places(const std::vector<Entry>& entries, int width) const
{
    std::vector<QRect> places;
    QPoint next(unit, unit + scaleHeight);
    for (const Entry& entry : entries) {
        const int size = mark + unit / 2 + fontMetrics().horizontalAdvance(entry.text) + 2 * unit;
        if (next.x() > unit && next.x() + size - 2 * unit > width - unit)
            next = {unit, next.y() + line};
        places.emplace_back(next + QPoint(0, (line - mark) / 2), QSize(mark, mark));
        next.rx() += (size + unit - 1) / unit * unit;
    }
    return places;
}

int LayersLegend::heightForWidth(int width) const
{
    const std::vector<QRect> marks = places(entries(), width);
    return marks.empty() ? unit + scaleHeight + line : marks.back().bottom() + 1 + (line - mark) / 2;
}

QSize LayersLegend::sizeHint() const
{
    return {scaleWidth + 20 * unit, heightForWidth(width())};
}

void LayersLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(palette());
    paintScale(painter);
    const std::vector<Entry> shown = entries();
    const std::vector<QRect> marks = places(shown, width());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        shown[i].paint(painter, marks[i]);
        painter.setPen(theme.text);
        painter.drawText(QRect(marks[i].right() + 1 + unit / 2, marks[i].top(), width(), mark),
            int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, shown[i].text);
    }
}

void LayersLegend::paintScale(QPainter& painter) const
{
    const Theme& theme = Theme::of(palette());
    const ColorMap map(theme, {});
    const QRect bar(unit, unit, scaleWidth, 2 * unit);
    for (int x = 0; x < bar.width(); ++x)
        painter.fillRect(bar.left() + x, bar.top(), 1, bar.height(), QColor(map((x + 0.5) / scaleWidth)));
    for (const ChangeScale::Label& label : m_scale.labels()) {
        const int x = bar.left() + int(std::lround(label.position * scaleWidth));
        painter.setPen(theme.border);
        painter.drawLine(x, bar.bottom() + 1, x, bar.bottom() + unit / 2);
        const QString text = toQString(label.text);
        const int width = fontMetrics().horizontalAdvance(text);
        painter.setPen(theme.text);
        painter.drawText(QRect(std::max(unit, x - width / 2), bar.bottom() + unit / 2, width, 2 * unit),
            int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip, text);
    }
    painter.setPen(theme.mutedText);
    const QRect caption(bar.right() + 1 + 2 * unit, bar.top(), width() - bar.right() - 3 * unit, bar.height());
    painter.drawText(caption, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
        fontMetrics().elidedText(tr("relative L2: ‖A − B‖ / ‖A‖"), Qt::ElideRight, caption.width()));
}

} // namespace loupe
