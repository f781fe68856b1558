// The painting of a LayersCanvas.

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "views/colors/theme.h"
#include "views/kit/elided_path.h"
#include "views/kit/plain_text.h"
#include "views/layers/layers_canvas.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace loupe {

namespace {

constexpr int gridUnit = LayersLayout::unit;
constexpr qsizetype longestNumber = 12;
constexpr qsizetype longestTitle = 200;

} // namespace

void LayersCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    if (grid().series().empty()) {
        painter.setPen(Theme::of(palette()).mutedText);
        painter.drawText(viewport()->rect().adjusted(3 * gridUnit, 3 * gridUnit, -3 * gridUnit, -3 * gridUnit),
            int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
        return;
    }
    const int first = m_layout.seriesAt(event->rect().top() + scrolled().y());
    const int last = m_layout.seriesAt(event->rect().bottom() + scrolled().y());
    for (int series = first; series <= last; ++series)
        paintSeries(painter, series);
    for (int series = first; series <= last; ++series)
        paintHeader(painter, series);
    paintOutline(painter);
}

void LayersCanvas::paintSeries(QPainter& painter, int number) const
{
    const LayerGrid::Series& series = grid().series()[std::size_t(number)];
    const Theme& theme = Theme::of(palette());
    const QSize cell = m_layout.cell();
    const int first = m_layout.top(number) + m_layout.header(series) - scrolled().y();
    const int hidden = std::max(0, -first / cell.height());
    const int left = m_layout.labels() - scrolled().x();
    const auto firstColumn = std::uint32_t(scrolled().x() / cell.width());
    const int lastColumn = (viewport()->width() - left) / cell.width();
    for (auto i = std::uint32_t(hidden); i < series.rowCount; ++i) {
        const std::uint32_t row = series.firstRow + i;
        const int y = first + int(i) * cell.height();
        if (y >= viewport()->height())
            break;
        painter.setClipping(false);
        paintLabelGround(painter, QRect(0, y, m_layout.labels(), cell.height()), row);
        painter.setPen(isStressed(row) ? theme.text : theme.mutedText);
        const QRect label(gridUnit, y, m_layout.labels() - 2 * gridUnit, cell.height());
        painter.drawText(label, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip,
            elidedPath(labelOf(row), fontMetrics(), label.width(), {.list = m_labelPatterns}));
        painter.setClipRect(QRect(m_layout.labels(), 0, viewport()->width(), viewport()->height()));
        for (std::uint32_t at = grid().lowerCell(row, firstColumn); at < grid().endCell(row); ++at) {
            const int column = int(grid().columnOf(at));
            if (column > lastColumn)
                break;
            paintCell(painter, QRect(QPoint(left + column * cell.width(), y), cell), at);
        }
    }
    painter.setClipping(false);
}

void LayersCanvas::paintHeader(QPainter& painter, int number) const
{
    const LayerGrid::Series& series = grid().series()[std::size_t(number)];
    const Theme& theme = Theme::of(palette());
    const int y = headerTop(number);
    painter.fillRect(QRect(0, y, viewport()->width(), m_layout.header(series)), theme.surface);

    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QString title = !series.isOutside() ? shownText(series.path, longestTitle)
        : grid().series().size() > 1          ? tr("Other tensors")
                                              : tr("All tensors");
    const QRect line(gridUnit, y, viewport()->width() - 2 * gridUnit, LayersLayout::title);
    const QString shown = elidedPath(title, painter.fontMetrics(), line.width());
    painter.drawText(line, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
    const int after = painter.fontMetrics().horizontalAdvance(shown) + gridUnit;
    painter.setFont(font());
    if (series.isOutside())
        return;
    painter.setPen(theme.mutedText);
    const QString blocks = (series.isOfExperts() ? tr("%1 expert(s)", nullptr, pluralOf(series.columnCount))
                                                 : tr("%1 block(s)", nullptr, pluralOf(series.columnCount)))
                               .arg(groupedCount(series.columnCount));
    QString size = series.hasRest ? tr("%1 × %2 roles, all other roles merged in the last row", "blocks, number")
                                        .arg(blocks, groupedCount(series.rowCount - 1))
                                  : tr("%1 × %2", "blocks, tensors").arg(blocks, tensorCountText(series.rowCount));
    if (const std::string_view end = m_ends[std::size_t(number)]; !end.empty())
        size = tr("%1, all ending in %2").arg(size, shownText(end));
    const QRect rest = line.adjusted(after, 0, 0, 0);
    painter.drawText(rest, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
        fontMetrics().elidedText(size, Qt::ElideRight, rest.width()));

    const auto columns = grid().columns(series);
    const int widest = fontMetrics().horizontalAdvance(shownText(columns.back().label, longestNumber));
    const int width = m_layout.cell().width();
    const std::uint32_t step = LayersLayout::numberStep(widest, width);
    const int left = m_layout.labels() - scrolled().x();
    painter.setClipRect(QRect(m_layout.labels() - gridUnit, y, viewport()->width(), m_layout.header(series)));
    for (std::uint32_t column = std::uint32_t(scrolled().x() / width) / step * step; column < columns.size();
         column += step) {
        const int x = left + int(column) * width;
        if (x > viewport()->width())
            break;
        const QRect cell(x - widest, y + LayersLayout::title, width - 1 + 2 * widest, LayersLayout::numbers);
        painter.drawText(cell, int(Qt::AlignHCenter | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip,
            shownText(columns[column].label, longestNumber));
    }
    painter.setClipping(false);
}

void LayersCanvas::paintOutline(QPainter& painter) const
{
    QRect rect;
    if (m_current) {
        rect = cellRect(*m_current);
    } else if (m_node) {
        for (int number = 0; number < m_layout.seriesCount() && rect.isNull(); ++number) {
            const LayerGrid::Series& series = grid().series()[std::size_t(number)];
            const auto columns = grid().columns(series);
            const auto found = std::find_if(
                columns.begin(), columns.end(), [&](const LayerGrid::Column& one) { return one.block == *m_node; });
            if (found == columns.end())
                continue;
            const QSize cell = m_layout.cell();
            rect = QRect(m_layout.labels() + int(found - columns.begin()) * cell.width(),
                m_layout.rowTop(grid(), number, series.firstRow), cell.width(), int(series.rowCount) * cell.height())
                       .translated(-scrolled());
        }
    }
    if (rect.isNull())
        return;
    constexpr int outside = 2; // pixels by which the frame may overlap the labels and the header
    const int number = m_layout.seriesAt(rect.bottom() + scrolled().y());
    const int header = headerTop(number) + m_layout.header(grid().series()[std::size_t(number)]);
    painter.setClipRect(QRect(QPoint(m_layout.labels() - outside, header - outside), viewport()->rect().bottomRight()));
    const Theme& theme = Theme::of(palette());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.surface, 1));
    painter.drawRect(rect.adjusted(0, 0, -2, -2));
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(rect.adjusted(0, 0, -1, -1).adjusted(-1, -1, 1, 1));
    painter.setClipping(false);
}

} // namespace loupe
