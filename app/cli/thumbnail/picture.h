#pragma once

#include "app/cli/thumbnail/canvas.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

namespace loupe {

/// Draws a checkpoint as a square of `size` pixels, without reading values. From top to bottom: the number of
/// parameters, if there is room; the top-level groups, as wide as their share of the bytes, with the tensors below them
/// in the colors of their dtypes; and a bar with the share of each dtype, largest first. Fails with Stopped or
/// OutOfMemory, or with TooLarge if there are too many tensors.
Result<Canvas> drawThumbnail(const Checkpoint& checkpoint, int size, const Work& work);

} // namespace loupe
