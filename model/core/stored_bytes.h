#pragma once

#include "core/checkpoint.h"

#include <memory>

namespace loupe {

/// The same tensors under the same numbers, for what is about bytes as they are stored: for tensors whose bytes lie in
/// order, in a type of the file's own, these bytes, dtype Opaque under the name of the type; for others that stand for
/// values, the numbers that storedOf() gives. `checkpoint` itself where there are none of either.
std::shared_ptr<const Checkpoint> storedBytesOf(const std::shared_ptr<const Checkpoint>& checkpoint);

} // namespace loupe
