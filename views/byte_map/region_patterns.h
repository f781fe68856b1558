#pragma once

#include "core/region.h"
#include "views/colors/theme.h"

class QPainter;
class QRect;

namespace loupe {

/// True where bytes are not as a valid file has them. Such regions are hatched, so that color does not stand alone.
bool isFaulty(RegionKind kind);

/// Fills with the region's color, hatched where it is faulty, dotted where it is padding.
void fillRegion(QPainter& painter, const QRect& rect, RegionKind kind, const Theme& theme);
/// Fills with a hatching on a ground that has `share` of its color; without one where there is no room for it.
void fillHatched(QPainter& painter, const QRect& rect, const QColor& color, Qt::BrushStyle hatching, double share,
    const Theme& theme);

} // namespace loupe
