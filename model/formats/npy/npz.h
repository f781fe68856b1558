#pragma once

#include "formats/shared/format.h"

namespace loupe::npy {

/// NumPy's .npz: a ZIP archive with an array in .npy form in each member, stored or deflated.
extern const Format npzFormat;

} // namespace loupe::npy
