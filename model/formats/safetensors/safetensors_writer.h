#pragma once

#include "formats/shared/new_file.h"

namespace loupe::safetensors {

/// As the reference writes since release 0.3.1. It orders metadata keys at random, ours are sorted; and its header of a
/// file with empty metadata and no tensors is no JSON, ours is.
extern const FormatWriter safetensorsWriter;

} // namespace loupe::safetensors
