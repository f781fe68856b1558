#pragma once

#include "formats/shared/format.h"

namespace loupe::bintensors {

/// Format::headerFields of bintensors.
Result<std::vector<HeaderField>> bintensorsHeaderFields(const Source& source, ByteRange window, const Work& work);

} // namespace loupe::bintensors
