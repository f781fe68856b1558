#pragma once

#include "formats/shared/new_file.h"

namespace loupe::safetensors {

/// Writes like the reference since its release 0.3.1, with two differences. The reference writes metadata keys in
/// random order; we sort them. And its header for empty metadata without tensors is not valid JSON; ours is.
extern const FormatWriter safetensorsWriter;

} // namespace loupe::safetensors
