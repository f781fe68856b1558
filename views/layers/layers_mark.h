#pragma once

#include "analysis/comparison/comparison.h"

#include <QColor>
#include <QRect>

class QPainter;

namespace loupe {

struct Theme;

/// The marks of cells that stand for tensors, or for pairs of them, in `rect`, whose right and bottom pixels stay free:
/// so that neighbors stand apart. Each tells itself apart without its color.

/// A number as a color, such as how much it changed.
void paintChangedMark(QPainter& painter, const QRect& rect, const QColor& color);
/// A dot: nothing changed, or nothing is there.
void paintIdenticalMark(QPainter& painter, const QRect& rect, const Theme& theme);
/// A dash: there is no such figure.
void paintNoFigureMark(QPainter& painter, const QRect& rect, const Theme& theme);
/// An outline: nothing is known yet.
void paintWaitingMark(QPainter& painter, const QRect& rect, const Theme& theme);
/// The sign of a status; over the color of a change, where `color` is valid.
void paintSignMark(
    QPainter& painter, const QRect& rect, PairStatus status, const Theme& theme, const QColor& color = {});
/// An exclamation mark on the color of NaN.
void paintNonfiniteMark(QPainter& painter, const QRect& rect, const Theme& theme);
/// A corner, next to any other mark: the dtype is another, or there are several.
void paintDTypeMark(QPainter& painter, const QRect& rect, const QColor& color);

} // namespace loupe
