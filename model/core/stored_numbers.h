#pragma once

#include "core/checkpoint.h"

#include <memory>

namespace loupe {

/// True if the stored numbers differ from the tensor's values: they are quantized, negated or conjugated, or are
/// placeholders for nulls.
bool standsForOthers(const Tensor& tensor);

/// The tensor of the stored numbers; the tensor itself if these are its values.
Tensor storedTensor(const Tensor& tensor);

/// The checkpoint with the same tensor numbering, but of stored numbers. Returns `checkpoint` itself if these are the
/// values of all tensors.
std::shared_ptr<const Checkpoint> storedOf(const std::shared_ptr<const Checkpoint>& checkpoint);

} // namespace loupe
