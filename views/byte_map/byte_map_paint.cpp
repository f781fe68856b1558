// How ByteMapStrips draws: nothing here looks at more regions than there are pixel columns.

#include "views/byte_map/byte_map_strips.h"
#include "views/kit/theme.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace loupe {

namespace {

constexpr int narrowestMark = 3; ///< of the current tensor, however small it is
constexpr int caretSize = 6;
constexpr int separated = 5; ///< neighbours at least this wide get a line between them

} // namespace

void ByteMapStrips::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.background);
    const auto isEmpty = [](const ByteMapFile& file) { return file.regions().empty(); };
    if (std::all_of(m_files.begin(), m_files.end(), isEmpty)) {
        painter.setPen(theme.mutedText);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
            m_files.empty() ? m_emptyText : tr("There are no bytes."));
        return;
    }
    const int scrolled = verticalScrollBar()->value();
    const int last = std::min(count() - 1, (scrolled + viewport()->height()) / rowHeight());
    for (int strip = scrolled / rowHeight(); strip <= last; ++strip) {
        paintStrip(painter, strip);
        paintGroup(painter, strip);
        for (const Place& place : m_current) {
            if (place.strip == strip)
                paintCurrent(painter, place);
        }
    }
    if (m_layout.isZoomed())
        paintViewMark(painter);
}

void ByteMapStrips::paintStrip(QPainter& painter, int strip)
{
    const Theme& theme = Theme::of(palette());
    const QRect rect = stripRect(strip);
    if (count() > 1) {
        painter.setFont(monospaceFont());
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(0, rect.top() - 4, rect.left() - 8, rect.height() + 8),
            Qt::AlignRight | Qt::AlignVCenter, stripAt(strip).label);
    }
    const std::vector<ByteMapCell>& shown = cells(strip);
    const auto regions = m_files[std::size_t(strip)].regions();
    const int width = int(shown.size());
    int previousWidth = 0;
    for (int x = 0; x < width;) {
        int end = x + 1;
        while (end < width && shown[std::size_t(end)].region == shown[std::size_t(x)].region)
            ++end;
        const std::uint32_t number = shown[std::size_t(x)].region;
        const QRect area(rect.left() + x, rect.top(), end - x, rect.height());
        if (number != ByteMapCell::nothing) {
            const Region& region = regions[number];
            if (region.kind == RegionKind::Tensor && region.tensor != Region::noTensor)
                m_source->fillTensor(painter, area, {stripAt(strip).side, region.tensor}, theme);
            else
                fillRegion(painter, area, region.kind, theme);
            if (end - x >= separated && previousWidth >= separated)
                painter.fillRect(QRect(area.left(), area.top(), 1, area.height()), theme.background);
        }
        previousWidth = number == ByteMapCell::nothing ? 0 : end - x;
        x = end;
    }
    if (m_hover && m_hover->strip == strip) {
        const ByteRange extent = extentOf(*m_hover);
        const int left = m_layout.columnOf(extent.begin);
        const int hoverWidth = std::max(1, m_layout.columnOf(extent.end) - left);
        painter.fillRect(QRect(rect.left() + left, rect.bottom() + 2, hoverWidth, 2), theme.mutedText);
    }
}

void ByteMapStrips::paintGroup(QPainter& painter, int strip) const
{
    if (m_group.empty())
        return;
    const QColor color = Theme::of(palette()).accent;
    const QRect rect = stripRect(strip);
    const std::vector<ByteRange>& ranges = m_group[std::size_t(strip)];
    for (int x = 0; x < m_layout.width();) {
        const std::uint64_t offset = m_layout.offsetAt(x);
        const auto next = std::upper_bound(ranges.begin(), ranges.end(), offset,
            [](std::uint64_t wanted, const ByteRange& range) { return wanted < range.end; });
        if (next == ranges.end() || next->begin >= m_layout.view().end)
            return;
        const int left = std::max(x, m_layout.columnOf(next->begin));
        const int right = std::max(left + 1, m_layout.columnOf(next->end));
        painter.fillRect(QRect(rect.left() + left, rect.bottom() + 2, right - left, 3), color);
        x = right;
    }
}

void ByteMapStrips::paintCurrent(QPainter& painter, Place place) const
{
    const Theme& theme = Theme::of(palette());
    const ByteRange extent = extentOf(place);
    const ByteRange view = m_layout.view();
    if (extent.end <= view.begin || extent.begin >= view.end)
        return;
    const QRect rect = stripRect(place.strip);
    const int left = m_layout.columnOf(extent.begin);
    const int width = std::max(narrowestMark, m_layout.columnOf(extent.end) - left);
    QRect mark(rect.left() + left, rect.top(), width, rect.height());
    if (mark.right() > rect.right())
        mark.moveRight(rect.right());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 1));
    painter.drawRect(mark.adjusted(-1, -1, 0, 0));
    if (hasFocus() && width > narrowestMark + 2) {
        painter.setPen(QPen(theme.surface, 1));
        painter.drawRect(mark.adjusted(0, 0, -1, -1));
    }

    const int middle = mark.left() + mark.width() / 2;
    const int top = rect.top() - 1 - caretSize;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawPolygon(QPolygonF({QPointF(middle + 0.5 - caretSize, top), QPointF(middle + 0.5 + caretSize, top),
        QPointF(middle + 0.5, top + caretSize)}));
    painter.restore();
}

void ByteMapStrips::paintViewMark(QPainter& painter) const
{
    // Where the view is in the whole, as a scroll bar would say it.
    const Theme& theme = Theme::of(palette());
    const QRect track(gutterWidth(), viewport()->height() - 2, m_layout.width(), 2);
    painter.fillRect(track, theme.border);
    const double scale = track.width() / double(m_layout.total());
    const int left = int(double(m_layout.view().begin) * scale);
    const int width = std::max(8, int(double(m_layout.view().size()) * scale));
    painter.fillRect(
        QRect(track.left() + std::min(left, track.width() - width), track.top(), width, 2), theme.mutedText);
}

} // namespace loupe
