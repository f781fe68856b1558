#include "views/byte_map/byte_map_painter.h"

#include "views/byte_map/region_patterns.h"
#include "views/colors/theme.h"

#include <QPainter>

#include <algorithm>

namespace loupe {

namespace {

constexpr int narrowestMark = 3; ///< minimum width of the mark of the current tensor
constexpr int caretSize = 6;
constexpr float veilOpacity = 0.82F; ///< over filtered-out tensors; their color is still recognizable
constexpr int separated = 5; ///< neighbors at least this wide get a line between them

} // namespace

ByteMapPainter::ByteMapPainter(QPainter& painter, ByteMapContent& content, const ByteMapMarks& marks,
    const Theme& theme, QRect visible, int scrolled)
    : m_painter(painter)
    , m_content(content)
    , m_marks(marks)
    , m_theme(theme)
    , m_visible(visible)
    , m_scrolled(scrolled)
{
}

void ByteMapPainter::paint(bool hasFocus)
{
    const int last = std::min(m_content.count() - 1, (m_scrolled + m_visible.height()) / m_content.rowHeight());
    for (int strip = m_scrolled / m_content.rowHeight(); strip <= last; ++strip) {
        paintStrip(strip);
        paintGroup(strip);
        for (const ByteMapPlace& place : m_marks.current) {
            if (place.strip == strip)
                paintCurrent(place, hasFocus);
        }
    }
    if (m_content.layout().isZoomed())
        paintViewMark();
}

void ByteMapPainter::paintStrip(int strip)
{
    const QRect rect = m_content.stripRect(strip, m_scrolled);
    if (m_content.count() > 1) {
        m_painter.setFont(monospaceFont());
        m_painter.setPen(m_theme.mutedText);
        m_painter.drawText(QRect(0, rect.top() - 4, rect.left() - 8, rect.height() + 8),
            Qt::AlignRight | Qt::AlignVCenter, m_content.strip(strip).label);
    }
    const std::vector<ByteMapCell>& shown = m_content.cells(strip);
    const auto regions = m_content.regions(strip);
    const int width = int(shown.size());
    int previousWidth = 0;
    // Treats neighbors of the same non-tensor kind as one, so that hatching is continuous past the end of the file.
    const auto looksAlike = [&](std::uint32_t a, std::uint32_t b) {
        return a == b
            || (a != ByteMapCell::nothing && b != ByteMapCell::nothing && regions[a].kind == regions[b].kind
                && regions[a].kind != RegionKind::Tensor);
    };
    for (int x = 0; x < width;) {
        int end = x + 1;
        while (end < width && looksAlike(shown[std::size_t(end)].region, shown[std::size_t(x)].region))
            ++end;
        const std::uint32_t number = shown[std::size_t(x)].region;
        const QRect area(rect.left() + x, rect.top(), end - x, rect.height());
        if (number != ByteMapCell::nothing) {
            const Region& region = regions[number];
            if (region.kind == RegionKind::Tensor && region.tensor != Region::noTensor)
                paintTensor(area, {m_content.strip(strip).side, region.tensor});
            else
                fillRegion(m_painter, area, region.kind, m_theme);
            if (end - x >= separated && previousWidth >= separated)
                m_painter.fillRect(QRect(area.left(), area.top(), 1, area.height()), m_theme.background);
        }
        previousWidth = number == ByteMapCell::nothing ? 0 : end - x;
        x = end;
    }
    if (m_marks.hover && m_marks.hover->strip == strip) {
        const ByteRange extent = m_content.extent(*m_marks.hover);
        const int left = m_content.layout().columnOf(extent.begin);
        const int hoverWidth = std::max(1, m_content.layout().columnOf(extent.end) - left);
        m_painter.fillRect(QRect(rect.left() + left, rect.bottom() + 2, hoverWidth, 2), m_theme.mutedText);
    }
}

void ByteMapPainter::paintTensor(const QRect& area, ByteMapSource::SideTensor tensor)
{
    m_content.source()->fillTensor(m_painter, area, tensor, m_theme);
    if (!m_content.isHidden(tensor))
        return;
    QColor veil = m_theme.background;
    veil.setAlphaF(veilOpacity);
    m_painter.fillRect(area, veil);
}

void ByteMapPainter::paintGroup(int strip)
{
    if (m_marks.group.empty())
        return;
    const QColor color = m_theme.accent;
    const QRect rect = m_content.stripRect(strip, m_scrolled);
    const std::vector<ByteRange>& ranges = m_marks.group[std::size_t(strip)];
    for (int x = 0; x < m_content.layout().width();) {
        const std::uint64_t offset = m_content.layout().offsetAt(x);
        const auto next = std::upper_bound(ranges.begin(), ranges.end(), offset,
            [](std::uint64_t wanted, const ByteRange& range) { return wanted < range.end; });
        if (next == ranges.end() || next->begin >= m_content.layout().view().end)
            return;
        const int left = std::max(x, m_content.layout().columnOf(next->begin));
        const int right = std::max(left + 1, m_content.layout().columnOf(next->end));
        m_painter.fillRect(QRect(rect.left() + left, rect.bottom() + 2, right - left, 3), color);
        x = right;
    }
}

void ByteMapPainter::paintCurrent(ByteMapPlace place, bool hasFocus)
{
    const ByteRange extent = m_content.extent(place);
    const ByteRange view = m_content.layout().view();
    if (extent.end <= view.begin || extent.begin >= view.end)
        return;
    const QRect rect = m_content.stripRect(place.strip, m_scrolled);
    const int left = m_content.layout().columnOf(extent.begin);
    const int width = std::max(narrowestMark, m_content.layout().columnOf(extent.end) - left);
    QRect mark(rect.left() + left, rect.top(), width, rect.height());
    if (mark.right() > rect.right())
        mark.moveRight(rect.right());
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.text, 1));
    m_painter.drawRect(mark.adjusted(-1, -1, 0, 0));
    if (hasFocus && width > narrowestMark + 2) {
        m_painter.setPen(QPen(m_theme.surface, 1));
        m_painter.drawRect(mark.adjusted(0, 0, -1, -1));
    }

    const int middle = mark.left() + mark.width() / 2;
    const int top = rect.top() - 1 - caretSize;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.accent);
    m_painter.drawPolygon(QPolygonF({QPointF(middle + 0.5 - caretSize, top), QPointF(middle + 0.5 + caretSize, top),
        QPointF(middle + 0.5, top + caretSize)}));
    m_painter.restore();
}

void ByteMapPainter::paintViewMark()
{
    // Shows the position of the view in the whole file, like a scroll bar.
    const QRect track(m_content.gutterWidth(), m_visible.height() - 2, m_content.layout().width(), 2);
    m_painter.fillRect(track, m_theme.border);
    const double scale = track.width() / double(m_content.layout().total());
    const int left = int(double(m_content.layout().view().begin) * scale);
    const int width = std::max(8, int(double(m_content.layout().view().size()) * scale));
    m_painter.fillRect(
        QRect(track.left() + std::min(left, track.width() - width), track.top(), width, 2), m_theme.mutedText);
}

} // namespace loupe
