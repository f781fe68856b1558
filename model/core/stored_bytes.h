#pragma once

#include "core/checkpoint.h"

#include <memory>

namespace loupe {

/// The checkpoint with the same tensor numbering, for operations on stored bytes. Tensors that are stored in element
/// order in a type of the file's own become these bytes, with dtype Opaque under the name of the type. Other tensors
/// whose stored numbers differ from their values become the numbers that storedOf() gives. Returns `checkpoint` itself
/// if there are neither.
std::shared_ptr<const Checkpoint> storedBytesOf(const std::shared_ptr<const Checkpoint>& checkpoint);

} // namespace loupe
