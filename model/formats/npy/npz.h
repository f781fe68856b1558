#pragma once

#include "formats/shared/format.h"

namespace loupe::npy {

/// NumPy's .npz: a ZIP archive whose members, stored or deflated, are arrays in .npy format.
extern const Format npzFormat;

} // namespace loupe::npy
