#include "views/layers/layers_legend.h"

#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"
#include "views/layers/layers_mark.h"

#include <QPainter>

#include <array>

namespace loupe {

void LayersLegend::setOccurring(std::optional<LayerFigures::Occurring> occurring)
{
    if (m_occurring == occurring)
        return;
    m_occurring = occurring;
    renew();
}

void LayersLegend::setScale(const ChangeScale& scale)
{
    if (m_scale == scale)
        return;
    m_scale = scale;
    renew();
}

std::vector<GridLegend::Entry> LayersLegend::entries() const
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

QString LayersLegend::definition() const
{
    return tr(
        "Norm of the difference of A and B, divided by the norm of A: the root of the sum of its squared elements. "
        "0: nothing differs; 1: the change is as large as A itself.");
}

GridLegend::Scale LayersLegend::scale() const
{
    Scale scale{.labels = {}, .caption = tr("relative L2: ‖A − B‖ / ‖A‖")};
    for (const ChangeScale::Label& label : m_scale.labels())
        scale.labels.push_back({label.position, toQString(label.text)});
    return scale;
}

} // namespace loupe
