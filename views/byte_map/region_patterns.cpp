#include "views/byte_map/region_patterns.h"

#include <QPainter>

#include <cmath>

namespace loupe {

namespace {

QColor mix(const QColor& a, const QColor& b, double share)
{
    const auto part = [share](int from, int to) { return int(std::lround(from + (to - from) * share)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

Qt::BrushStyle patternOf(RegionKind kind)
{
    switch (kind) {
    case RegionKind::Hole:
        return Qt::BDiagPattern;
    case RegionKind::Overlap:
        return Qt::DiagCrossPattern;
    case RegionKind::Trailing:
        return Qt::FDiagPattern;
    case RegionKind::PastTheEnd:
        return Qt::VerPattern;
    case RegionKind::Unread:
        return Qt::CrossPattern;
    case RegionKind::Padding:
        return Qt::Dense6Pattern;
    case RegionKind::Shared:
        return Qt::Dense2Pattern;
    case RegionKind::LengthField:
    case RegionKind::Header:
    case RegionKind::Tensor:
    case RegionKind::Content:
        return Qt::SolidPattern;
    }
    return Qt::SolidPattern;
}

} // namespace

bool isFaulty(RegionKind kind)
{
    switch (kind) {
    case RegionKind::Hole:
    case RegionKind::Overlap:
    case RegionKind::Trailing:
    case RegionKind::PastTheEnd:
    case RegionKind::Unread:
        return true;
    case RegionKind::LengthField:
    case RegionKind::Header:
    case RegionKind::Padding:
    case RegionKind::Tensor:
    case RegionKind::Shared:
    case RegionKind::Content:
        return false;
    }
    return false;
}

void fillRegion(QPainter& painter, const QRect& rect, RegionKind kind, const Theme& theme)
{
    fillHatched(painter, rect, theme.colorOf(kind), patternOf(kind), isFaulty(kind) ? 0.3 : 0.15, theme);
}

void fillHatched(QPainter& painter, const QRect& rect, const QColor& color, Qt::BrushStyle hatching, double share,
    const Theme& theme)
{
    // Hatching needs some room to be recognizable; slivers are drawn in the full color.
    if (hatching == Qt::SolidPattern || rect.width() < 6) {
        painter.fillRect(rect, color);
        return;
    }
    painter.fillRect(rect, mix(theme.surface, color, share));
    painter.fillRect(rect, QBrush(color, hatching));
}

} // namespace loupe
