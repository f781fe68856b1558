#pragma once

#include "insight/architecture.h"
#include "views/colors/theme.h"

class QPainter;
class QRect;

namespace loupe {

// Small pictures of what parts of a model have, in the middle of `place`, which has this height.

inline constexpr int architectureGlyphHeight = 24;

/// Rows of a table: an embedding, or a head.
void paintRows(QPainter& painter, const QRect& place, const Theme& theme);
/// A square for each attention head, and below those that share them one for keys and values.
void paintHeads(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model);
/// A square for each expert; as many are filled as a token goes through. The model must have experts.
void paintExperts(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model);
/// As wide inside as a feed-forward part is, compared with the numbers of a token.
void paintFeedForward(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model);

} // namespace loupe
