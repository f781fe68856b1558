#pragma once

#include "formats/shared/format.h"

namespace loupe::npy {

/// NumPy's .npy: one array. Versions 1.0 to 3.0.
extern const Format npyFormat;

} // namespace loupe::npy
