#pragma once

#include "formats/shared/format.h"

namespace loupe::safetensors {

/// Format::headerFields of safetensors.
Result<std::vector<HeaderField>> safetensorsHeaderFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::safetensors
