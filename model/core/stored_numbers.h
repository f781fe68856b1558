#pragma once

#include "core/checkpoint.h"

#include <memory>

namespace loupe {

/// Whether the numbers that stand in the file are others than the tensor's values: quantized, negated or conjugated
/// ones, or what stands in the place of nulls.
bool standsForOthers(const Tensor& tensor);

/// The tensor of the numbers that stand in the file; the tensor itself where these are its values.
Tensor storedTensor(const Tensor& tensor);

/// The same tensors under the same numbers, of the numbers that stand in the files. `checkpoint` itself where these are
/// the values everywhere.
std::shared_ptr<const Checkpoint> storedOf(const std::shared_ptr<const Checkpoint>& checkpoint);

} // namespace loupe
