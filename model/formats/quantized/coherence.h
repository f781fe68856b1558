#pragma once

#include "core/work.h"
#include "formats/quantized/recognition.h"

namespace loupe::quantized {

/// True if codes can have this dtype.
bool mayBeCodes(DType dtype);

/// True if a tensor has such a dtype. A checkpoint without such a tensor is not quantized, and opening it costs no more
/// than this check.
bool mayHaveCodes(std::span<const Tensor> tensors);

/// True if the work was stopped. Checks this only for some tensors, because the check costs more than one tensor does.
bool isStopped(std::size_t tensor, const Work& work);

/// "q_proj" of "q_proj.input_scale": the scale of a module's inputs or of a cache, which applies to no weight.
std::optional<std::string_view> moduleOfActivationScale(std::string_view name);

/// Adds findings that require all tensors to be recognized: codes without the scales that similar ones have, scales
/// without codes, and contradictions between the config and the tensors. Returns false if stopped.
bool checkCoherence(Recognition& in, const Work& work);

} // namespace loupe::quantized
