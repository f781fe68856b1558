#pragma once

#include "core/work.h"
#include "formats/quantized/recognition.h"

namespace loupe::quantized {

/// Adds a finding if the config says that activations have static scales, but none of the weights of a role has one.
/// Returns false if stopped.
bool checkActivationScales(Recognition& in, const Work& work);

} // namespace loupe::quantized
