#pragma once

#include "app/cli/thumbnail/canvas.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

namespace loupe {

/// A checkpoint as a square of `size` pixels, which looks at no values. From top to bottom: the number of parameters,
/// where there is room to write it; the groups of the tree of names, as wide as their share of the bytes, with the
/// tensors below them in the colors of their dtypes; and a bar with the share of each dtype, the largest first.
/// Fails with Stopped or OutOfMemory, or TooLarge where there are too many tensors.
Result<Canvas> drawThumbnail(const Checkpoint& checkpoint, int size, const Work& work);

} // namespace loupe
