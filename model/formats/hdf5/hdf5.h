#pragma once

#include "formats/shared/format.h"

namespace loupe::hdf5 {

/// Files of the Hierarchical Data Format, version 5, and Keras archives that contain one.
extern const Format hdf5Format;

} // namespace loupe::hdf5
