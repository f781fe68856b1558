#pragma once

#include "formats/shared/format.h"

namespace loupe::safetensors {

/// safetensors: https://github.com/huggingface/safetensors, all releases.
extern const Format safetensorsFormat;

} // namespace loupe::safetensors
