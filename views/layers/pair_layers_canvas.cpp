#include "views/layers/pair_layers_canvas.h"

#include "views/colors/theme.h"
#include "views/layers/layers_mark.h"

#include <QEvent>

namespace loupe {

PairLayersCanvas::PairLayersCanvas(LayerMap& map, QWidget* parent)
    : LayersCanvas(parent)
    , m_map(map)
    , m_colors(Theme::of(palette()), {})
{
    connect(&map, &LayerMap::laidOut, this, &PairLayersCanvas::takeGrid);
    connect(&map, &LayerMap::changed, viewport(), qOverload<>(&QWidget::update));
}

void PairLayersCanvas::setScale(const ChangeScale& scale)
{
    m_scale = scale;
    viewport()->update();
}

std::optional<std::uint32_t> PairLayersCanvas::cellOf(NameTree::NodeId node) const
{
    if (!m_map.results() || m_map.results()->paired()->tree.isGroup(node))
        return std::nullopt;
    return m_map.grid().cellOf(node);
}

void PairLayersCanvas::paintCell(QPainter& painter, const QRect& rect, std::uint32_t number) const
{
    const LayerFigures::Cell& cell = m_map.figures().cell(number);
    const Theme& theme = Theme::of(palette());
    QColor color;
    if (const auto change = cell.relativeL2())
        color = QColor(m_colors(m_scale.position(change)));
    QColor corner = theme.text;
    if (cell.nonfiniteDiffer()) {
        paintNonfiniteMark(painter, rect, theme);
        corner = readableOn(theme.nanFill);
    } else if (const auto sign = cell.sign()) {
        paintSignMark(painter, rect, *sign, theme, color);
    } else if (color.isValid()) {
        paintChangedMark(painter, rect, color);
    } else if (cell.waiting() > 0) {
        paintWaitingMark(painter, rect, theme);
    } else {
        paintIdenticalMark(painter, rect, theme);
    }
    if (color.isValid() && !cell.nonfiniteDiffer())
        corner = readableOn(color);
    if (cell.dtypeChanged())
        paintDTypeMark(painter, rect, corner);
}

void PairLayersCanvas::changeEvent(QEvent* event)
{
    LayersCanvas::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_colors = ColorMap(Theme::of(palette()), {});
}

} // namespace loupe
