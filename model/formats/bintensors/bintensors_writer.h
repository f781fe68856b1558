#pragma once

#include "formats/shared/new_file.h"

namespace loupe::bintensors {

/// Writes the current layout, used since release 0.1.0.
extern const FormatWriter bintensorsWriter;

} // namespace loupe::bintensors
