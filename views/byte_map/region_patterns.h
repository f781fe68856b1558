#pragma once

#include "core/region.h"
#include "views/colors/theme.h"

class QPainter;
class QRect;

namespace loupe {

/// True for regions that a valid file does not have. They are hatched, so that color is not the only sign.
bool isFaulty(RegionKind kind);

/// Fills with the region's color: hatched if it is faulty, dotted if it is padding.
void fillRegion(QPainter& painter, const QRect& rect, RegionKind kind, const Theme& theme);
/// Fills with a hatching over a background with the fraction `share` of its color. Omits the hatching if there is no
/// room for it.
void fillHatched(QPainter& painter, const QRect& rect, const QColor& color, Qt::BrushStyle hatching, double share,
    const Theme& theme);

} // namespace loupe
