#pragma once

#include "analysis/comparison/comparison.h"

#include <QColor>
#include <QRect>

class QPainter;

namespace loupe {

struct Theme;

/// Color of a status, readable as text on the theme's surfaces.
QColor colorOf(PairStatus status, const Theme& theme);

/// Draws the sign of a status in the middle of `rect`: = identical, ≠ changed, − only in A, + only in B, a square that
/// grew for another shape, a cross where it was not compared. The signs alone tell them apart. `color`, where it is
/// valid, is taken instead of the status's own.
void paintPairMark(
    QPainter& painter, const QRect& rect, PairStatus status, const Theme& theme, const QColor& color = {});

/// Two arrows, for tensors that were paired under other names.
void paintRenamedMark(QPainter& painter, const QRect& rect, const QColor& color);

} // namespace loupe
