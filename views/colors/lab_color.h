#pragma once

#include <QColor>

namespace loupe {

/// A color on the line from `a` to `b` in CIE 1976 L*a*b*, in which equal steps look about equal. `share`: the fraction
/// of `b`, in [0, 1].
QColor mixLab(const QColor& a, const QColor& b, double share);

/// The linear intensity of an sRGB channel, both in [0, 1].
double linearChannel(double channel);

} // namespace loupe
