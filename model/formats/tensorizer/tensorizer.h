#pragma once

#include "formats/shared/format.h"

namespace loupe::tensorizer {

/// CoreWeave's tensorizer: an index of all tensors, then each tensor's own header followed by its data. Data versions 1
/// to 4; values may be encrypted.
extern const Format tensorizerFormat;

} // namespace loupe::tensorizer
