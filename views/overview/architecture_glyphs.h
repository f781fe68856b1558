#pragma once

#include "insight/architecture.h"
#include "views/colors/theme.h"

class QPainter;
class QRect;

namespace loupe {

// Small pictures of the parts of a model, centered in `place`, which has this height.

inline constexpr int architectureGlyphHeight = 24;

/// Rows of a table: an embedding, or a head.
void paintRows(QPainter& painter, const QRect& place, const Theme& theme);
/// A square for each attention head, and below, one for each key-value head that they share.
void paintHeads(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model);
/// A square for each expert, with as many filled as are active per token. Precondition: the model has experts.
void paintExperts(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model);
/// Shows how much wider the feed-forward layer is than the hidden size.
void paintFeedForward(QPainter& painter, const QRect& place, const Theme& theme, const Architecture& model);

} // namespace loupe
