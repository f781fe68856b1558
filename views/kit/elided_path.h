#pragma once

#include <QString>

class QFontMetrics;

namespace loupe {

/// A tensor's name, shortened to `width` pixels by whole segments: "…layers.17.….q_proj.weight". What tells names apart
/// stays longest: the last two segments, and numbers with the segment before each. The second last gives up its
/// middle before it goes, and where not even the last one fits, so does that.
QString elidedPath(const QString& path, const QFontMetrics& metrics, int width);

} // namespace loupe
