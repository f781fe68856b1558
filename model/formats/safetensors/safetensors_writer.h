#pragma once

#include "formats/shared/new_file.h"

namespace loupe::safetensors {

/// Writes as the reference does since release 0.3.1, with two differences: the reference writes metadata keys in random
/// order, here they are sorted; and its header for empty metadata without tensors is not valid JSON, ours is.
extern const FormatWriter safetensorsWriter;

} // namespace loupe::safetensors
