#pragma once

#include "analysis/comparison/comparison.h"

#include <QColor>
#include <QRect>

class QPainter;

namespace loupe {

struct Theme;

/// Marks of cells, which represent tensors or pairs of tensors. The right and bottom pixels of `rect` stay free, to
/// separate neighbors. Each mark can be recognized without its color.

/// A value as a color, such as the amount of change.
void paintChangedMark(QPainter& painter, const QRect& rect, const QColor& color);
/// A dot: nothing changed, or nothing is there.
void paintIdenticalMark(QPainter& painter, const QRect& rect, const Theme& theme);
/// A dash: there is no value.
void paintNoFigureMark(QPainter& painter, const QRect& rect, const Theme& theme);
/// An outline: nothing is known yet.
void paintWaitingMark(QPainter& painter, const QRect& rect, const Theme& theme);
/// The sign of a status; over the color of a change, if `color` is valid.
void paintSignMark(
    QPainter& painter, const QRect& rect, PairStatus status, const Theme& theme, const QColor& color = {});
/// An exclamation mark on the color of NaN.
void paintNonfiniteMark(QPainter& painter, const QRect& rect, const Theme& theme);
/// A cross, perhaps in addition to a color: values cannot be read.
void paintUnreadableMark(QPainter& painter, const QRect& rect, const QColor& color);
/// A corner, in addition to any other mark: the dtype differs, or there are several.
void paintDTypeMark(QPainter& painter, const QRect& rect, const QColor& color);

} // namespace loupe
