#pragma once

#include "formats/shared/format.h"

namespace loupe::bintensors {

/// bintensors: https://github.com/GnosisFoundation/bintensors, all releases.
extern const Format bintensorsFormat;

} // namespace loupe::bintensors
