#pragma once

#include "core/work.h"
#include "formats/quantized/recognition.h"

namespace loupe::quantized {

/// Dtypes that codes have.
bool mayBeCodes(DType dtype);

/// Whether a tensor has such a dtype. A checkpoint without one is not quantized; this is all that opening it costs.
bool mayHaveCodes(std::span<const Tensor> tensors);

/// Looking whether to stop costs more than one tensor.
bool isStopped(std::size_t tensor, const Work& work);

/// "q_proj" of "q_proj.input_scale": the scale of its inputs or of a cache, which no weight is multiplied by.
std::optional<std::string_view> moduleOfActivationScale(std::string_view name);

/// What only all tensors together show, after each was recognized: codes without the scales that others like them have,
/// scales without codes, and where the config and the tensors disagree. False where it was stopped.
bool checkCoherence(Recognition& in, const Work& work);

} // namespace loupe::quantized
