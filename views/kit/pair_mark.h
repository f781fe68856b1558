#pragma once

#include "analysis/comparison/comparison.h"

#include <QColor>
#include <QRect>

class QPainter;

namespace loupe {

struct Theme;

/// The color of a status, readable as text on the theme's surfaces.
QColor colorOf(PairStatus status, const Theme& theme);

/// Draws the sign of a status in the center of `rect`: = identical, ≠ changed, − only in A, + only in B, a grown square
/// for a different shape, a cross if it was not compared. The signs are distinct without color. A valid `color`
/// replaces the color of the status.
void paintPairMark(
    QPainter& painter, const QRect& rect, PairStatus status, const Theme& theme, const QColor& color = {});

/// Draws two arrows, for tensors that were paired under different names.
void paintRenamedMark(QPainter& painter, const QRect& rect, const QColor& color);

} // namespace loupe
